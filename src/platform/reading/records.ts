import { detectCodePage, textOf } from "./code-page.ts";
import { type CsvEvents, csvLines } from "./csv.ts";
import { delimiterOf, headingOf, headLines, usualWidth } from "./layout.ts";
import { leftLines } from "./left.ts";
import type { FileProfile, Layout, Line, Place, Shape, Source } from "./reading.ts";
import { UnreadableFile } from "./reading.ts";

const headLength = 256 * 1024;

/** The beginning of a text. */
export async function headOf(source: Source, codePage: string): Promise<string> {
  let head = "";
  for await (const piece of textOf(source, codePage)) {
    head += piece;
    if (head.length >= headLength) break;
  }
  return head;
}

/** How a file's bytes become lines; what `chosen` says holds. */
export async function openText(source: Source, place: Place, chosen: Partial<Layout> = {}) {
  const pages = await detectCodePage(source, place);
  const codePage = chosen.codePage ?? pages.page;
  const others = [pages.page, ...pages.others].filter((page) => page !== codePage);
  const head = await headOf(source, codePage);
  const delimiter = chosen.delimiter ?? (await delimiterOf(head));
  const lines = await headLines(head, delimiter);
  if (lines.length === 0) throw new UnreadableFile("The file is empty.");
  const headingLine = chosen.headingLine ?? headingOf(lines);
  const layout: Layout = { format: "text", codePage, delimiter, sheet: null, headingLine };
  return { layout, codePages: others, sheets: [], lines, notes: pages.note ? [pages.note] : [] };
}

/** All lines of a file that are not empty, in batches. */
export async function* batchesOf(source: Source, layout: Layout, events: CsvEvents = {}): AsyncGenerator<Line[]> {
  const codePage = layout.codePage ?? "utf-8";
  const delimiter = layout.delimiter ?? ",";
  const { width } = usualWidth(await headLines(await headOf(source, codePage), delimiter));
  yield* csvLines(textOf(source, codePage), delimiter, width, events);
}

/** All lines of a file that are not empty. */
export async function* linesOf(source: Source, layout: Layout): AsyncGenerator<Line> {
  for await (const batch of batchesOf(source, layout)) yield* batch;
}

/** Marks a line with filled cells beyond the heading, which an unquoted delimiter in a cell makes. */
export function checkWidth(line: Line, { heading }: Shape): Line {
  const { cells } = line;
  if (cells.length <= heading.length) return line;
  const surplus = cells.slice(heading.length).some((cell) => cell !== "");
  if (!surplus) return { ...line, cells: cells.slice(0, heading.length) };
  return { ...line, fault: `It has ${cells.length} columns where the heading has ${heading.length}.` };
}

/** The records of a profiled file: its lines without those that its profile leaves. */
export async function* recordsOf(source: Source, profile: Pick<FileProfile, "layout" | "shape">): AsyncGenerator<Line> {
  const whyLeft = leftLines(profile.shape);
  for await (const batch of batchesOf(source, profile.layout)) {
    for (const line of batch) {
      if (line.line <= profile.layout.headingLine || whyLeft(line) !== null) continue;
      yield checkWidth(line, profile.shape);
    }
  }
}
