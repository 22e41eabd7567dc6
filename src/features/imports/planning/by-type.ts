import type { Target } from "#features/imports/contract.ts";
import type { Column, Matched } from "#features/imports/planning/columns.ts";
import { isConstant, isOfType } from "#features/imports/planning/content.ts";
import { fieldOfTarget, type TargetField } from "#features/imports/planning/fields.ts";
import { readingsOf } from "#features/imports/planning/meanings.ts";
import type { Asking } from "#features/imports/planning/questions.ts";
import { currenciesOf } from "#platform/reading/numbers.ts";
import { hasColumn, neededOf } from "#features/imports/planning/stand-ins.ts";

const words: Partial<Record<TargetField["type"], string>> = { day: "days", money: "amounts", line: "text" };

/** What a heading says beside an amount or a day that makes it another thing. */
const otherThings: Partial<Record<TargetField["type"], readonly string[]>> = {
  money: ["days", "hour", "tax", "number", "quantity", "id", "discount", "fee", "net", "probability", "zip", "phone"],
  day: ["updated", "month", "period", "paid"],
  line: ["id", "status", "type", "category", "currency", "date"],
};
function mayBe({ type }: TargetField, { heading, format }: Column): boolean {
  const others = otherThings[type];
  const isOther = readingsOf(heading).some((reading) => reading.split(" ").some((word) => others?.includes(word)));
  return !isOther && !(type === "day" && format.months === true);
}

/** What a record should say though it can be without it: whose it is, what it is about, how it stands. */
const wanted: Partial<Record<Target, readonly (readonly string[])[]>> = {
  invoices: [["customerName", "vendorName"], ["status"]],
  deals: [["customerName"], ["stage"]],
  tickets: [["customerName"], ["status"]],
  payments: [["customerName", "description"]],
  transactions: [["description", "counterparty"]],
};
const mostStates = 12;

/** Asks about columns of unknown headings that could say what the record should; the only text of a bank is taken. */
export function takeWanted(
  target: Target,
  columns: readonly Column[],
  matched: Matched,
  asking: Asking,
  currency: string,
  notes: string[],
): void {
  takeCurrency(target, columns, matched, currency, notes);
  const isTaken = (name: string) => hasColumn({ columns, matched }, name) || asking.isOpen(`heading:${name}`);
  for (const names of wanted[target] ?? []) {
    if (names.some(isTaken)) continue;
    const field = fieldOfTarget(target, names[0] ?? "");
    if (!field) continue;
    const isStates = field.type === "choice";
    const free = matched.free.filter(
      (column) =>
        !matched.fields.has(column.name) &&
        column.format.type === "text" &&
        column.filled > 0 &&
        !isConstant(column) &&
        readingsOf(column.heading).length === 0 &&
        (isStates ? isStateLike(column) : !isOfType({ name: "number", type: "line" }, column)),
    );
    const [only] = free;
    if (!only) continue;
    if (target === "transactions" && free.length === 1) {
      matched.fields.set(only.name, field.name);
      notes.push(`"${only.name}" is taken as "${field.label}": it is the only column of ${words.line}.`);
      continue;
    }
    const answer = asking.heading({ field, columns: free.slice(0, 8), isGuess: true });
    if (answer) matched.fields.set(answer, field.name);
  }
}

/** A column of currencies says so by its cells, whatever its heading. */
function takeCurrency(
  target: Target,
  columns: readonly Column[],
  matched: Matched,
  currency: string,
  notes: string[],
): void {
  const field = fieldOfTarget(target, "currency");
  if (!field || columns.some(({ name }) => matched.fields.get(name) === "currency")) return;
  const [only, ...others] = matched.free.filter(
    ({ name, values, filled, format }) =>
      !matched.fields.has(name) &&
      format.type === "text" &&
      filled > 0 &&
      // Other codes have three letters too.
      values?.some(({ value }) => value.trim() === currency) &&
      values.every(
        ({ value }) => /^\p{Lu}{3}$|^\p{Sc}$/u.test(value.trim()) && currenciesOf(value.trim()).length === 1,
      ),
  );
  if (!only || others.length > 0) return;
  matched.fields.set(only.name, "currency");
  notes.push(`"${only.name}" is taken as "${field.label}": its cells are currencies.`);
}

/** Few words, each in several lines. */
const isStateLike = ({ values, filled }: Column): boolean =>
  values !== null && values.length > 1 && values.length <= mostStates && values.length <= filled / 2;

/**
 * Finds columns for needed fields that no heading names, by what their cells are. The only column of its type in the
 * file is taken, and said; everything else is asked.
 */
export function takeByType(
  target: Target,
  columns: readonly Column[],
  matched: Matched,
  asking: Asking,
  notes: string[],
): void {
  const has = (field: string) => hasColumn({ columns, matched }, field);
  const lacking = neededOf(target, has).filter(({ name, type }) => words[type] && !has(name));
  for (const field of lacking) {
    if (asking.isOpen(`heading:${field.name}`)) continue;
    const free = matched.free.filter(
      (column) => !matched.fields.has(column.name) && isOfType(field, column) && mayBe(field, column),
    );
    const [only] = free;
    if (!only) continue;
    const others = columns.filter((column) => column.name !== only.name && isOfType(field, column));
    const isSole = lacking.every((one) => one === field || has(one.name) || one.type !== field.type);
    if (free.length === 1 && isSole && others.length === 0) {
      // An empty column of that name gives way.
      for (const [name, taken] of matched.fields) if (taken === field.name) matched.fields.delete(name);
      matched.fields.set(only.name, field.name);
      const what = field.name === "number" ? "numbers that tell lines apart" : words[field.type];
      notes.push(`"${only.name}" is taken as "${field.label}": it is the only column of ${what}.`);
      continue;
    }
    const answer = asking.heading({ field, columns: free.slice(0, 8), isGuess: true });
    if (answer) matched.fields.set(answer, field.name);
  }
}
