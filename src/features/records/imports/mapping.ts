import { truncate, lengths } from "#contract/words.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { withoutTime } from "#features/records/fields/cells.ts";
import { fieldsOf } from "#features/records/fields/fields.ts";
import { type DateFormat, readAmount, readDay } from "#features/metrics/rules.ts";

/** The column of each field; a column has at most one field. */
export type Mapping = { field: string; column: string }[];

/** The id of a row at its source; not one of the fields. */
export const externalId = "externalId";
const idHeadings = ["externalid", "id", "recordid", "rowid", "uuid", "guid", "sourceid"];

/** "Due Date", "due_date" and "dueDate" are equal. */
const bare = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9]+/g, "");

/** Matches headings to fields: by name and label first, then by aliases. */
export function guessMapping(kind: RecordKind, heading: readonly string[]): Mapping {
  const free = new Map(
    heading.map((column) => [bare(column), column]).filter(([key]) => key !== "") as [string, string][],
  );
  const found = new Map<string, string>();
  const take = (field: string, names: readonly string[]) => {
    if (found.has(field)) return;
    const key = names.find((name) => free.has(name));
    if (key === undefined) return;
    found.set(field, free.get(key) as string);
    free.delete(key);
  };
  take(externalId, idHeadings.slice(0, 2));
  for (const field of fieldsOf[kind]) take(field.name, [bare(field.name), bare(field.label)]);
  for (const field of fieldsOf[kind]) take(field.name, field.headings ?? []);
  take(externalId, idHeadings);
  const order = [externalId, ...fieldsOf[kind].map((field) => field.name)];
  return order.flatMap((field) => {
    const column = found.get(field);
    return column === undefined ? [] : [{ field, column }];
  });
}

/** Non-empty cells of these columns, except those too long for a number or date. */
const cellsIn = (rows: readonly (readonly string[])[], columns: readonly number[]): string[] =>
  rows.flatMap((row) => columns.map((at) => (row[at] ?? "").trim())).filter(({ length }) => length <= lengths.figure);

const formats = ["YYYY-MM-DD", "DD/MM/YYYY", "MM/DD/YYYY", "DD.MM.YYYY"] as const;

/** The date format that parses the most cells. */
export function guessDateFormat(rows: readonly (readonly string[])[], days: readonly number[]): DateFormat {
  const cells = cellsIn(rows, days).map(withoutTime);
  const readBy = (format: DateFormat) => cells.filter((cell) => readDay(cell, format) !== null).length;
  return formats.toSorted((one, other) => readBy(other) - readBy(one))[0] ?? "YYYY-MM-DD";
}

/** Whether numbers have a decimal comma: by cells that are unambiguous, otherwise by the delimiter. */
export function guessDecimalCommas(
  rows: readonly (readonly string[])[],
  numbers: readonly number[],
  delimiter: string,
): boolean {
  const cells = cellsIn(rows, numbers).map((cell) => cell.replaceAll(/[A-Z%\s]/g, ""));
  const points = cells.filter(
    (cell) => /[.,]/.test(cell) && readAmount(cell) !== null && readAmount(cell, true) === null,
  );
  const commas = cells.filter(
    (cell) => /[.,]/.test(cell) && readAmount(cell, true) !== null && readAmount(cell) === null,
  );
  if (points.length !== commas.length) return commas.length > points.length;
  return delimiter === ";";
}

/** Why a file cannot be imported with this mapping; null if it can. */
export function mappingFault(kind: RecordKind, mapping: Mapping, heading?: readonly string[]): string | null {
  const known = [externalId, ...fieldsOf[kind].map((field) => field.name)];
  const stranger = mapping.find(({ field }) => !known.includes(field));
  if (stranger) return `${truncate(stranger.field, 40)} is no field of ${kind}`;
  const twice = mapping.find(({ field }, at) => mapping.findIndex((other) => other.field === field) !== at);
  if (twice) return `Two columns are chosen for ${twice.field}`;
  const missing = fieldsOf[kind].find(({ name, required }) => required && !mapping.some(({ field }) => field === name));
  if (missing) return `Choose the column that holds "${missing.label}": a record cannot be without it`;
  const gone = heading && mapping.find(({ column }) => !heading.includes(column));
  return gone ? `The file has no column "${truncate(gone.column, 60)}"` : null;
}
