import { unfolder } from "./across.ts";
import { detectCodePage, textOf } from "./code-page.ts";
import { type CsvEvents, csvLines } from "./csv.ts";
import { grouper } from "./groups.ts";
import { delimiterOf, headingOf, headLines, isData, usualWidth } from "./layout.ts";
import { leftLines } from "./left.ts";
import { findZones } from "./place.ts";
import { joinSplitDay } from "./split-days.ts";
import { isWorkbook, readWorkbook } from "./workbook.ts";
import type { FileProfile, Layout, LeftLine, Line, Place, Shape, Source } from "./reading.ts";
import { UnreadableFile } from "./reading.ts";

const headLength = 256 * 1024;

async function headOf(source: Source, codePage: string): Promise<string> {
  let head = "";
  for await (const piece of textOf(source, codePage)) {
    head += piece;
    if (head.length >= headLength) break;
  }
  return head;
}

export type Opened = {
  layout: Layout;
  codePages: string[];
  sheets: string[];
  /** The lines near the beginning, by which the layout was judged. */
  head: Line[];
  /** All lines, once. */
  batches: (events: CsvEvents) => AsyncIterable<Line[]>;
  notes: string[];
  /** Must be called, whether or not the lines were read. */
  close: () => Promise<unknown>;
};

/** How a file's bytes become lines; what `chosen` says holds. */
export async function openFile(source: Source, place: Place, chosen: Partial<Layout> = {}): Promise<Opened> {
  await findZones();
  for await (const first of source.bytes()) {
    if (first.length === 0) continue;
    const opened = isWorkbook(first) ? await openWorkbook(source, chosen) : await openText(source, place, chosen);
    if (opened.head.length === 0) throw new UnreadableFile("The file is empty.");
    opened.layout.headingLine = chosen.headingLine ?? headingOf(opened.head);
    return opened;
  }
  throw new UnreadableFile("The file is empty.");
}

async function openText(source: Source, place: Place, chosen: Partial<Layout>): Promise<Opened> {
  const pages = await detectCodePage(source, place);
  const codePage = chosen.codePage ?? pages.page;
  const codePages = [pages.page, ...pages.others].filter((page) => page !== codePage);
  const text = await headOf(source, codePage);
  const delimiter = chosen.delimiter ?? (await delimiterOf(text));
  const layout: Layout = { format: "text", codePage, delimiter, sheet: null, headingLine: 0 };
  const head = await headLines(text, delimiter);
  const batches = (events: CsvEvents) => batchesOf(source, layout, events);
  return {
    layout,
    codePages,
    sheets: [],
    head,
    batches,
    notes: pages.notes,
    close: async () => undefined,
  };
}

async function openWorkbook(source: Source, chosen: Partial<Layout>): Promise<Opened> {
  const { about, batches } = await readWorkbook(source, chosen.sheet ?? null);
  const { value: head = [] } = await batches.next();
  async function* all(): AsyncGenerator<Line[]> {
    yield head;
    yield* batches;
  }
  const layout: Layout = { format: "workbook", codePage: null, delimiter: null, sheet: about.sheet, headingLine: 0 };
  return {
    layout,
    codePages: [],
    sheets: about.sheets,
    head,
    batches: all,
    notes: about.notes,
    close: () => batches.return(undefined),
  };
}

/** Whether the lines of a text split into the same columns, of which one holds numbers, days or addresses. */
export async function isTable(source: Source, place: Place): Promise<boolean> {
  const { head, layout } = await openFile(source, place);
  const { width, share, several } = usualWidth(head);
  if (layout.format === "workbook" || head.length < 3 || width < 2 || share < 0.95 || several < 0.9) return false;
  const cells = Array.from({ length: width }, (_, at) => head.map((line) => line.cells[at] ?? "").filter(Boolean));
  return cells.some((column) => column.length > head.length / 2 && column.filter(isData).length >= column.length * 0.6);
}

/** All lines of a file that are not empty, in batches. */
async function* batchesOf(source: Source, layout: Layout, events: CsvEvents = {}): AsyncGenerator<Line[]> {
  if (layout.format === "workbook") {
    const { batches } = await readWorkbook(source, layout.sheet);
    yield* batches;
    return;
  }
  const codePage = layout.codePage ?? "utf-8";
  const delimiter = layout.delimiter ?? ",";
  const { width } = usualWidth(await headLines(await headOf(source, codePage), delimiter));
  yield* csvLines(textOf(source, codePage), delimiter, width, events);
}

/** Marks a line with filled cells beyond the heading, which an unquoted delimiter in a cell makes. */
function checkWidth(line: Line, { heading }: Shape): Line {
  const { cells } = line;
  if (cells.length <= heading.length) return line;
  const surplus = cells.slice(heading.length).some((cell) => cell !== "");
  if (!surplus) return { ...line, cells: cells.slice(0, heading.length) };
  return {
    ...line,
    fault: `It has ${cells.length} cells where the heading has ${heading.length}: a cell that holds the delimiter needs quotes.`,
  };
}

const withWidth = (cells: readonly string[], width: number): string[] =>
  Array.from({ length: width }, (_, at) => cells[at] ?? "");

/** Returns a function that makes the records of a line, one in most files, or says why it holds none. */
export function recordsIn(shape: Shape): (line: Line) => Line[] | LeftLine["why"] {
  if (shape.across) {
    const unfold = unfolder(shape.across);
    return (line) => unfold(checkWidth(line, shape));
  }
  const whyLeft = leftLines(shape);
  const { split } = shape;
  const recordOf = (line: Line): Line => {
    const record = checkWidth(line, shape);
    return split ? { ...record, cells: joinSplitDay(record.cells, split) } : record;
  };
  const groupOf = shape.groups ? grouper(shape.groups) : null;
  return (line) => {
    const why = whyLeft(line);
    const found = groupOf?.(line);
    if (why === "repeated heading" || !found) return why ?? [recordOf(line)];
    if (typeof found === "string") return found;
    const record = recordOf(line);
    return why === null ? [{ ...record, cells: [...withWidth(record.cells, shape.heading.length), found.group] }] : why;
  };
}

/** The records of a profiled file: its lines without those that its profile leaves. */
export async function* recordsOf(source: Source, profile: Pick<FileProfile, "layout" | "shape">): AsyncGenerator<Line> {
  const records = recordsIn(profile.shape);
  for await (const batch of batchesOf(source, profile.layout)) {
    for (const line of batch) {
      if (line.line <= profile.layout.headingLine) continue;
      const found = records(line);
      if (typeof found !== "string") yield* found;
    }
  }
}
