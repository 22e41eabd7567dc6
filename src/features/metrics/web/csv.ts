import { dateFormats } from "#features/metrics/contract.ts";
import { delimiterOf, readAmount, readDay } from "#features/metrics/rules.ts";

type Row = { cells: string[]; line: number };

/** The cells of the first rows of a CSV text. */
export const splitCsv = (text: string, maxRows: number): string[][] =>
  splitRows(text, maxRows).map(({ cells }) => cells);

/**
 * The first rows of a CSV text, each with the line number it ends on; quotes may contain separators and line breaks.
 */
export function splitRows(text: string, maxRows: number): Row[] {
  const separator = delimiterOf(text);
  const rows: Row[] = [];
  let line = 1;
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  const endRow = () => {
    row.push(cell);
    if (row.some((each) => each.trim() !== "")) rows.push({ cells: row, line });
    row = [];
    cell = "";
  };
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length && rows.length < maxRows; at += 1) {
    const char = text.charAt(at);
    if (quoted) {
      if (char === "\n") line += 1;
      if (char !== '"') cell += char;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (char === '"' && cell === "") quoted = true;
    else if (char === separator) {
      row.push(cell);
      cell = "";
    } else if (char === "\n") {
      endRow();
      line += 1;
    } else if (char !== "\r") cell += char;
  }
  if (rows.length < maxRows && (cell || row.length)) endRow();
  return rows;
}

export type Guess = { dateColumn: string; valueColumn: string; dateFormat: (typeof dateFormats)[number] };

/** Guesses the date and value columns as those that parse in most rows, so that a few bad lines change nothing. */
export function guessColumns(rows: readonly string[][]): Guess {
  const [heading = [], ...body] = rows;
  const columns = heading.map((_, column) => column);
  const share = (column: number, reads: (cell: string) => boolean): number => {
    const cells = body.map((row) => row[column] ?? "").filter((cell) => cell.trim() !== "");
    return cells.length === 0 ? 0 : cells.filter(reads).length / cells.length;
  };
  const dated = dateFormats.flatMap((format) =>
    columns.map((column) => ({ column, format, share: share(column, (cell) => readDay(cell, format) !== null) })),
  );
  const date = best(dated) ?? { column: 0, format: dateFormats[0] };
  const others = columns.filter((column) => column !== date.column);
  const numeric = others.map((column) => ({
    column,
    share: share(column, (cell) => readAmount(cell) !== null || readAmount(cell, true) !== null),
  }));
  const named = numeric.filter(({ column }) => /revenue|amount|total|sales|value|sum/i.test(heading[column] ?? ""));
  const value = (best(named) ?? best(numeric))?.column ?? others[0] ?? 0;
  return { dateColumn: heading[date.column] ?? "", valueColumn: heading[value] ?? "", dateFormat: date.format };
}

/** The best candidate, if it parses in more than half of the rows. */
const best = <Found extends { share: number }>(found: readonly Found[]): Found | undefined =>
  found.filter(({ share }) => share > 0.5).toSorted((one, other) => other.share - one.share)[0];
