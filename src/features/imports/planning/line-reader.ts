import type { Value } from "#contract/csv.ts";
import { addDays } from "#contract/days.ts";
import { hasYear, lengths, truncate } from "#contract/words.ts";
import type { Target } from "#features/imports/contract.ts";
import {
  dayField,
  externalId,
  fieldOfTarget,
  figurePrefix,
  isKind,
  type TargetField,
  paidPart,
} from "#features/imports/planning/fields.ts";
import type { Own } from "#features/imports/planning/own.ts";
import { leaveEmpty, leaveLines, spellingOf } from "#features/imports/planning/words.ts";
import { bare } from "#features/imports/planning/fields.ts";
import { seenIds } from "#features/imports/running/seen-ids.ts";
import { listChoices } from "#features/records/fields/cells.ts";
import { longestValue } from "#features/records/contract.ts";
import { type CustomValue, fitCustom } from "#features/records/custom/rules.ts";
import {
  checked,
  complete,
  type Fields,
  fitsAlone,
  naturalKey,
  numberRepeats,
} from "#features/records/fields/complete.ts";
import { fieldsOf } from "#features/records/fields/fields.ts";
import type { PartyKind } from "#features/records/naming/contract.ts";
import { durationIn, type Unit } from "#features/imports/planning/durations.ts";
import { cellReader, type CellValue, isNothing } from "#platform/reading/cells.ts";
import type { ColumnFormat, Place } from "#platform/reading/reading.ts";

/** How a column becomes a field. */
export type PlannedColumn = {
  at: number;
  name: string;
  /** Its field; "-amount" is taken off "amount", "+amount" added to it. */
  field: string;
  format: ColumnFormat;
  /** Of fields with choices: the choice, or what to do with its lines, by the bare word. */
  words?: Record<string, string>;
  /** 1,000 for amounts in thousands. */
  scale?: number;
  currency?: string;
  /** If it is kept as a field of the company's own. */
  own?: Own;
  /** How many a month has of what it holds, such as a twelfth of a year's pay: for all lines, or by another column. */
  factor?: number;
  /** Of money out with both signs: what its cells are multiplied by. */
  turn?: 1 | -1;
  /** Of durations: what a bare number counts. */
  unit?: Unit;
  per?: { at: number; factors: Record<string, number | null> };
  /** Of months without a year: the first day of each, by its name. */
  months?: Record<string, string>;
};

/**
 * What stands in for a field that no line has: the same for all, a day so many days from another one, or other fields
 * with a running number.
 */
export type Fill = { field: string } & (
  | { value: string | number }
  | { from: string; days: number }
  | { counted: readonly string[] }
);

/** How the lines of a file become rows; fixed when its import starts. */
export type Plan = {
  target: Target;
  columns: PlannedColumn[];
  /** How many cells a line of the file has. */
  width: number;
  always: Record<string, string>;
  leaves: { at: number; words: string[] }[];
  /** In lines of these words, and only where another field is one of some. */
  negates: { field: string; at?: number; words?: string[]; where?: { field: string; in: string[] } }[];
  overrides: { field: string; at: number; words: Record<string, string> }[];
  fills?: Fill[];
  currency: string;
  /** The currency of figures whose column has none. */
  figureCurrency?: string;
  /** Lines of one number or name: summed, taken once, the newest taken, told apart, or refused. */
  sameNumber: "sum" | "once" | "newest" | "apart" | "refuse";
  /** The days that tell which line is the newest, or the numbers that tell records of one name apart. */
  sameBy?: Pick<PlannedColumn, "at" | "name" | "format">;
  createParties: boolean;
  /** For each name that means the same customer or vendor as another one, that name. */
  sameNames: Record<PartyKind, Record<string, string>>;
  /** Any bad line fails the whole file. */
  isStrict: boolean;
};

/** An optional cell that cannot be read, and why. */
export type Emptied = { label: string; fault: string };
export type ReadRow = { externalId: string; fields: Fields; custom?: Record<string, CustomValue | null> };
export type ReadLine = { row: ReadRow; emptied: Emptied[] } | { fault: string } | { left: true };

const longestId = 255;

const quote = (cell: string): string => `"${cell.length > 40 ? `${truncate(cell, 40)}…` : cell}"`;

type Reader = PlannedColumn & { target: TargetField; cellOf: (cell: string) => CellValue };

