import { acrossOf } from "./across.ts";
import { ColumnReader } from "./column.ts";
import { mostColumns } from "./csv.ts";
import { readWrittenDay } from "./days.ts";
import { furtherLines } from "./further.ts";
import { groupsOf } from "./groups.ts";
import { isData, withGroups } from "./layout.ts";
import { looksLikeTotal, namesTotal } from "./left.ts";
import { readWrittenNumber } from "./numbers.ts";
import {
  type FileProfile,
  type Layout,
  type LeftLine,
  type Line,
  type Place,
  type Shape,
  type Source,
  UnreadableFile,
} from "./reading.ts";
import { openFile, type Opened, recordsIn } from "./records.ts";
import { settleDoubts } from "./settle.ts";
import { splitDayOf } from "./split-days.ts";
import { takeTurns } from "./turns.ts";

const mostLeft = 50;
/** Lines kept, to be shown and to be counted with, and how many letters of them. */
const mostFirst = 200;
const mostFirstLetters = 100_000;
const leastFirst = 20;
const mostNotes = 5;
/** The share of lines that fill a column which each record fills. */
const nearlyAll = 0.9;
/** The share of a column's cells that make it one of numbers or days. */
const mostCells = 0.7;

/** Given what the beginning of a file holds, returns a function that sees every record of the whole file, or null. */
export type Watch = (head: FileProfile) => Promise<((line: Line) => void) | null>;

/** What a whole file holds: its layout, the lines without records, and what each column is. */
export async function profileFile(
  source: Source,
  place: Place,
  chosen: Partial<Layout> = {},
  watch?: Watch,
): Promise<FileProfile> {
  if (source.size === 0) throw new UnreadableFile("The file is empty.");
  const opened = await openFile(source, place, chosen);
  try {
    async function* head() {
      yield opened.head;
    }
    const see = watch ? await watch(await profileOf({ ...opened, batches: head }, place)) : null;
    return await profileOf(opened, place, see);
  } finally {
    await opened.close();
  }
}

async function profileOf(
  opened: Opened,
  place: Place,
  see: ((line: Line) => void) | null = null,
): Promise<FileProfile> {
  const { layout } = opened;
  const shape = shapeOf(opened.head, layout.headingLine);
  const { heading } = shape.across ?? shape.split ?? shape.groups ?? shape;
  const columns = heading.map(
    (name, at) => new ColumnReader(at, name.replaceAll(/\s+/g, " ") || `Column ${at + 1}`, place),
  );
  const recordsOfLine = recordsIn(shape);
  const left: LeftLine[] = [];
  const first: Line[] = [];
  const further = furtherLines();
  const notes = [...opened.notes];
  let [leftCount, lines, moreNotes, letters] = [0, 0, 0, 0];
  const leave = ({ line, cells }: Line, why: LeftLine["why"]) => {
    leftCount += 1;
    if (left.length < mostLeft) left.push({ line, why, text: cells.filter(Boolean).join("  ").slice(0, 200) });
  };
  const onNote = (note: string) => {
    if (notes.length < mostNotes) notes.push(note);
    else moreNotes += 1;
  };
  const pause = takeTurns();
  for await (const batch of opened.batches({ onNote })) {
    for (const found of batch) {
      if (found.line === layout.headingLine) continue;
      const records = found.line < layout.headingLine ? "title" : recordsOfLine(found);
      if (typeof records === "string") {
        leave(found, records);
        continue;
      }
      for (const line of records) {
        lines += 1;
        see?.(line);
        if (looksLikeTotal(line.cells, shape.heading.length))
          onNote(
            `Line ${line.line} reads like a total, but its figures are not those of the lines above: it is a record.`,
          );
        const isFirst = first.length < leastFirst || (first.length < mostFirst && letters < mostFirstLetters);
        further.see(line, isFirst);
        if (isFirst) {
          first.push(line);
          for (const cell of line.cells) letters += cell.length + 3;
        }
        // A line with a fault is not taken, so its shifted cells decide nothing.
        if (line.fault === undefined) for (const column of columns) column.add(line.cells[column.at] ?? "", line.line);
      }
    }
    await pause();
  }
  if (moreNotes > 0) notes.push(`${moreNotes} more lines have such notes.`);
  if (layout.headingLine === 0) notes.push("The file has no heading line.");
  const profiles = columns.map((column) => column.finish());
  settleDoubts(profiles, place);
  notes.push(...columns.flatMap((column) => column.notes()));
  const { codePages, sheets } = opened;
  return {
    layout,
    codePages,
    sheets,
    lines,
    left,
    leftCount,
    columns: profiles,
    shape,
    first,
    further: further.kept,
    notes,
  };
}

