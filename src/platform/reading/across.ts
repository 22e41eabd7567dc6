import { readWrittenDay } from "./days.ts";
import { isTotalWord, namingOf } from "./left.ts";
import { readWrittenNumber } from "./numbers.ts";
import type { Across, LeftLine, Line } from "./reading.ts";

/** Reads a heading as months across; null if it is none. `titles` are the texts above it. */
export function acrossOf(heading: readonly string[], below: readonly Line[], titles: string): Across | null {
  const months = heading.flatMap((cell, at) => {
    const found = readWrittenDay(cell);
    return found?.month && found.yearFirst ? [{ at, month: found.yearFirst }] : [];
  });
  const isMonth = new Set(months.map(({ at }) => at));
  const others = heading.map((_, at) => at).filter((at) => !isMonth.has(at) && !isTotalWord(heading[at] ?? ""));
  const [label, ...kept] = others;
  if (months.length < 2 || new Set(months.map(({ month }) => month)).size < months.length) return null;
  if (label === undefined || kept.length > 5) return null;
  const sections = sectionsOf(
    below.map(({ cells }) => ({ name: cells[label] ?? "", filled: cells.filter(Boolean).length })),
  );
  return {
    label,
    kept,
    months,
    sections,
    heading: [
      heading[label] || "Account",
      ...(sections.length > 0 ? ["Section"] : []),
      ...kept.map((at) => heading[at] ?? ""),
      "Month",
      /\b(?:budget|plan|forecast)/i.test(titles) ? "Budget" : "Amount",
    ],
  };
}

/** Lines with nothing but a name are sections if a total ends them, or all of them where none has a total. */
function sectionsOf(lines: readonly { name: string; filled: number }[]): string[] {
  const alone = lines
    .filter(({ name, filled }) => name !== "" && filled === 1 && !isTotalWord(name))
    .map(({ name }) => name);
  const totals = lines.filter(({ name, filled }) => filled > 1 && isTotalWord(name)).map(({ name }) => name);
  const ended = alone.filter((name) => totals.some((total) => isTotalOf(total, name)));
  return ended.length > 0 ? ended : alone;
}

/** "Total for Income", "Total Income", "Income total"; "Total Cost of Sales" of "Less Cost of Sales". */
function isTotalOf(total: string, name: string): boolean {
  const [whole, part] = [total.toLowerCase(), name.toLowerCase()];
  const rest = namingOf(total)?.of.toLowerCase() ?? "";
  return whole.endsWith(part) || whole.startsWith(part) || (rest !== "" && part.endsWith(` ${rest}`));
}

/**
 * Returns a function that makes the records of a line, or says why it holds none. It must see every line in order:
 * sections head lines, and sums tell totals and results from records.
 */
export function unfolder({ label, kept, months, sections }: Across): (line: Line) => Line[] | LeftLine["why"] {
  const open: { name: string; sums: number[] }[] = [];
  const totals: number[][] = [];
  const names = new Set<string>();
  const heads = new Set(sections);
  let hasTotals = false;
  const add = (to: number[], values: readonly number[]) => {
    for (const [at, value] of values.entries()) to[at] = (to[at] ?? 0) + value;
  };
  const close = (level: number) => {
    const [closed] = open.splice(level);
    const above = open.at(-1);
    if (closed && above) add(above.sums, closed.sums);
    else if (closed) totals.push(closed.sums);
  };
  const start = (name: string) => {
    // Without totals a section ends where the next begins.
    if (!hasTotals) close(0);
    open.push({ name, sums: months.map(() => 0) });
  };
  /** The line a total is of: the longest name before it that it ends or starts with. */
  const end = (total: string, values: readonly number[]) => {
    const [name] = [...names].filter((one) => isTotalOf(total, one)).sort((one, other) => other.length - one.length);
    const level = open.findLastIndex((one) => (name === undefined ? same(one.sums, values) : one.name === name));
    if (level >= 0) close(level);
  };
  return ({ line, cells, fault }) => {
    // The word for a sum may stand beside an empty number of the account.
    const name = [label, ...kept].map((at) => cells[at] ?? "").find(isTotalWord) ?? cells[label] ?? "";
    if (isTotalWord(name)) {
      hasTotals = true;
      end(name, numbersIn(cells, months));
      return "total";
    }
    names.add(name);
    if (months.every(({ at }) => (cells[at] ?? "") === "")) {
      if (heads.has(name)) start(name);
      return "note";
    }
    const values = numbersIn(cells, months);
    if (heads.size > 0 && open.length === 0 && isResult(values, totals)) return "total";
    const inner = open.at(-1);
    if (inner) add(inner.sums, values);
    const section = heads.size > 0 ? [open[0]?.name ?? ""] : [];
    const own = kept.map((at) => cells[at] ?? "");
    return months.flatMap(({ at, month }): Line[] => {
      const cell = cells[at] ?? "";
      if (cell === "") return [];
      return [{ line, cells: [name, ...section, ...own, month, cell], ...(fault === undefined ? {} : { fault }) }];
    });
  };
}

const numbersIn = (cells: readonly string[], months: Across["months"]): number[] =>
  months.map(({ at }) => {
    const found = readWrittenNumber(cells[at] ?? "", "");
    return found?.point ?? found?.comma ?? 0;
  });

const same = (one: readonly number[], other: readonly number[]): boolean =>
  one.every((value, at) => Math.abs(value - (other[at] ?? 0)) < 0.011);

/** Whether values are what some totals make, added and taken off: gross profit is income less the cost of sales. */
function isResult(values: readonly number[], totals: readonly number[][]): boolean {
  if (values.every((value) => value === 0) || totals.length > 8) return false;
  let made: number[][] = [values.map(() => 0)];
  for (const total of totals)
    made = made.flatMap((sums) => [-1, 0, 1].map((sign) => sums.map((sum, at) => sum + sign * (total[at] ?? 0))));
  return made.some((sums) => same(sums, values));
}