/** Returns a function that reads a line as a row of the target, or says why not; `today` tells who has left. */
export function lineReader(
  plan: Plan,
  place: Place,
  today: string | null = null,
): (cells: readonly string[]) => ReadLine {
  const kind = isKind(plan.target) ? plan.target : null;
  const readers: Reader[] = plan.columns.map((column) => {
    const target = fieldOfTarget(plan.target, column.field, column.own);
    if (!target) throw new Error(`${plan.target} have no field ${column.field}.`);
    return { ...column, target, cellOf: cellOf(target, column, place) };
  });
  const hasCurrency = kind !== null && fieldsOf[kind].some(({ name }) => name === "currency");
  const has = (name: string) => plan.columns.some(({ field }) => field === name);
  const hasPaid = has(paidPart);
  const hasSignedFees = has("-fee");
  /** A fee beside a bank's amount is taken whichever way the amount goes. */
  const hasFees = plan.target === "transactions" && has("amount") && has("-amount");
  const fill = filler(plan.fills ?? []);
  return (cells) => {
    if (plan.leaves.some(({ at, words }) => words.includes(spellingOf(cells[at] ?? "")))) return { left: true };
    const given: Record<string, Value> = { ...plan.always };
    const emptied: Emptied[] = [];
    let id = "";
    let currency: string | null = null;
    let fees = 0;
    const own = new Map<Own, CellValue>();
    for (const reader of readers) {
      const cell = cells[reader.at] ?? "";
      const { field, target } = reader;
      if (field === externalId) {
        id = cell;
        continue;
      }
      const read = reader.cellOf(cell);
      if (reader.own) {
        own.set(reader.own, read);
        continue;
      }
      if ("fault" in read) {
        // A record with another word than its own would be wrong.
        if (target.required || target.type === "choice") return { fault: `${target.label}: ${sentence(read.fault)}` };
        emptied.push({ label: target.label, fault: read.fault });
        continue;
      }
      if (read.value === leaveLines) return { left: true };
      if (read.currency && target.type === "money") {
        if (currency && currency !== read.currency)
          return { fault: `The line has amounts in ${currency} and ${read.currency}.` };
        currency = read.currency;
      }
      if (hasFees && field === "-amount") {
        fees += Math.abs(Number(read.value ?? 0));
        continue;
      }
      const factor = reader.per ? reader.per.factors[bare(cells[reader.per.at] ?? "")] : reader.factor;
      if (reader.per && typeof read.value === "number" && !factor) {
        const time = cells[reader.per.at] ?? "";
        emptied.push({ label: target.label, fault: `what "${time}" comes to in a month is not known` });
        continue;
      }
      put(given, field, times(read.value, factor), reader.turn);
      if (target.type !== "choice" || read.value === null) continue;
      const { wordIn, says } = target;
      if (wordIn && bare(cell) !== bare(String(read.value))) given[wordIn] ??= truncate(cell, lengths.title);
      for (const [name, value] of Object.entries(says?.[bare(cell)] ?? {})) given[name] ??= value;
    }
    for (const { field, at, words } of plan.overrides) {
      const value = words[spellingOf(cells[at] ?? "")];
      if (value !== undefined) given[field] = value;
    }
    for (const { field, at, words, where } of plan.negates) {
      const value = given[field];
      if (typeof value !== "number" || (where && !where.in.includes(String(given[where.field] ?? "")))) continue;
      if (at === undefined || words?.includes(spellingOf(cells[at] ?? ""))) given[field] = -value;
    }
    if (fees !== 0 && typeof given["amount"] === "number")
      given["amount"] = Math.round((given["amount"] - fees) * 100) / 100;
    if (kind === "payments" && given["type"] === "charge" && Number(given["amount"] ?? 0) < 0) given["type"] = "refund";
    // Who has a last day in the past is gone, whatever else stands there.
    const lastDay = kind === "people" ? given["endedOn"] : null;
    if (typeof lastDay === "string") {
      if (today !== null && lastDay < today) given["status"] = "left";
      else given["status"] ??= "active";
    }
    if (!kind) return { row: { externalId: "", fields: given }, emptied };
    if (hasCurrency && currency) {
      if (given["currency"] && given["currency"] !== currency)
        return { fault: `The amount is in ${currency}, and its currency says ${given["currency"]}.` };
      given["currency"] = currency;
    }
    if (hasPaid && typeof given["amount"] === "number")
      given["openAmount"] = Math.round((given["amount"] + Number(given["openAmount"] ?? 0)) * 100) / 100;
    // A line of a fee alone has no amount before it; what came in is its net amount and the fee.
    const net = given["net"] ?? null;
    if (kind === "payments" && (given["amount"] ?? null) === null && typeof net === "number")
      given["amount"] =
        given["type"] === "fee"
          ? net
          : Math.round(
              (net + (hasSignedFees ? Number(given["fee"] ?? 0) : Math.abs(Number(given["fee"] ?? 0)))) * 100,
            ) / 100;
    // A day to come is when it will be paid.
    const paidOn = kind === "invoices" ? given["paidOn"] : null;
    if (typeof paidOn === "string" && today !== null && paidOn > today) {
      given["paidOn"] = null;
      emptied.push({ label: "Paid on", fault: `${quote(paidOn)} is still to come` });
    }
    fill(given);
    if (id.length > longestId) return { fault: `The id is longer than ${longestId} characters.` };
    const full = checkedOrEmptied(kind, given, emptied);
    if ("fault" in full) return full;
    const row = { externalId: id || naturalKey(kind, full.fields), fields: full.fields };
    if (own.size === 0) return { row, emptied };
    const ofRecord = String(full.fields["currency"] ?? plan.currency);
    return { row: { ...row, custom: ownValues(own, ofRecord, emptied) }, emptied };
  };
}

