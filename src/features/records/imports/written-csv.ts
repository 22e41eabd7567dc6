import type { RecordKind } from "#features/records/contract.ts";
import { disarm, type Value } from "#features/records/fields/cells.ts";
import type { Fields } from "#features/records/fields/complete.ts";
import { fieldsOf } from "#features/records/fields/fields.ts";

/**
 * Takes the cells of a row, gives its line. Text that a spreadsheet would take for a formula gets an apostrophe before it;
 * numbers keep their minus.
 */
export function csvLine(cells: readonly Value[]): string {
  return cells
    .map((cell) => {
      if (cell === null) return "";
      if (typeof cell !== "string") return cell === true ? "yes" : cell === false ? "no" : String(cell);
      const safe = disarm(cell);
      return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    })
    .join(",");
}

/** The heading of a template or an export: what an import of it understands. */
export const headingOf = (kind: RecordKind): string =>
  csvLine(["External id", ...fieldsOf[kind].map(({ label }) => label)]);

/** The line of a record under that heading. */
export const lineOf = (kind: RecordKind, row: { externalId: string; fields: Fields }): string =>
  csvLine([row.externalId, ...fieldsOf[kind].map(({ name }) => row.fields[name] ?? null)]);

/** Takes lines, gives the file: with the mark by which spreadsheets know UTF-8. */
export const csvFile = (lines: readonly string[]): string => `\ufeff${lines.map((line) => `${line}\r\n`).join("")}`;
