import { monthNamed, readWrittenDay } from "./days.ts";
import { isTotalWord, namingOf } from "./left.ts";
import { readWrittenNumber } from "./numbers.ts";
import type { Across, LeftLine, Line } from "./reading.ts";

const mostMeasures = 6;

/** Reads a heading as months across; null if it is none. `titles` are the texts above it. */
export function acrossOf(heading: readonly string[], below: readonly Line[], titles: string): Across | null {
  const found = monthsIn(heading) ?? monthsOfOneYear(heading, titles);
  if (!found) return null;
  const { months, measures } = found;
  const isMonth = new Set(months.map(({ at }) => at));
  const others = heading.map((_, at) => at).filter((at) => !isMonth.has(at) && !isTotalHeading(heading[at] ?? ""));
  const [label, ...kept] = others;
  if (label === undefined || kept.length > 5) return null;
  const sections = sectionsOf(
    below.map(({ cells }) => ({ name: cells[label] ?? "", filled: cells.filter(Boolean).length })),
  );
  const amounts = /\b(?:budget|plan|forecast)/i.test(titles) ? "Budget" : "Amount";
  return {
    label,
    kept,
    months,
    ...(measures.length > 1 ? { measures: measures.length } : {}),
    sections,
    heading: [
      heading[label] || "Account",
      ...(sections.length > 0 ? ["Section"] : []),
      ...kept.map((at) => heading[at] ?? ""),
      "Month",
      ...measures.map((measure) => measure || amounts),
    ],
  };
}

type Months = { months: Across["months"]; measures: string[] };

/** Headings that are months, or months with what is measured: "Jan 2026", "Jan 2026 Budget". */
function monthsIn(heading: readonly string[]): Months | null {
  const found = heading.flatMap((cell, at) => {
    const read = monthWith(cell);
    return read ? [{ at, ...read }] : [];
  });
  const measures = [...new Set(found.map(({ measure }) => measure))];
  const months = new Set(found.map(({ month }) => month));
  const pairs = new Set(found.map(({ month, measure }) => `${month} ${measure}`));
  const isOnce = (measure: string) => found.filter((one) => one.measure === measure).length < 2;
  if (months.size < 2 || pairs.size < found.length || measures.length > mostMeasures || measures.some(isOnce))
    return null;
  return {
    measures,
    months: found.map(({ at, month, measure }) => ({
      at,
      month,
      ...(measures.length > 1 ? { measure: measures.indexOf(measure) } : {}),
    })),
  };
}

function monthWith(cell: string): { month: string; measure: string } | null {
  const monthOf = (text: string): string | null => {
    const read = readWrittenDay(text);
    return read?.month ? read.yearFirst : null;
  };
  const month = monthOf(cell);
  if (month) return { month, measure: "" };
  const words = cell.split(/\s+/);
  for (let size = words.length - 1; size > 0; size -= 1) {
    const [first, last] = [monthOf(bare(words.slice(0, size))), monthOf(bare(words.slice(-size)))];
    if (first) return { month: first, measure: bare(words.slice(size)) };
    if (last) return { month: last, measure: bare(words.slice(0, -size)) };
  }
  return null;
}

/** Words without the signs that set them apart: "(Budget)", "- Budget". */
const bare = (words: readonly string[]): string =>
  words
    .flatMap((word) => word.split(/[:|()[\]–—]/u))
    .filter((word) => word !== "" && word !== "-")
    .join(" ");

/**
 * Months without a year, one after the other. The titles say the year, if they name one and the months begin with
 * January, or two and the months pass the end of the first; a fiscal year alone does not say where it begins.
 */
function monthsOfOneYear(heading: readonly string[], titles: string): Months | null {
  const found = heading.flatMap((cell, at) => {
    const number = monthNamed(cell);
    return number ? [{ at, number }] : [];
  });
  const [first] = found;
  if (!first || found.length < 3 || found.length > 12) return null;
  if (found.some(({ number }, at) => number !== ((first.number - 1 + at) % 12) + 1)) return null;
  const said = `${titles} ${heading.filter(isTotalHeading).join(" ")}`;
  const years = [...new Set([...said.matchAll(/(?<!\d)(?:19|20)\d\d(?!\d)/g)].map(([year]) => Number(year)))].toSorted(
    (one, other) => one - other,
  );
  const [year = 0, next = 0] = years;
  const isPassing = first.number - 1 + found.length > 12;
  const isSaid = isPassing ? years.length === 2 && next === year + 1 : years.length === 1 && first.number === 1;
  return {
    measures: [""],
    months: found.map(({ at, number }) => {
      const ofMonth = year + Number(number < first.number);
      return { at, month: isSaid ? `${ofMonth}-${String(number).padStart(2, "0")}-01` : (heading[at] ?? "") };
    }),
  };
}

/** "Total", "FY 2026", "2026": the sum of the months before it. */
const isTotalHeading = (heading: string): boolean =>
  isTotalWord(heading) ||
  /^(?:(?:fy|year)\s*)?(?:19|20)\d\d$|^fy\s*'?\d\d$|^(?:ytd|year to date)$/i.test(heading.trim());

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
export function unfolder({
  label,
  kept,
  months,
  measures = 1,
  sections,
}: Across): (line: Line) => Line[] | LeftLine["why"] {
  const open: { name: string; sums: number[] }[] = [];
  const totals: number[][] = [];
  const names = new Set<string>();
  const heads = new Set(sections);
  const byMonth = [...Map.groupBy(months, ({ month }) => month)].map(([month, columns]) => ({
    month,
    places: Array.from({ length: measures }, (_, of) => columns.find(({ measure = 0 }) => measure === of)?.at ?? null),
  }));
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
    return byMonth.flatMap(({ month, places }): Line[] => {
      const amounts = places.map((at) => (at === null ? "" : (cells[at] ?? "")));
      if (amounts.every((cell) => cell === "")) return [];
      return [
        { line, cells: [name, ...section, ...own, month, ...amounts], ...(fault === undefined ? {} : { fault }) },
      ];
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
