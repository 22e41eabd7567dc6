import { truncate } from "#contract/words.ts";
import type { Column, Matched } from "#features/imports/planning/columns.ts";
import { paidPart } from "#features/imports/planning/fields.ts";
import { centsOf, isNumeric } from "#features/imports/planning/flows.ts";
import { readingsOf } from "#features/imports/planning/meanings.ts";
import type { Asking } from "#features/imports/planning/questions.ts";
import type { FileProfile, Place } from "#platform/reading/reading.ts";

const leastLines = 3;
/** Of the lines with a day of payment so many are paid in whole. */
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
  const amounts = centsOf(profile, amount, place);
  if (amounts.filter((one) => one !== null).length < leastLines) return;
  const parts = free
    .filter((column) => !fields.has(column.name) && isMoney(column))
    .map((column) => ({ column, cents: centsOf(profile, column, place).map((one) => one ?? 0) }))
    .filter(({ cents }) => cents.every((one, at) => isShare(one, amounts[at] ?? 0)));
  const pair = pairOf(parts, amounts);
  const received = pair ? null : receivedIn(parts, amounts, paidLines(columns, fields, profile));
  if (received) {
    fields.set(received.column.name, paidPart);
    notes.push(`"${received.column.name}" is taken off the amount: the rest is open.`);
    return;
  }
  const isUnsaid = !taken.has("status") && !taken.has("paidOn");
  const alone = parts.find(({ cents }) => isUnsaid && cents.some((one, at) => one === 0 || one === amounts[at]));
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

/** Of each line whether it has a day of payment; null if no column says it. */
function paidLines(
  columns: readonly Column[],
  fields: Matched["fields"],
  { first }: FileProfile,
): readonly boolean[] | null {
  const paidOn = columns.find(({ name }) => fields.get(name) === "paidOn");
  if (!paidOn) return null;
  return first.filter(({ fault }) => fault === undefined).map(({ cells }) => (cells[paidOn.at] ?? "") !== "");
}

/** The column that is something wherever a day of payment stands, mostly the whole amount, and never all of it elsewhere. */
function receivedIn(
  parts: readonly Part[],
  amounts: readonly (number | null)[],
  paid: readonly boolean[] | null,
): Part | null {
  if (!paid || paid.filter(Boolean).length < leastLines || paid.filter((one) => !one).length < leastLines) return null;
  const fits = parts.filter(({ cents }) => {
    const lines = paid.map((isPaid, at) => ({ isPaid, amount: amounts[at] ?? 0, part: cents[at] ?? 0 }));
    const settled = lines.filter(({ isPaid, amount }) => isPaid && amount !== 0);
    return (
      lines.every(({ isPaid, amount, part }) => amount === 0 || (isPaid ? part !== 0 : part !== amount)) &&
      settled.filter(({ amount, part }) => part === amount).length >= mostlyWhole * settled.length
    );
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
