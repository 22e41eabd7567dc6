import { delimiterOf } from "#features/metrics/rules.ts";
import { splitRows } from "#features/metrics/web/csv.ts";
import type { RecordKind } from "#features/records/contract.ts";
import { fieldsOf } from "#features/records/fields/fields.ts";
import { mostBytes } from "#features/records/imports/contract.ts";
import { type Encoding, previewText } from "#features/records/imports/encoding.ts";
import { guessDateFormat, guessDecimalCommas, guessMapping, type Mapping } from "#features/records/imports/mapping.ts";
import type { DateFormat } from "#features/metrics/rules.ts";

/** A file before the upload: its first rows, and the guessed formats. */
export type FilePreview = {
  name: string;
  bytes: Blob;
  heading: string[];
  rows: string[][];
  /** The line number each row ends on. */
  lines: number[];
  delimiter: string;
  encoding: Encoding;
  mapping: Mapping;
};

const previewBytes = 65_536;

/** The first rows of a file, or why it cannot be imported. */
export async function previewFile(kind: RecordKind, name: string, bytes: Blob): Promise<FilePreview | string> {
  if (bytes.size > mostBytes) return "The file is larger than 100 MB. Split it and import the parts.";
  const start = new Uint8Array(await bytes.slice(0, previewBytes).arrayBuffer());
  const { text, encoding } = previewText(start);
  if (text.includes("\u0000")) return "The file is not text. Save it as CSV in UTF-8 and try again.";
  const [first, ...rows] = splitRows(text, 200);
  // The last row may be truncated.
  if (bytes.size > previewBytes) rows.pop();
  if (!first || rows.length === 0) return "There are no rows. The first line must name the columns.";
  const heading = first.cells.map((cell) => cell.trim());
  return {
    name,
    bytes,
    heading,
    rows: rows.map(({ cells }) => cells),
    lines: rows.map(({ line }) => line),
    delimiter: delimiterOf(text),
    encoding,
    mapping: guessMapping(kind, heading),
  };
}

/** The guessed date and number formats under a mapping. */
export function guessFormat(
  kind: RecordKind,
  { heading, rows, delimiter }: FilePreview,
  mapping: Mapping,
): { dateFormat: DateFormat; decimalCommas: boolean } {
  const places = (...types: string[]) =>
    mapping.flatMap(({ field, column }) =>
      fieldsOf[kind].some(({ name, type }) => name === field && types.includes(type)) ? [heading.indexOf(column)] : [],
    );
  return {
    dateFormat: guessDateFormat(rows, places("day")),
    decimalCommas: guessDecimalCommas(rows, places("money", "number", "share"), delimiter),
  };
}
