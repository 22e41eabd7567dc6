import { isCalendarHeading, isFiscal, monthNamed } from "./days.ts";
import type { Line, SplitDay } from "./reading.ts";

/** The others are periods that are no months, such as a thirteenth: their lines are refused. */
const nearlyAll = 0.9;
const isYear = (cell: string): boolean => /^(?:19|20|21)\d\d$/.test(cell);
const upTo = (most: number) => (cell: string) => /^\d{1,2}$/.test(cell) && Number(cell) >= 1 && Number(cell) <= most;
const monthOf = (cell: string): number | null => (upTo(12)(cell) ? Number(cell) : monthNamed(cell));

const isMonthName = (cell: string): boolean => monthNamed(cell) !== null;

/** The columns of a year and a month, and of the day where there is one; null if a table has none, or several. */
export function splitDayOf(heading: readonly string[], records: readonly Line[]): SplitDay | null {
  const placesOf = (field: "year" | "month" | "day", is: (cell: string) => boolean): number[] =>
    heading.flatMap((text, at) => {
      // Months by their names need no heading that says so.
      const isNamed =
        field === "month" && !isFiscal(text) && records.every(({ cells }) => isMonthName(cells[at] ?? ""));
      if (!isCalendarHeading(text, field) && !isNamed) return [];
      const filled = records.map(({ cells }) => cells[at] ?? "").filter(Boolean);
      return filled.length > 0 && filled.filter(is).length >= nearlyAll * filled.length ? [at] : [];
    });
  const [year, ...otherYears] = placesOf("year", isYear);
  const [month, ...otherMonths] = placesOf("month", (cell) => monthOf(cell) !== null);
  const [day = null, ...otherDays] = placesOf("day", upTo(31));
  if (year === undefined || month === undefined || otherYears.length + otherDays.length > 0) return null;
  // A month by its number and by its name is one month.
  const isSame = ({ cells }: Line) =>
    otherMonths.every((at) => monthOf(cells[at] ?? "") === monthOf(cells[month] ?? ""));
  if (!records.every(isSame)) return null;
  const split = { year, month, day, heading: [] };
  return { ...split, heading: joined(heading, split, heading[day ?? month] ?? "") };
}

/** The cells of a line with one in place of the year, the month and the day. */
export function joinSplitDay(cells: readonly string[], split: SplitDay): string[] {
  const [year = "", month = "", day = ""] = [split.year, split.month, split.day ?? -1].map((at) => cells[at]);
  const two = (text: string) => text.padStart(2, "0");
  const parts = [year, two(String(monthOf(month) ?? month)), ...(split.day === null ? [] : [two(day)])];
  return joined(cells, split, year === "" && month === "" ? "" : parts.join("-"));
}

const joined = (cells: readonly string[], { year, month, day }: SplitDay, cell: string): string[] =>
  cells.flatMap((one, at) => (at === month ? [cell] : at === year || at === day ? [] : [one]));
