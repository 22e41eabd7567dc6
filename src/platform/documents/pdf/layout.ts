import { isFigure } from "#platform/documents/table.ts";
import type { Line, Segment } from "./lines.ts";

/** A part of a page in reading order: a line of text, or a table by rows and columns. */
export type Part = { line: Line } | { table: string[][]; columns: Span[]; line: Line };

export type Span = { left: number; right: number };

/** A gutter between columns, in parts of the letters' height; two rows alone need a wider one. */
const [gutter, wideGutter] = [0.7, 1.5];
const mostDepth = 4;

/** Orders a page's lines: columns one after the other, the cells of a table by row. */
export function layout(lines: readonly Line[], depth = 0): Part[] {
  const parts: Part[] = [];
  const inColumns = (some: readonly Line[], columns: readonly Span[]): Part[] =>
    columns.flatMap((_, at) =>
      layout(
        some.flatMap((line) => {
          const segments = line.segments.filter((segment) => columnOf(segment, columns) === at);
          return segments.length > 0 ? [{ ...line, segments }] : [];
        }),
        depth + 1,
      ),
    );
  for (let at = 0; at < lines.length; ) {
    const run = depth < mostDepth ? runFrom(lines, at) : [];
    const columns = run.length > 0 ? columnsOf(run) : [];
    const from = run.findIndex((line) => isRow(line, columns));
    if (columns.length > 1 && isProse(run, columns)) {
      parts.push(...inColumns(run, columns));
      at += run.length;
    } else if (columns.length > 1 && run.filter(({ segments }) => segments.length > 1).length > 1) {
      const rows = tableFrom(run.slice(from), columns);
      const own = columnsOf(rows);
      parts.push(...run.slice(0, from).map((line) => ({ line })));
      if (isLabelled(rows, own)) parts.push(...inColumns(rows, own));
      else if (rows[0]) parts.push({ ...readTable(rows, own), line: rows[0] });
      at += from + rows.length;
    } else {
      parts.push(...lines.slice(at, at + 1).map((line) => ({ line })));
      at += 1;
    }
  }
  return parts;
}

/** The longest run of lines from here that keeps an empty strip between two columns. */
function runFrom(lines: readonly Line[], at: number): Line[] {
  const first = lines[at];
  if (!first) return [];
  // Some lines of one column are text; a second one that begins below them is found from there.
  const isOneColumn = lines.slice(at, at + 4).every(({ segments: [own, more] }) => {
    const [column] = first.segments;
    return own && column && !more && own.left < column.right && own.right > column.left;
  });
  if (isOneColumn) return [];
  let union: Span[] = [];
  let end = at;
  for (const line of lines.slice(at)) {
    const before = lines[end - 1];
    const gap = before && end > at ? before.y - line.y : 0;
    if (before && gap > Math.max(before.height, line.height) * 3.5) break;
    // A heading below all columns begins something else.
    if (before && gap > line.height * 1.7 && line.height > before.height * 1.15 && line.segments.length === 1) break;
    const next = merge([...union, ...line.segments], first.height * gutter);
    // Gaps of one line alone may be the wide spaces of justified text.
    if (end > at + 1 && next.length < 2 && (union.length > 1 || line.segments.length > 1)) break;
    union = next;
    end += 1;
  }
  const height = median(lines.slice(at, end).map((line) => line.height));
  // A heading at the end belongs to what follows.
  while (end > at && (lines[end - 1]?.height ?? 0) > height * 1.15 && lines[end - 1]?.segments.length === 1) end -= 1;
  const run = lines.slice(at, end);
  const needed = run.length < 3 ? first.height * wideGutter : first.height * gutter;
  return merge(union, needed).length > 1 ? run : [];
}

/** Spans joined where they overlap or stand nearer than `near`. */
function merge(spans: readonly Span[], near: number): Span[] {
  const merged: Span[] = [];
  for (const { left, right } of spans.toSorted((one, other) => one.left - other.left)) {
    const last = merged.at(-1);
    if (last && left - last.right < near) last.right = Math.max(last.right, right);
    else merged.push({ left, right });
  }
  return merged;
}

/** The columns of a run. A heading over several columns, or one long cell, does not join them. */
function columnsOf(run: readonly Line[]): Span[] {
  const height = run[0]?.height ?? 1;
  // Headings of groups of columns, which name no row, make no columns.
  const [over, below] = [run[0]?.segments ?? [], run[1]?.segments ?? []];
  const isOver = below.length > over.length && (over[0]?.left ?? 0) > (below[0]?.right ?? Infinity);
  const segments = run.slice(isOver ? 1 : 0).flatMap((line) => line.segments);
  const allowed = run.length >= 4 ? Math.max(1, Math.floor(run.length / 10)) : 0;
  const edges = [...new Set(segments.flatMap(({ left, right }) => [left, right]))].toSorted((a, b) => a - b);
  const covered = edges.flatMap((left, index) => {
    const right = edges[index + 1] ?? left;
    const count = segments.filter((one) => one.left <= left && one.right >= right).length;
    return right > left && count > allowed ? [{ left, right }] : [];
  });
  const columns = merge(covered, height * gutter);
  // What stands in no column, as the only cell of one, makes its own.
  const lone = segments.filter((one) => columns.every(({ left, right }) => one.right <= left || one.left >= right));
  return [...columns, ...merge(lone, height * gutter)].toSorted((one, other) => one.left - other.left);
}

const overlaps = (segment: Span, columns: readonly Span[]): number =>
  columns.filter(({ left, right }) => segment.left < right && segment.right > left).length;

