import type { Value } from "#contract/csv.ts";
import { hasYear, lengths, truncate } from "#contract/words.ts";
import type { Target } from "#features/imports/contract.ts";
import {
  dayField,
  externalId,
  fieldOfTarget,
  figurePrefix,
  isKind,
  type TargetField,
} from "#features/imports/planning/fields.ts";
import { leaveEmpty, leaveLines } from "#features/imports/planning/words.ts";
import { bare } from "#features/imports/planning/fields.ts";
import { checked, complete, type Fields, fitsAlone, naturalKey } from "#features/records/fields/complete.ts";
import { fieldsOf } from "#features/records/fields/fields.ts";
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
  /** The currency of its amounts without one. */
  currency?: string;
};

/** How the lines of a file become rows; fixed when its import starts. */
export type Plan = {
  target: Target;
  columns: PlannedColumn[];
  /** How many cells a line of the file has. */
  width: number;
  always: Record<string, string>;
  leaves: { at: number; words: string[] }[];
  negates: { field: string; at?: number; words?: string[] }[];
  overrides: { field: string; at: number; words: Record<string, string> }[];
  currency: string;
  /** The currency of figures whose column has none. */
  figureCurrency?: string;
  /** Lines of one number: summed, taken once, or refused. */
  sameNumber: "sum" | "once" | "refuse";
  createParties: boolean;
  /** The existing name for each name that means the same customer or vendor. */
  sameNames: Record<string, string>;
  /** Any bad line fails the whole file. */
  isStrict: boolean;
};

/** An optional cell that cannot be read, and why. */
export type Emptied = { label: string; fault: string };
export type ReadRow = { externalId: string; fields: Fields };
export type ReadLine = { row: ReadRow; emptied: Emptied[] } | { fault: string } | { left: true };

const longestId = 255;

const quote = (cell: string): string => `"${cell.length > 40 ? `${truncate(cell, 40)}…` : cell}"`;

type Reader = PlannedColumn & { target: TargetField; cellOf: (cell: string) => CellValue };

/** Returns a function that reads a line as a row of the target, or says why not. */
export function lineReader(plan: Plan, place: Place): (cells: readonly string[]) => ReadLine {
  const kind = isKind(plan.target) ? plan.target : null;
  const readers: Reader[] = plan.columns.map((column) => {
    const target = fieldOfTarget(plan.target, column.field);
    if (!target) throw new Error(`${plan.target} have no field ${column.field}.`);
    return { ...column, target, cellOf: cellOf(target, column, place) };
  });
  const hasCurrency = kind !== null && fieldsOf[kind].some(({ name }) => name === "currency");
  return (cells) => {
    if (plan.leaves.some(({ at, words }) => words.includes(bare(cells[at] ?? "")))) return { left: true };
    const given: Record<string, Value> = { ...plan.always };
    const emptied: Emptied[] = [];
    let id = "";
    let currency: string | null = null;
    for (const reader of readers) {
      const cell = cells[reader.at] ?? "";
      const { field, target } = reader;
      if (field === externalId) {
        id = cell;
        continue;
      }
      const read = reader.cellOf(cell);
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
      put(given, field, read.value);
      if (target.type !== "choice" || read.value === null) continue;
      const { wordIn, says } = target;
      if (wordIn && bare(cell) !== bare(String(read.value))) given[wordIn] ??= truncate(cell, lengths.title);
      for (const [name, value] of Object.entries(says?.[plainWord(cell)] ?? {})) given[name] ??= value;
    }
    for (const { field, at, words } of plan.overrides) {
      const value = words[bare(cells[at] ?? "")];
      if (value !== undefined) given[field] = value;
    }
    for (const { field, at, words } of plan.negates) {
      const value = given[field];
      if (typeof value === "number" && (at === undefined || words?.includes(bare(cells[at] ?? ""))))
        given[field] = -value;
    }
    if (!kind) return { row: { externalId: "", fields: given }, emptied };
    if (hasCurrency && currency) {
      if (given["currency"] && given["currency"] !== currency)
        return { fault: `The amount is in ${currency}, and its currency says ${given["currency"]}.` };
      given["currency"] = currency;
    }
    for (const name of ["customerName", "vendorName"]) {
      const same = plan.sameNames[String(given[name] ?? "")];
      if (same) given[name] = same;
    }
    if (id.length > longestId) return { fault: `The id is longer than ${longestId} characters.` };
    const full = checkedOrEmptied(kind, given, emptied);
    if ("fault" in full) return full;
    return { row: { externalId: id || naturalKey(kind, full.fields), fields: full.fields }, emptied };
  };
}

const sentence = (fault: string): string => (/[.!?]$/.test(fault) ? fault : `${fault}.`);

/** A word as `Field.says` spells it. */
const plainWord = (cell: string): string =>
  cell
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ")
    .trim();

/** Sets a field, or adds a part to it. */
function put(given: Record<string, Value>, field: string, value: Value): void {
  const sign = field.startsWith("-") ? -1 : field.startsWith("+") ? 1 : 0;
  if (sign === 0) given[field] = value;
  else if (typeof value === "number") {
    const name = field.slice(1);
    // Some write money out as a negative number in a column of its own.
    given[name] = Number(given[name] ?? 0) + (sign < 0 ? -Math.abs(value) : value);
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
    if (!field || field.required || value === null || fitsAlone(kind, field.name, value))
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

/** Returns a function that reads a cell of a column as a value of its field. */
function cellOf(target: TargetField, column: PlannedColumn, place: Place): (cell: string) => CellValue {
  const longest = longestOf(target);
  const bounded =
    (read: (cell: string) => CellValue) =>
    (cell: string): CellValue =>
      cell.length > longest ? { fault: `${quote(cell)} is longer than ${longest} characters` } : read(cell);
  if (target.type === "choice")
    return bounded((cell) => (cell === "" || isNothing(cell) ? { value: null } : wordOf(target, column, cell)));
  if (target.type === "day") {
    const read = cellReader({ ...column.format, type: column.format.type === "instant" ? "instant" : "day" }, place);
    return bounded((cell) => {
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
      const found = read(target.type === "whole" ? cell.replace(/(?:days?|months?)$/i, "").trim() : cell);
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
  return { fault: `${quote(cell)} is none of ${(target.choices ?? []).join(", ")}` };
}

/** The figures of a line of daily figures, by their names. */
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