/** The heading and what records have in common, by the lines near the heading. */
function shapeOf(lines: readonly Line[], headingLine: number): Shape {
  const below = lines.filter(({ line }) => line > headingLine);
  const widest = Math.max(0, ...below.map(({ cells }) => cells.length));
  const headCells =
    lines.find(({ line }) => line === headingLine)?.cells ??
    Array.from({ length: widest }, (_, at) => `Column ${at + 1}`);
  // Some banks mark the line of headings: "#Amount".
  const isMarked =
    headCells.every((cell) => cell === "" || cell.startsWith("#")) && headCells.filter(Boolean).length > 1;
  const heading = withGroups(
    headCells.map((cell) => (isMarked ? cell.replace(/^#+\s*/, "") : cell)),
    lines.find(({ line }) => line === headingLine - 1)?.cells ?? [],
  );
  while (
    heading.length > 1 &&
    heading.at(-1) === "" &&
    below.every(({ cells }) => (cells[heading.length - 1] ?? "") === "")
  )
    heading.pop();
  if (heading.length > mostColumns)
    throw new UnreadableFile(`The file has ${heading.length} columns; at most ${mostColumns} can be read.`);
  const filledIn = ({ cells }: Line) => cells.filter(Boolean).length;
  const usual = below.map(filledIn).sort((a, b) => a - b)[Math.floor(below.length * 0.7)] ?? 0;
  // The first line may be a second heading.
  const isHeadingToo = below.length > 2 && below[0]?.cells.some(isData) === false;
  const named = (isHeadingToo ? below.slice(1) : below).filter(
    (line) => !(filledIn(line) < usual && namesTotal(line.cells)) && line.cells.join() !== heading.join(),
  );
  const titles = lines.filter(({ line }) => line < headingLine).map(({ cells }) => cells.join(" "));
  const across = acrossOf(heading, below, titles.join(" "));
  const split = across ? null : splitDayOf(heading, named);
  const groups = across || split ? null : groupsOf(heading, below);
  const head = { heading, ...(across && { across }), ...(split && { split }), ...(groups && { groups }) };
  const several =
    heading.length < 3
      ? named
      : named.filter((line) => filledIn(line) > 1 && (!groups || readWrittenDay(line.cells[groups.day] ?? "")));
  const dated = keysOf(heading, several);
  // A dated record has more than a name.
  if (dated.days.length > 0) return { ...head, ...dated };
  return { ...head, ...keysOf(heading, named.length > 0 ? named : below) };
}

function keysOf(heading: readonly string[], records: readonly Line[]): Pick<Shape, "keys" | "days" | "numbers"> {
  const filled = heading.map((_, at) => records.map(({ cells }) => cells[at] ?? "").filter(Boolean));
  const mostly = (at: number, is: (cell: string) => boolean) => {
    const cells = filled[at] ?? [];
    return cells.length > 0 && cells.filter(is).length >= mostCells * cells.length;
  };
  const places = heading.map((_, at) => at);
  // Some days are written as numbers: 20260115.
  const days = places.filter((at) => mostly(at, (cell) => readWrittenDay(cell) !== null));
  const numbers = places.filter(
    (at) => !days.includes(at) && mostly(at, (cell) => readWrittenNumber(cell, "") !== null),
  );
  const keys = places.filter((at) => {
    const count = filled[at]?.length ?? 0;
    return !numbers.includes(at) && count > 0 && count >= nearlyAll * records.length;
  });
  return { keys, days: keys.filter((at) => days.includes(at)), numbers };
}
