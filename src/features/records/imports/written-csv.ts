import type { RecordKind } from "#features/records/contract.ts";
import { escapeFormula, type Value } from "#features/records/fields/cells.ts";
import type { Fields } from "#features/records/fields/complete.ts";
import { fieldsOf } from "#features/records/fields/fields.ts";

/** Escapes text a spreadsheet would run as a formula with an apostrophe; numbers keep their minus. */
export function csvLine(cells: readonly Value[]): string {
  return cells
    .map((cell) => {
      if (cell === null) return "";
      if (typeof cell !== "string") return cell === true ? "yes" : cell === false ? "no" : String(cell);
      const safe = escapeFormula(cell);
      return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    })
    .join(",");
}

/** The heading of templates and exports, which an import recognizes. */
export const headingOf = (kind: RecordKind): string =>
  csvLine(["External id", ...fieldsOf[kind].map(({ label }) => label)]);

/** A record as a line under that heading. */
export const lineOf = (kind: RecordKind, row: { externalId: string; fields: Fields }): string =>
  csvLine([row.externalId, ...fieldsOf[kind].map(({ name }) => row.fields[name] ?? null)]);

/** With the byte order mark by which spreadsheets recognize UTF-8. */
export const csvFile = (lines: readonly string[]): string => `\ufeff${lines.map((line) => `${line}\r\n`).join("")}`;
