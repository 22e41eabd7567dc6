import { addDays, daysBetween, isMonthEnd } from "./days.ts";
import { shortDay } from "./format.ts";
import type { CalendarUnit, Comparison, Period, Span } from "./query.ts";

type Days = Pick<Span, "from" | "to">;

const pad = (value: number): string => String(value).padStart(2, "0");
const yearOf = (day: string): number => Number(day.slice(0, 4));
const monthOf = (day: string): number => Number(day.slice(5, 7));

/** The first day of a month; months below 1 and above 12 are of other years. */
const firstOf = (year: number, month: number): string =>
  `${year + Math.floor((month - 1) / 12)}-${pad(((((month - 1) % 12) + 12) % 12) + 1)}-01`;

/** Takes a day and a number of months, gives the day so much later; the last of a month that has no such day. */
export function addMonths(day: string, months: number): string {
  const first = firstOf(yearOf(day), monthOf(day) + months);
  const last = addDays(firstOf(yearOf(first), monthOf(first) + 1), -1);
  const date = Math.min(Number(day.slice(8)), Number(last.slice(8)));
  return `${first.slice(0, 8)}${pad(date)}`;
}

const monthsIn: Partial<Record<CalendarUnit, number>> = { month: 1, quarter: 3, year: 12 };

/** Takes a day, gives so many units later; earlier where the number is negative. */
function addUnits(day: string, count: number, unit: CalendarUnit): string {
  const months = monthsIn[unit];
  return months ? addMonths(day, count * months) : addDays(day, count * (unit === "week" ? 7 : 1));
}

/** The first day of the unit of the calendar a day lies in; weeks begin on Monday. */
function startOf(day: string, unit: CalendarUnit): string {
  if (unit === "day") return day;
  if (unit === "week") return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
  const months = monthsIn[unit] ?? 1;
  return firstOf(yearOf(day), Math.floor((monthOf(day) - 1) / months) * months + 1);
}

/** The last day of the unit of the calendar that begins on a day. */
export const endOf = (start: string, unit: CalendarUnit): string => addDays(addUnits(start, 1, unit), -1);

function daysOf(period: Period, today: string): Days {
  if (period.kind === "between") return { from: period.from, to: period.to };
  const { kind, unit } = period;
  if (kind === "toDate") return { from: startOf(today, unit), to: today };
  if (kind === "last") return { from: addDays(addUnits(today, -period.count, unit), 1), to: today };
  if (kind === "next") return { from: today, to: addDays(addUnits(today, period.count, unit), -1) };
  const from = addUnits(startOf(today, unit), period.shift, unit);
  return { from, to: endOf(from, unit) };
}

const monthName = (day: string): string => shortDay(day).split(" ")[1] ?? "";
const longMonth = (day: string): string =>
  new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));

/** Takes the first day of a unit of the calendar, gives its name: "March 2011", "Q1 2011", "week of 3 Jan 2011". */
export function unitName(start: string, unit: CalendarUnit): string {
  if (unit === "year") return start.slice(0, 4);
  if (unit === "quarter") return `Q${Math.ceil(monthOf(start) / 3)} ${start.slice(0, 4)}`;
  if (unit === "month") return `${longMonth(start)} ${start.slice(0, 4)}`;
  return unit === "week" ? `week of ${shortDay(start)}` : shortDay(start);
}

/** The unit of the calendar these days are exactly one of, or null. */
export function unitOf({ from, to }: Days): CalendarUnit | null {
  const units = ["day", "week", "month", "quarter", "year"] as const;
  return units.find((unit) => startOf(from, unit) === from && endOf(from, unit) === to) ?? null;
}

/** Takes two days, gives how a sentence calls the time between them: "November 2011", "3 Jan to 5 Feb 2011". */
function spanName(days: Days): string {
  const { from, to } = days;
  const unit = unitOf(days);
  if (unit) return unitName(from, unit);
  if (from.endsWith("-01") && isMonthEnd(to) && yearOf(from) === yearOf(to))
    return `${monthName(from)} to ${monthName(to)} ${yearOf(to)}`;
  const start = yearOf(from) === yearOf(to) ? shortDay(from).replace(/ \d{4}$/, "") : shortDay(from);
  return `${start} to ${shortDay(to)}`;
}

const named = (days: Days): Span => ({ ...days, label: spanName(days) });

/** Takes a period and the day it is asked on, gives its first and last day with their name. */
export const spanOf = (period: Period, today: string): Span => named(daysOf(period, today));

/** How many whole months a span is, or null where it is not whole ones. */
const wholeMonths = ({ from, to }: Days): number | null =>
  from.endsWith("-01") && isMonthEnd(to) ? (yearOf(to) - yearOf(from)) * 12 + monthOf(to) - monthOf(from) + 1 : null;

/** How far back a span's comparison lies, in months where those are whole, else in days. */
export function distanceOf(span: Days, comparison: Comparison): { months: number } | { days: number } {
  if (comparison === "yearBefore") return { months: 12 };
  const months = wholeMonths(span);
  return months ? { months } : { days: daysBetween(span.from, span.to) + 1 };
}

/** Takes a span, gives the one it is compared with: as long, and just before it or a year earlier. */
export function comparedSpan(span: Days, comparison: Comparison, distance = distanceOf(span, comparison)): Span {
  if ("days" in distance)
    return named({ from: addDays(span.from, -distance.days), to: addDays(span.to, -distance.days) });
  const from = addMonths(span.from, -distance.months);
  const to = isMonthEnd(span.to)
    ? addDays(addMonths(addDays(span.to, 1), -distance.months), -1)
    : addMonths(span.to, -distance.months);
  return named({ from, to });
}

/**
 * Takes a span and today, gives it with the one it is compared with. Of a unit that is not over only the days so far are
 * compared, with as many of the one before.
 */
export function comparedTo(span: Span, comparison: Comparison, today: string): { span: Span; compared: Span } {
  const distance = distanceOf(span, comparison);
  const isOver = span.to <= today || span.from > today;
  const soFar = isOver ? span : named({ from: span.from, to: today });
  const compared = isOver ? comparedSpan(span, comparison, distance) : shortened(soFar, distance);
  return { span: soFar, compared };
}

/** The same days earlier; the last of a month is no month's end here. */
function shortened({ from, to }: Days, distance: ReturnType<typeof distanceOf>): Span {
  if ("days" in distance) return named({ from: addDays(from, -distance.days), to: addDays(to, -distance.days) });
  return named({ from: addMonths(from, -distance.months), to: addMonths(to, -distance.months) });
}

/** Takes a span and a unit of the calendar, gives the first day of every unit in it, at most so many; null where there are more. */
export function unitsIn({ from, to }: Days, unit: CalendarUnit, most: number): string[] | null {
  const starts: string[] = [];
  for (let start = startOf(from, unit); start <= to; start = addUnits(start, 1, unit)) {
    if (starts.length === most) return null;
    starts.push(start);
  }
  return starts;
}