export const keyOf = ({ key, label }: Own): string => key ?? label;

/** The values of the company's own fields by key; what does not fit is left empty. Amounts are in one currency. */
function ownValues(
  own: ReadonlyMap<Own, CellValue>,
  ofRecord: string,
  emptied: Emptied[],
): Record<string, CustomValue | null> {
  const values: Record<string, CustomValue | null> = {};
  for (const [field, read] of own) {
    const unit = field.currency ?? ofRecord;
    const other = "value" in read && read.currency !== undefined && read.currency !== unit ? read.currency : null;
    const fault = "fault" in read ? read.fault : other ? `The amount is in ${other}, not in ${unit}` : null;
    if (fault) emptied.push({ label: field.label, fault });
    values[keyOf(field)] = fault || "fault" in read ? null : read.value;
  }
  const shapes = [...own.keys()].map((field) => ({ ...field, key: keyOf(field) }));
  const { custom, emptied: unfit } = fitCustom(shapes, values);
  for (const { key, label } of shapes)
    if (unfit.includes(key)) emptied.push({ label, fault: `${quote(String(values[key]))} does not fit` });
  return custom;
}

function filler(fills: readonly Fill[]): (given: Record<string, Value>) => void {
  const numbered = numberRepeats(seenIds());
  let line = 0;
  return (given) => {
    line += 1;
    for (const fill of fills) {
      if ((given[fill.field] ?? null) !== null) continue;
      if ("value" in fill) given[fill.field] = fill.value;
      else if ("from" in fill) {
        const from = given[fill.from];
        if (typeof from === "string") given[fill.field] = addDays(from, fill.days);
      } else {
        const words = fill.counted.map((name) => given[name]).filter((word) => typeof word === "string");
        if (words.length > 0) given[fill.field] = numbered(truncate(words.join(" "), longestCounted), line);
      }
    }
  };
}

/** With room for a running number. */
const longestCounted = lengths.title - 16;
const times = (value: Value, factor: number | null | undefined): Value =>
  typeof value === "number" && factor && factor !== 1 ? Math.round(value * factor * 100) / 100 : value;

const sentence = (fault: string): string => (/[.!?]$/.test(fault) ? fault : `${fault}.`);

const isDay = (value: Value): boolean => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);

/** Sets a field, or adds a part to it. */
function put(given: Record<string, Value>, field: string, value: Value, turn?: 1 | -1): void {
  const sign = field.startsWith("-") ? -1 : field.startsWith("+") ? 1 : 0;
  if (sign === 0) given[field] = value;
  else if (typeof value === "number") {
    const name = field.slice(1);
    // Some write money out as a negative number in a column of its own.
    given[name] = Number(given[name] ?? 0) + (sign > 0 ? value : turn ? turn * value : -Math.abs(value));
  } else if (value !== null && isDay(value) && isDay(given[field.slice(1)] ?? null)) {
    // Lost, and won after all: the later day is how it ended.
    const name = field.slice(1);
    if (String(given[name]) < String(value)) given[name] = value;
  } else if (value !== null) given[field.slice(1)] = [given[field.slice(1)], value].filter(Boolean).join(" ");
}

