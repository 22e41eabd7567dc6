import { readWrittenDay } from "./days.ts";
import type { Line, Shape } from "./reading.ts";

type YearMonth = NonNullable<Shape["yearMonth"]>;

const namesMonth = "en de fr es it pt nl sv da nb fi pl cs ro tr ja zh ko"
  .split(" ")
  .map((language) => new Intl.DisplayNames(language, { type: "dateTimeField" }).of("month")?.toLowerCase());

/** "2026-03-01" of "2026" and "March" or "3"; null if they are no month. */
function monthOf(year: string, month: string): string | null {
  if (!/^(?:19|20|21)\d\d$/.test(year.trim())) return null;
  const text = month.trim();
  if (/^\d{1,2}$/.test(text))
    return Number(text) >= 1 && Number(text) <= 12 ? `${year.trim()}-${text.padStart(2, "0")}` : null;
  const found = /^\p{L}+\.?$/u.test(text) ? readWrittenDay(`${text} ${year.trim()}`) : null;
  return found?.month && found.yearFirst ? found.yearFirst.slice(0, 7) : null;
}

/** Finds a year beside a month, each in a column of its own: months by name, or numbers under a heading that says so. */
export function yearMonthIn(heading: readonly string[], below: readonly Line[]): YearMonth | null {
  const lines = below.filter(({ cells }) => cells.filter(Boolean).length > 2).slice(0, 100);
  if (lines.length < 2) return null;
  for (const year of heading.keys())
    for (const month of [year + 1, year - 1]) {
      const isNumbers = lines.every(({ cells }) => /^\d/.test(cells[month] ?? ""));
      if (isNumbers && !namesMonth.includes(heading[month]?.trim().toLowerCase())) continue;
      if (lines.every(({ cells }) => monthOf(cells[year] ?? "", cells[month] ?? "") !== null)) return { year, month };
    }
  return null;
}

/** The line with the month in one cell, and without the year's: "2026-03". */
export function joinMonth(line: Line, { year, month }: YearMonth): Line {
  const joined = monthOf(line.cells[year] ?? "", line.cells[month] ?? "");
  if (joined === null) return line;
  return { ...line, cells: line.cells.map((cell, at) => (at === year ? "" : at === month ? joined : cell)) };
}
