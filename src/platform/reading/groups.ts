import { readWrittenDay } from "./days.ts";
import { namesTotal, namingOf } from "./left.ts";
import { readWrittenNumber } from "./numbers.ts";
import type { Groups, LeftLine, Line } from "./reading.ts";

/** Lines of a look that ended within the first group. */
const longLook = 390;
const mostWords = 2;
const isDay = (cell: string): boolean => readWrittenDay(cell)?.month === false;
const filledOf = ({ cells }: Line): string[] => cells.filter(Boolean);
const nameOf = (line: Line): string => filledOf(line).join(" ");
const plain = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{M}"״]+/gu) ?? []).join(" ");
/** "Total for Checking", "Total Checking", "Checking total". */
const isTotalOf = (cell: string, name: string): boolean => {
  const of = namingOf(cell)?.of ?? "";
  return of !== "" && plain(name) !== "" && of.endsWith(plain(name));
};

/**
 * How a table is grouped: a name alone stands above the lines of each group, as accounts do in a general ledger and
 * customers in lists of what they owe. Null if a table is not.
 */
export function groupsOf(heading: readonly string[], below: readonly Line[]): Groups | null {
  const counts = heading.map((_, at) => below.filter(({ cells }) => isDay(cells[at] ?? "")).length);
  const most = Math.max(0, ...counts);
  const day = counts.indexOf(most);
  if (most < 2) return null;
  const isRecord = ({ cells }: Line) => isDay(cells[day] ?? "");
  const records = below.filter(isRecord);
  const numbers = heading.flatMap((_, at) => {
    const filled = records.map(({ cells }) => cells[at] ?? "").filter(Boolean);
    const isNumbers = at !== day && filled.length > 0 && filled.every((cell) => readWrittenNumber(cell, "") !== null);
    return isNumbers ? [at] : [];
  });
  const named = Map.groupBy(below, nameOf);
  // What stands in several groups, such as an opening balance without an amount, is the name of none.
  const notes = [...named].flatMap(([name, lines]) => (lines.length > 1 && lines.some(couldHead) ? [name] : []));
  const isHead = (line: Line) => couldHead(line) && !notes.includes(nameOf(line));
  const heads = below.filter(
    (line, at) => isHead(line) && below.slice(at + 1).find((one) => isRecord(one) || isHead(one)),
  );
  const [first] = below;
  const isNamed = below.some(({ cells }) => cells.some((cell) => heads.some((head) => isTotalOf(cell, nameOf(head)))));
  if (!first || !isHead(first) || !(heads.length > 1 || isNamed || below.length > longLook)) return null;
  const hasTotals = below.some((line) => !isRecord(line) && namesTotal(line.cells));
  return { day, numbers, notes, hasTotals, heading: [...heading, "Group"] };

  function couldHead(line: Line): boolean {
    const filled = filledOf(line);
    const isBare = numbers.every((at) => (line.cells[at] ?? "") === "");
    return (
      isBare && filled.length <= mostWords && !namesTotal(line.cells) && !filled.some((cell) => readWrittenDay(cell))
    );
  }
}

/**
 * Returns a function that gives the group of each record, or says why a line is none. It must see every line in order:
 * a total ends the group it names, or the innermost one.
 */
export function grouper({
  day,
  numbers,
  notes,
  hasTotals,
}: Groups): (line: Line) => { group: string } | LeftLine["why"] {
  const open: string[] = [];
  return (line) => {
    const { cells } = line;
    if (isDay(cells[day] ?? "")) return { group: open.join(": ") };
    const filled = filledOf(line);
    if (namesTotal(cells)) {
      const isBare = filled.every((cell) => (namingOf(cell)?.of ?? "") === "");
      const level = open.findLastIndex((name) => filled.some((cell) => isTotalOf(cell, name)));
      open.splice(isBare ? -1 : level < 0 ? open.length : level);
      return "total";
    }
    const isHead = numbers.every((at) => (cells[at] ?? "") === "") && filled.length <= mostWords;
    if (!isHead || notes.includes(nameOf(line))) return "note";
    if (!hasTotals) open.length = 0;
    open.push(nameOf(line));
    return "note";
  };
}