/** The checked fields; an optional field that cannot be read is left empty, one that contradicts the others is not. */
function checkedOrEmptied(
  kind: Parameters<typeof complete>[0],
  given: Record<string, Value>,
  emptied: Emptied[],
): { fields: Fields } | { fault: string } {
  for (;;) {
    const full = checked(kind, complete(kind, given));
    if (!("fault" in full)) return { fields: full.fields as Fields };
    const field = fieldsOf[kind].find(({ label }) => full.fault.startsWith(`${label}: `));
    const value = given[field?.name ?? ""] ?? null;
    // An amount in another currency than it says is another amount.
    if (!field || field.required || field.name === "currency" || value === null || fitsAlone(kind, field.name, value))
      return { fault: sentence(full.fault) };
    emptied.push({ label: field.label, fault: full.fault.slice(field.label.length + 2) });
    given[field.name] = null;
  }
}

const longestOf = ({ type }: TargetField): number =>
  type === "text"
    ? lengths.text
    : type === "line" || type === "email" || type === "id"
      ? lengths.title
      : lengths.figure;

const numeric = new Set(["money", "number", "whole", "share"]);

function cellOf(target: TargetField, column: PlannedColumn, place: Place): (cell: string) => CellValue {
  const longest = column.own ? longestValue : longestOf(target);
  const bounded =
    (read: (cell: string) => CellValue) =>
    (cell: string): CellValue =>
      cell.length > longest ? { fault: `${quote(cell)} is longer than ${longest} characters` } : read(cell);
  if (target.type === "choice")
    return bounded((cell) => (cell === "" || isNothing(cell) ? { value: null } : wordOf(target, column, cell)));
  if (target.type === "day") {
    const read = cellReader({ ...column.format, type: column.format.type === "instant" ? "instant" : "day" }, place);
    const { months = {} } = column;
    return bounded((cell) => {
      const month = Object.hasOwn(months, cell) ? months[cell] : undefined;
      if (month !== undefined) return { value: month };
      const found = read(cell);
      return "fault" in found || found.value === null || hasYear(String(found.value))
        ? found
        : { fault: `${quote(cell)} is not a year from 1900 to 2199` };
    });
  }
  if (numeric.has(target.type)) {
    const type = target.type === "share" ? "percent" : target.type === "money" ? "money" : "number";
    const read = cellReader({ ...column.format, type }, place);
    return bounded((cell) => {
      const duration = target.type === "whole" ? durationIn(target.name, cell, column.unit) : null;
      if (duration) return duration;
      const found = read(cell);
      if ("fault" in found || typeof found.value !== "number") return found;
      const value = column.scale ? Math.round(found.value * column.scale * 1e4) / 1e4 : found.value;
      const code = target.type === "money" ? (found.currency ?? column.currency) : undefined;
      return code ? { value, currency: code } : { value };
    });
  }
  if (target.type === "flag") return bounded(cellReader({ type: "flag" }, place));
  return bounded(textOf);
}

function textOf(cell: string): CellValue {
  if (cell === "" || isNothing(cell)) return { value: null };
  return { value: cell.startsWith("'") && isNothing(cell.slice(1)) ? cell.slice(1) : cell };
}

function wordOf(target: TargetField, { words = {} }: PlannedColumn, cell: string): CellValue {
  const choice = words[bare(cell) || cell.toLowerCase()];
  if (choice === leaveEmpty) return { value: null };
  if (choice !== undefined) return { value: choice };
  return { fault: `${quote(cell)} is none of ${listChoices(target.choices ?? [])}` };
}

export function figuresIn(fields: Fields): { day: string; values: { name: string; value: number }[] } | null {
  const day = fields[dayField];
  if (typeof day !== "string") return null;
  const values = Object.entries(fields).flatMap(([name, value]) =>
    name.startsWith(figurePrefix) && typeof value === "number"
      ? [{ name: name.slice(figurePrefix.length), value }]
      : [],
  );
  return { day, values };
}

export function figuresFault({ row, emptied: [unread] }: { row: ReadRow; emptied: Emptied[] }): string | null {
  const found = figuresIn(row.fields);
  if (!found) return "The date is missing.";
  if (unread) return `${unread.fault}.`;
  return found.values.length === 0 ? "The value is missing." : null;
}
