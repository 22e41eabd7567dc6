import type { Target } from "#features/imports/contract.ts";
import type { Column, Matched } from "#features/imports/planning/columns.ts";
import { isConstant, isDay, isDistinct, isOfType, isRunning } from "#features/imports/planning/content.ts";
import {
  externalId,
  fieldOfTarget,
  fieldsOfTarget,
  isPart,
  paidPart,
  type TargetField,
} from "#features/imports/planning/fields.ts";
import { names, readingsOf } from "#features/imports/planning/meanings.ts";
import type { Asking } from "#features/imports/planning/questions.ts";
import { sidesOf } from "#features/imports/planning/sides.ts";
import { currenciesOf } from "#platform/reading/numbers.ts";
import { hasColumn, neededOf } from "#features/imports/planning/stand-ins.ts";

const holds = new Set<TargetField["type"]>(["day", "money", "line"]);

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
  // What is open says how an invoice stands.
  invoices: [
    ["customerName", "vendorName"],
    ["status", "openAmount", paidPart],
  ],
  deals: [["customerName"], ["stage"]],
  tickets: [["customerName"], ["status"]],
  payments: [["customerName", "description"]],
  transactions: [["description", "counterparty"]],
  people: [["role", "team"], ["startedOn"]],
};
const mostStates = 12;
const mostAsked = 8;

/** Few words, each in several lines. */
const isStateLike = ({ values, filled }: Column): boolean =>
  values !== null && values.length > 1 && values.length <= mostStates && values.length <= filled / 2;

/** Whether a column whose heading says nothing could say what a record should. */
function couldSay({ type }: TargetField, column: Column): boolean {
  if (column.filled === 0 || readingsOf(column.heading).length > 0) return false;
  if (type === "day") return isDay(column);
  if (column.format.type !== "text" || isConstant(column) || sidesOf(column)) return false;
  return type === "choice" ? isStateLike(column) : !isOfType({ name: "number", type: "line" }, column);
}

/**
 * Fields that a record needs or should have and no heading names, with the columns that could hold them by what their
 * cells are. Which one does is asked, never taken by what is left over: of several fields in one question.
 */
export function askUnnamed(
  target: Target,
  columns: readonly Column[],
  matched: Matched,
  asking: Asking,
  isWanted: boolean,
): void {
  const has = (field: string) => hasColumn({ columns, matched }, field) || asking.isOpen(`heading:${field}`);
  const take = (column: string, field: string) => {
    // An empty column of that name gives way.
    for (const [name, taken] of matched.fields) if (taken === field) matched.fields.delete(name);
    matched.fields.set(column, field);
  };
  const free = matched.free.filter(({ name }) => !matched.fields.has(name));
  const needed = neededOf(target, has).filter(({ name, type }) => holds.has(type) && !has(name));
  const lacking = needed.map((field) => ({
    field,
    columns: free.filter((column) => isOfType(field, column) && mayBe(field, column)),
  }));
  for (const names of isWanted ? (wanted[target] ?? []) : []) {
    const field = names.some(has) ? null : fieldOfTarget(target, names[0] ?? "");
    if (field) lacking.push({ field, columns: free.filter((column) => couldSay(field, column)) });
  }
  const open = lacking.filter((one) => one.columns.length > 0);
  const [only, ...others] = open;
  if (!only) return;
  if (others.length === 0) {
    const answer = asking.heading({ ...only, columns: only.columns.slice(0, mostAsked), isGuess: true });
    if (answer) take(answer, only.field.name);
    return;
  }
  const asked = new Set(open.flatMap((one) => one.columns.slice(0, mostAsked)));
  // A stage keeps its own words beside it by itself.
  const kept = new Set(fieldsOfTarget(target).map(({ wordIn }) => wordIn));
  const untaken = fieldsOfTarget(target).filter(
    ({ name }) => name !== externalId && !isPart(name) && !has(name) && !kept.has(name),
  );
  const fields = [...new Set([...open.map(({ field }) => field), ...untaken])];
  const answers = asking.headings(
    columns.filter((column) => asked.has(column)),
    fields,
    open.map(({ field }) => field.name),
  );
  for (const [column, field] of answers) take(column, field);
}

const numbering = ["number", "id", "reference", "ticket"];
/** Numbers of other things: of people and firms, and of how to reach them. */
const ofOthers = "phone mobile fax customer vendor party company account person owner contact tax zip".split(" ");
/** Whole numbers that tell the lines apart, however far they lie from one another. */
const isOwnNumber = (column: Column): boolean =>
  column.format.type === "number" &&
  isDistinct(column) &&
  [...(column.values ?? []).map(({ value }) => value), ...column.examples].every((cell) => /^\d{3,15}$/.test(cell));
const isOfNumber = (heading: string): boolean => {
  const readings = readingsOf(heading).map((reading) => reading.split(" "));
  const isNumber = (words: string[]) =>
    words.some((word) => numbering.includes(word)) && !words.some((word) => ofOthers.includes(word));
  return readings.length === 0 || readings.some(isNumber);
};

/**
 * The number of a record that needs none: the column whose cells tell the lines apart, if it comes first or if it is the
 * only one and its heading says that it numbers something.
 */
export function takeNumber(target: Target, columns: readonly Column[], matched: Matched, notes: string[]): void {
  const field = fieldOfTarget(target, "number");
  if (!field || field.required || hasColumn({ columns, matched }, "number")) return;
  const [first] = columns.filter(({ filled }) => filled > 0);
  if (numberById(target, columns, matched) === first) return;
  const isNamed = ({ heading }: Column) => numbering.some((word) => names(heading, word));
  const candidates = matched.free.filter(
    (column) =>
      !matched.fields.has(column.name) &&
      (isOfType(field, column) || (isNamed(column) && isOwnNumber(column))) &&
      !isRunning(column) &&
      isOfNumber(column.heading),
  );
  const named = candidates.filter(isNamed);
  const found = candidates.find((column) => column === first) ?? (named.length === 1 ? named[0] : undefined);
  if (!found) return;
  matched.fields.set(found.name, field.name);
  notes.push(`"${found.name}" is taken as "${field.label}": its cells tell the lines apart.`);
}

/** The id of a record is its number as well, if no other column is. */
export function numberById(target: Target, columns: readonly Column[], matched: Matched): Column | null {
  const field = fieldOfTarget(target, "number");
  const id = columns.find(({ name }) => matched.fields.get(name) === externalId);
  if (!field || !id || hasColumn({ columns, matched }, "number")) return null;
  return (isOfType(field, id) || isOwnNumber(id)) && !isRunning(id) ? id : null;
}

/** A column of currencies says so by its cells, whatever its heading. */
export function takeCurrency(
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