function columnOf(segment: Segment | undefined, columns: readonly Span[]): number {
  if (!segment) return -1;
  const distances = columns.map(({ left, right }) => Math.max(0, left - segment.right, segment.left - right));
  return distances.indexOf(Math.min(...distances));
}

/** Whether the lines of a column name their values themselves, as "Date: 3 May 2026" does. */
function isLabelled(rows: readonly Line[], columns: readonly Span[]): boolean {
  return columns.some((_, at) => {
    const lines = rows.flatMap(({ segments }) => segments.filter((one) => columnOf(one, columns) === at));
    return lines.filter(({ text }) => /^[^:]{2,40}:\s*\S/.test(text)).length > lines.length / 2;
  });
}

/** Whether columns hold running text: their lines are long, fill them, and stand close. */
function isProse(run: readonly Line[], columns: readonly Span[]): boolean {
  return columns.every((column, at) => {
    const lines = run.flatMap((line) => {
      const own = line.segments.filter((one) => columnOf(one, columns) === at);
      const [first, last] = [own[0], own.at(-1)];
      if (!first || !last) return [];
      return [{ ...line, left: first.left, right: last.right, text: own.map(({ text }) => text).join(" ") }];
    });
    if (lines.length < 2) return false;
    const width = column.right - column.left;
    const fill = median(lines.map(({ left, right }) => (right - left) / width));
    const length = median(lines.map(({ text }) => text.length));
    const pitch = median(lines.slice(1).map(({ y, height }, index) => ((lines[index]?.y ?? y) - y) / height));
    return length >= 16 && fill >= 0.7 && pitch < 1.75;
  });
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const isRow = ({ segments }: Line, columns: readonly Span[]) =>
  segments.length > 1 || columnOf(segments[0], columns) > 0;

/** The rows from a table's first to its last: a larger line or a wide gap ends it. */
function tableFrom(run: readonly Line[], columns: readonly Span[]): Line[] {
  const height = median(run.map((line) => line.height));
  const gaps: number[] = [];
  let end = 1;
  for (; end < run.length; end += 1) {
    const [before, line] = [run[end - 1], run[end]];
    if (!before || !line) break;
    if (line.segments.length === 1 && Math.abs(line.height - height) > height * 0.15) break;
    const gap = before.y - line.y;
    if (gaps.length > 0 && gap > Math.max(1.7 * height, 1.4 * Math.max(...gaps))) {
      const soFar = columnsOf(run.slice(0, end));
      if (line.segments.length === 1 || line.segments.some((segment) => overlaps(segment, soFar) !== 1)) break;
    }
    gaps.push(gap);
  }
  const rows = run.slice(0, end);
  // Lines in the first column below the last row are text, unless they continue its cell.
  const last = rows.findLastIndex((line) => isRow(line, columns)) + 1;
  const isLoose = rows.slice(last).some((line, at) => (rows[last + at - 1]?.y ?? 0) - line.y > height * 1.4);
  return isLoose || last === 1 ? rows.slice(0, Math.max(last, 1)) : rows;
}

function readTable(lines: readonly Line[], given: readonly Span[]): { table: string[][]; columns: Span[] } {
  const columns = [...given];
  const cells = lines.map(({ segments }) => {
    const row = columns.map(() => "");
    for (const segment of segments) {
      const at = columnOf(segment, columns);
      row[at] = `${row[at] ?? ""} ${segment.text}`.trim();
    }
    return row;
  });
  const table = joinLines(cells, lines);
  for (let at = columns.length - 1; at > 0; at -= 1) {
    const [left, right] = [columns[at - 1], columns[at]];
    if (!left || !right || right.left - left.right > 4 * (lines[0]?.height ?? 0) || !isHeadingBeside(table, at))
      continue;
    for (const row of table) row.splice(at - 1, 2, `${row[at - 1]}${row[at]}`);
    columns.splice(at - 1, 2, { left: left.left, right: right.right });
  }
  return { table, columns };
}

/** Whether of two columns one is only a heading that stands beside the other's cells. */
function isHeadingBeside(table: readonly string[][], at: number): boolean {
  const [first = [], ...rest] = table;
  const filled = [at - 1, at].map((column) => rest.filter((row) => row[column] !== "").length);
  const headed = [at - 1, at].map((column) => first[column] !== "");
  const isPair = (headed[0] && !headed[1] && filled[0] === 0) || (headed[1] && !headed[0] && filled[1] === 0);
  return isPair === true && Math.max(...filled) > 2 && !first.some(isFigure);
}

/**
 * Rows whose cells have several lines, which are parted by line ends: where gaps part the rows, and no two lines have a
 * number in the same column.
 */
function joinLines(cells: readonly string[][], lines: readonly Line[]): string[][] {
  const gaps = lines.slice(1).map(({ y }, at) => (lines[at]?.y ?? y) - y);
  const height = median(lines.map((line) => line.height));
  for (const close of [height * 1.4, Math.min(...gaps) * 1.06]) {
    const groups: string[][][] = [];
    for (const [at, row] of cells.entries())
      if (at > 0 && (gaps[at - 1] ?? 0) < close) groups.at(-1)?.push(row);
      else groups.push([row]);
    if (groups.length > 2 && groups.every(isOneRow))
      return groups.map((rows) => (rows[0] ?? []).map((_, at) => rows.flatMap((row) => row[at] || []).join("\n")));
  }
  return cells.map((row) => [...row]);
}

function isOneRow(rows: readonly string[][]): boolean {
  const columns = (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? ""));
  const full = rows.filter((row) => row.every((cell) => cell !== ""));
  return columns.every((column) => column.filter(isFigure).length < 2) && (columns.length < 3 || full.length < 2);
}
