import type { Block } from "./document.ts";

type Row = readonly string[];

const clean = (cell: string) => cell.replace(/\s+/g, " ").trim();

/** A table row as text with each cell's heading, so that it can be understood alone. */
export function rowText(heading: Row, cells: Row): string {
  return cells
    .flatMap((cell, at) => {
      const [name, value] = [clean(heading[at] ?? ""), clean(cell)];
      return value === "" ? [] : [name && name !== value ? `${name}: ${value}` : value];
    })
    .join("; ");
}

/** A row of a table without headings: an empty cell keeps its place. */
export const plainText = (cells: Row): string =>
  cells
    .slice(0, cells.findLastIndex((cell) => clean(cell) !== "") + 1)
    .map(clean)
    .join(" | ");

/** Whether a cell is a number, an amount or a code, such as "£3.42", "120 kg" or "INV-204". */
export const isFigure = (cell: string): boolean => /^[^\p{L}\d]{0,5}(?:\p{L}{1,3}\.?)?[^\p{L}\d]{0,5}\d/u.test(cell);
/** Whether a cell names a period, as headings do: "2026", "Q1", "Jan 2026", "FY26". */
const isPeriod = (cell: string): boolean =>
  /^(?:\p{L}{1,9}\.? ?)?(?:[1-4] )?(?:(?:19|20)\d\d(?:[-/]\d{1,4})?|'?\d\d?)$/u.test(cell) && !/^'?\d\d?$/.test(cell);
/** What is left of a cell without its numbers: figures of one column have one form. */
const formOf = (cell: string): string => cell.replace(/\d[\d.,'\s]*/g, "9");

/** Whether the first row says what stands in the columns, by what stands below it. */
export function isHeading(first: Row, rows: readonly Row[]): boolean {
  const below = (at: number) => rows.map((row) => clean(row[at] ?? "")).filter(Boolean);
  if (rows.length === 0) return false;
  const isData = (cell: string, at: number) =>
    isFigure(cell) && !isPeriod(cell) && below(at).some((other) => formOf(other) === formOf(cell));
  if (first.some((cell, at) => isData(clean(cell), at))) return false;
  // Two columns may be names with their values, which have no heading.
  const values = below(1);
  return (
    first.length !== 2 || (!isFigure(clean(first[1] ?? "")) && values.filter(isFigure).length > values.length * 0.6)
  );
}

/**
 * The rows of a table, each with the headings of its cells. `headings` is the number of rows that are the heading, where
 * the file says it.
 */
export function tableBlocks(given: readonly Row[], at: Pick<Block, "page"> = {}, headings?: number): Block[] {
  const rows = given.filter((row) => row.some((cell) => clean(cell) !== ""));
  const width = Math.max(0, ...rows.map((row) => row.length));
  const [first] = rows;
  // A single cell above several columns is the table's title.
  if (headings === undefined && first && rows.length > 2 && width > 1 && new Set(first.map(clean)).size <= 2)
    if (first.filter((cell) => clean(cell) !== "").length === 1 || new Set(first.map(clean)).size === 1)
      return [{ ...at, text: plainText([first.find((cell) => clean(cell)) ?? ""]) }, ...tableBlocks(rows.slice(1), at)];
  const groups = headings === undefined ? groupHeadings(rows) : null;
  if (groups) return tableBlocks([groups, ...rows.slice(1)], at, 2);
  const count = headings ?? (first && isHeading(first, rows.slice(1)) ? 1 : 0);
  const heading = Array.from({ length: width }, (_, column) =>
    [...new Set(rows.slice(0, count).map((row) => clean(row[column] ?? "")))].filter(Boolean).join(" "),
  );
  const lines = rows.slice(count);
  if (lines.length === 0) return [{ ...at, text: plainText(heading) }];
  const isPairs = count === 0 && width === 2 && lines.length > 1;
  return lines.map((cells, index) => ({
    ...at,
    row: index + 1,
    text: count > 0 ? rowText(heading, cells) : isPairs ? rowText([], [pairText(cells)]) : plainText(cells),
  }));
}

/** A first row that stands over groups of equal columns, such as a year over "Units, Euros": its texts in each column. */
function groupHeadings([first = [], second = [], third]: readonly Row[]): string[] | null {
  const names = first.flatMap((cell) => clean(cell) || []);
  const most = first.findIndex((cell) => clean(cell) !== "");
  for (let from = 0; third && names.length > 1 && from <= most; from += 1) {
    const columns = second.slice(from).map(clean);
    const size = columns.length / names.length;
    if (size < 2 || !Number.isInteger(size)) continue;
    if (columns.every((cell, at) => cell !== "" && !isFigure(cell) && cell === columns[at % size]))
      return second.map((_, at) => (at < from ? "" : (names[Math.floor((at - from) / size)] ?? "")));
  }
  return null;
}

const pairText = ([name = "", value = ""]: Row): string =>
  clean(name) && clean(value) ? `${clean(name).replace(/:$/, "")}: ${clean(value)}` : clean(name) || clean(value);
