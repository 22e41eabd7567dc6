import { isEmail, isNothing } from "./cells.ts";
import { csvLines } from "./csv.ts";
import { readWrittenDay } from "./days.ts";
import { readWrittenNumber } from "./numbers.ts";
import type { Line } from "./reading.ts";

const delimiters = ["\t", ";", ",", "|"];
/** Lines by which the layout is judged; what their cells are is judged by all. */
const mostLines = 400;
const farthestHeading = 60;

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

export async function headLines(text: string, delimiter: string, width = 0): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const batch of csvLines(once(text), delimiter, width)) {
    lines.push(...batch);
    if (lines.length >= mostLines) break;
  }
  return lines;
}

/** The most frequent number of cells, of lines with several if there are any, and the share of lines that have it. */
export function usualWidth(lines: readonly Line[]): { width: number; share: number; several: number } {
  const counts = new Map<number, number>();
  // Titles and notes have one cell, also where they end with a delimiter.
  for (const { cells } of lines) if (filledOf(cells) > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  let [width, most, several] = [1, 0, 0];
  for (const [cells, count] of counts) {
    several += count;
    if (count > most || (count === most && cells > width)) [width, most] = [cells, count];
  }
  return { width, share: several === 0 ? 0 : most / several, several: several / Math.max(1, lines.length) };
}

/** The delimiter that splits the lines most evenly; a `sep=` line says it. */
export async function delimiterOf(text: string): Promise<string> {
  const said = /^sep=([^\r\n])\r?\n/i.exec(text)?.[1];
  if (said) return said;
  let best = { delimiter: ",", score: 0 };
  for (const delimiter of delimiters) {
    const lines = await headLines(text, delimiter);
    const { width, share: evenly, several } = usualWidth(lines);
    if (width < 2) continue;
    // A heading may have more columns than its lines fill.
    const wide = lines.filter(({ cells }) => filledOf(cells) > 1);
    const share = (wide[0]?.cells.length ?? 0) > width ? evenly + 1 / wide.length : evenly;
    // More cells speak for a delimiter, but an even split of all lines, the heading too, does more.
    const score = share * share * several * (1 + Math.log2(width) / 8);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** What a heading does not hold: numbers, days and addresses. Years and months may head columns. */
export function isData(cell: string): boolean {
  if (cell === "" || isNothing(cell)) return false;
  if (/^(?:19|20|21)\d\d$/.test(cell)) return false;
  if (isEmail(cell)) return true;
  if (!/\d/.test(cell)) return false;
  const day = readWrittenDay(cell);
  return day ? !day.month : readWrittenNumber(cell, "") !== null;
}

const filledOf = (cells: readonly string[]): number => cells.filter((cell) => cell !== "").length;

/** The number of the heading's line; 0 if the lines have none. */
export function headingOf(lines: readonly Line[]): number {
  const near = lines.slice(0, farthestHeading);
  const usual = near.map(({ cells }) => filledOf(cells)).sort((a, b) => a - b);
  const typical = usual[Math.floor(usual.length * 0.7)] ?? 1;
  const wide = Math.max(Math.min(2, typical), Math.ceil(typical * 0.6));
  const couldHead = ({ cells }: Line) =>
    filledOf(cells) >= wide && !cells.some((cell) => isData(cell) || cell.length > 200);
  const at = near.findIndex(couldHead);
  const found = near[at];
  if (!found) return 0;
  // A line of data above it: the file has no heading, and this is a record of texts.
  if (
    near
      .slice(0, at)
      .some(
        ({ cells }) =>
          filledOf(cells) >= Math.max(2, typical * 0.8) &&
          cells.some(isData) &&
          at > 0 &&
          cells.filter(isData).length > 1 &&
          isLikeRecords(cells, near.slice(at + 1)),
      )
  )
    return 0;
  // Of two headings the lower one names each column; the upper one spans some.
  const [next, after] = near.slice(at + 1);
  if (!next || !after || !couldHead(next) || couldHead(after)) return found.line;
  return filledOf(next.cells) > filledOf(found.cells) || isRepeating(next.cells) ? next.line : found.line;
}

const isRepeating = (cells: readonly string[]): boolean =>
  new Set(cells.filter(Boolean)).size < filledOf(cells) && filledOf(cells) < cells.length;

/**
 * The headings of a line below the groups they belong to: one that stands there twice begins with its group, and one
 * that is empty is that of the line above.
 */
export function withGroups(heading: readonly string[], above: readonly string[]): string[] {
  const groups = heading.map((_, at) => above.slice(0, at + 1).findLast(Boolean) ?? "");
  const isGrouped = new Set(above.filter(Boolean)).size > 1;
  if (!isGrouped || above.some(isData) || new Set(heading.filter(Boolean)).size === filledOf(heading))
    return [...heading];
  const isTwice = (cell: string) => heading.indexOf(cell) !== heading.lastIndexOf(cell);
  return heading.map((cell, at) =>
    cell === "" ? (above[at] ?? "") : isTwice(cell) ? `${groups[at] ?? ""} ${cell}`.trim() : cell,
  );
}

/** Whether the cells are data where those of most lines below are. */
function isLikeRecords(cells: readonly string[], below: readonly Line[]): boolean {
  if (below.length === 0) return false;
  return cells.every(
    (cell, at) => !isData(cell) || below.filter((line) => isData(line.cells[at] ?? "")).length > below.length / 2,
  );
}
