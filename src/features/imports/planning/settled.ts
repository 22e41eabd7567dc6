import { truncate } from "#contract/words.ts";
import type { Column, Matched } from "#features/imports/planning/columns.ts";
import { fieldOfTarget, paidPart } from "#features/imports/planning/fields.ts";
import { centsOf, isNumeric, withFurther } from "#features/imports/planning/flows.ts";
import { readingsOf } from "#features/imports/planning/meanings.ts";
import type { Asking } from "#features/imports/planning/questions.ts";
import { choiceOf } from "#features/imports/planning/words.ts";
import type { FileProfile, Place } from "#platform/reading/reading.ts";

const leastLines = 3;
/** Of the lines that are paid so many are paid in whole. */
const mostlyWhole = 0.6;

/**
 * What was paid of invoices and what is left, in columns whose headings do not say it: of two that make up the amount of
 * every line, or of one that is nothing or all of it in some, a person says which it is.
 */
export function takeSettled(
  columns: readonly Column[],
  { fields, free }: Matched,
  { profile, place }: { profile: FileProfile; place: Place },
  asking: Asking,
  notes: string[],
): void {
  const taken = new Set(fields.values());
  const amount = columns.find(({ name }) => fields.get(name) === "amount");
  if (!amount || taken.has("openAmount") || taken.has(paidPart)) return;
  const proving = withFurther(profile);
  const amounts = centsOf(proving, amount, place);
  if (amounts.filter((one) => one !== null).length < leastLines) return;
  const parts = free
    .filter((column) => !fields.has(column.name) && isMoney(column))
    .map((column) => ({ column, cents: centsOf(proving, column, place).map((one) => one ?? 0) }))
    .filter(({ cents }) => cents.every((one, at) => isShare(one, amounts[at] ?? 0)));
  const pair = pairOf(parts, amounts);
  const told = pair ? null : toldBy(parts, amounts, paidLines(columns, fields, proving));
  if (told?.isSure) {
    const { name } = told.part.column;
    fields.set(name, told.field);
    const isPaid = told.field === paidPart;
    notes.push(isPaid ? `"${name}" is taken off the amount: the rest is open.` : `"${name}" is what is left to pay.`);
    return;
  }
  const isUnsaid = !taken.has("status") && !taken.has("paidOn");
  const alone =
    told?.part ?? parts.find(({ cents }) => isUnsaid && cents.some((one, at) => one === 0 || one === amounts[at]));
  const asked = pair ?? (alone && [alone]);
  if (!asked) return;
  const quoted = (column: Column) => `"${truncate(column.name, 60)}"`;
  const options = asked.flatMap(({ column }) => [
    { value: `open:${column.name}`, label: `Left to pay: ${quoted(column)}` },
    ...(pair ? [] : [{ value: `paid:${column.name}`, label: `Already paid: ${quoted(column)}` }]),
  ]);
  options.push({ value: "neither", label: "Neither: none of these invoices is paid" });
  const [one = "", other = ""] = asked.map(({ column }) => quoted(column));
  const sentence = pair
    ? `${one} and ${other} add up to ${quoted(amount)}. Which one is left to pay?`
    : `No column says how much of these invoices is paid. What is ${one}?`;
  const answer = asking.missing("openAmount", sentence, options, null, {
    column: asked[0]?.column.name ?? null,
    lines: 0,
  });
  const [how, ...rest] = (answer ?? "").split(":");
  const name = rest.join(":");
  if (how === "open") fields.set(name, "openAmount");
  if (how === "paid") {
    fields.set(name, paidPart);
    notes.push(`"${name}" is taken off the amount: the rest is open.`);
  }
}

/** Of each line whether a day of payment or its status says that it is paid; null if no column tells. */
function paidLines(
  columns: readonly Column[],
  fields: Matched["fields"],
  { first }: FileProfile,
): readonly boolean[] | null {
  const of = (field: string) => columns.find(({ name }) => fields.get(name) === field);
  const [paidOn, status, field] = [of("paidOn"), of("status"), fieldOfTarget("invoices", "status")];
  if (!paidOn && !status) return null;
  const isPaid = (word: string) => field !== null && choiceOf("invoices", field, word, null) === "paid";
  return first
    .filter(({ fault }) => fault === undefined)
    .map(({ cells }) => (paidOn ? (cells[paidOn.at] ?? "") !== "" : isPaid(cells[status?.at ?? -1] ?? "")));
}

type Told = { part: Part; field: string; isSure: boolean };

/**
 * The column that is mostly the whole amount of what is paid and never all of the rest, or the other way round; where
 * too few lines tell, only if it is a part of one that is not paid.
 */
function toldBy(
  parts: readonly Part[],
  amounts: readonly (number | null)[],
  paid: readonly boolean[] | null,
): Told | null {
  if (!paid || paid.filter(Boolean).length < leastLines) return null;
  const fits = parts.flatMap((part): Told[] => {
    const lines = paid.flatMap((isPaid, at) => {
      const [whole, cents] = [amounts[at] ?? 0, part.cents[at] ?? 0];
      return whole === 0 ? [] : [{ isPaid, received: cents / whole }];
    });
    const settled = lines.filter(({ isPaid }) => isPaid);
    const others = lines.filter(({ isPaid }) => !isPaid);
    const isOne = (none: number, all: number) =>
      settled.every(({ received }) => received !== none) &&
      others.every(({ received }) => received !== all) &&
      settled.filter(({ received }) => received === all).length >= mostlyWhole * settled.length;
    const field = isOne(0, 1) ? paidPart : isOne(1, 0) ? "openAmount" : null;
    const isSure = others.length >= leastLines;
    const matters = isSure || others.some(({ received }) => received > 0 && received < 1);
    return field && matters ? [{ part, field, isSure }] : [];
  });
  const [only, another] = fits;
  return only && !another ? only : null;
}

type Part = { column: Column; cents: number[] };

const isMoney = (column: Column): boolean =>
  isNumeric(column) &&
  !readingsOf(column.heading).some((one) => /\b(?:net|tax|fee|discount|quantity|price|shipping)\b/.test(one));

/** Between nothing and the whole. */
const isShare = (part: number, whole: number): boolean =>
  whole >= 0 ? part >= 0 && part <= whole : part <= 0 && part >= whole;

/** Two parts that make up the amount of every line, one of them somewhere nothing. */
function pairOf(parts: readonly Part[], amounts: readonly (number | null)[]): [Part, Part] | null {
  for (const [at, one] of parts.entries())
    for (const other of parts.slice(at + 1))
      if (
        (one.cents.includes(0) || other.cents.includes(0)) &&
        amounts.every((amount, line) => amount === null || (one.cents[line] ?? 0) + (other.cents[line] ?? 0) === amount)
      )
        return [one, other];
  return null;
}
