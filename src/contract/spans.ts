import { addDays, daysBetween, isMonthEnd } from "./days.ts";
import { shortDay } from "./format.ts";
import type { CalendarUnit, Comparison, Period, Span } from "./query.ts";

type Days = Pick<Span, "from" | "to">;

const pad = (value: number): string => String(value).padStart(2, "0");
const yearOf = (day: string): number => Number(day.slice(0, 4));
const monthOf = (day: string): number => Number(day.slice(5, 7));

/** The first day of a month; months below 1 and above 12 are in other years. */
export const firstOf = (year: number, month: number): string =>
  `${year + Math.floor((month - 1) / 12)}-${pad(((((month - 1) % 12) + 12) % 12) + 1)}-01`;

export const lastOf = (year: number, month: number): string => addDays(firstOf(year, month + 1), -1);

/** Clamps to the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const first = firstOf(yearOf(day), monthOf(day) + months);
  const last = lastOf(yearOf(first), monthOf(first));
  const date = Math.min(Number(day.slice(8)), Number(last.slice(8)));
  return `${first.slice(0, 8)}${pad(date)}`;
}

const monthsIn: Partial<Record<CalendarUnit, number>> = { month: 1, quarter: 3, year: 12, fiscalYear: 12 };

function addUnits(day: string, count: number, unit: CalendarUnit): string {
  const months = monthsIn[unit];
  return months ? addMonths(day, count * months) : addDays(day, count * (unit === "week" ? 7 : 1));
}

/** The first day of a day's calendar unit; weeks begin on Monday, fiscal years in `fiscalYearStart`. */
export function startOf(day: string, unit: CalendarUnit, fiscalYearStart = 1): string {
  if (unit === "day") return day;
  if (unit === "fiscalYear") return firstOf(yearOf(day) - (monthOf(day) < fiscalYearStart ? 1 : 0), fiscalYearStart);
  if (unit === "week") return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
  const months = monthsIn[unit] ?? 1;
  return firstOf(yearOf(day), Math.floor((monthOf(day) - 1) / months) * months + 1);
}

export const endOf = (start: string, unit: CalendarUnit): string => addDays(addUnits(start, 1, unit), -1);

/** The last days up to and including `today`. The one definition of "the last 30 days". */
export const lastDays = (days: number, today: string): Days => ({ from: addDays(today, 1 - days), to: today });

/** The next days, `today` included. The one definition of "the next 7 days" and "within 7 days". */
export const nextDays = (days: number, today: string): Days => ({ from: today, to: addDays(today, days - 1) });

/**
 * The days of a period for figures of which there is one a day. A rolling period ends on the newest figure if that is
 * one of its days: ending today, it would lack the days whose figure is still to come, and 29 days would be compared
 * with 30.
 */
export function spanOfFigures(period: Period, today: string, last: string | null, fiscalYearStart = 1): Span {
  const span = spanOf(period, today, fiscalYearStart);
  const rolls = period.kind === "last" && last !== null && last >= span.from && last <= addDays(today, 1);
  return rolls ? spanOf(period, last, fiscalYearStart) : span;
}

function daysOf(period: Period, today: string, fiscalYearStart: number): Days {
  if (period.kind === "between") return { from: period.from, to: period.to };
  const { kind, unit } = period;
  if (kind === "toDate") return { from: startOf(today, unit, fiscalYearStart), to: today };
  if (kind === "last") return { from: addDays(addUnits(today, -period.count, unit), 1), to: today };
  if (kind === "next") return { from: today, to: addDays(addUnits(today, period.count, unit), -1) };
  const from = addUnits(startOf(today, unit, fiscalYearStart), period.shift, unit);
  return { from, to: endOf(from, unit) };
}

const shortMonth = (day: string): string => shortDay(day).split(" ")[1] ?? "";
/** The name of a month, 1 to 12: "April". */
export const monthName = (month: number): string =>
  new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" }).format(Date.UTC(2000, month - 1));

/** The name of the fiscal year that begins on a day: "2025/26". */
export const fiscalYearName = (start: string): string => `${start.slice(0, 4)}/${pad((yearOf(start) + 1) % 100)}`;

/** "March 2011", "Q1 2011", "week of 3 Jan 2011". */
export function unitName(start: string, unit: CalendarUnit): string {
  if (unit === "year" || (unit === "fiscalYear" && monthOf(start) === 1)) return start.slice(0, 4);
  if (unit === "fiscalYear") return `fiscal year ${fiscalYearName(start)}`;
  if (unit === "quarter") return `Q${Math.ceil(monthOf(start) / 3)} ${start.slice(0, 4)}`;
  if (unit === "month") return `${monthName(monthOf(start))} ${start.slice(0, 4)}`;
  return unit === "week" ? `week of ${shortDay(start)}` : shortDay(start);
}

/** The calendar unit that a span equals, or null. */
export function unitOf({ from, to }: Days): CalendarUnit | null {
  const units = ["day", "week", "month", "quarter", "year"] as const;
  return units.find((unit) => startOf(from, unit) === from && endOf(from, unit) === to) ?? null;
}

/** The name of a span in a sentence: "November 2011", "3 Jan to 5 Feb 2011". */
function spanName(days: Days): string {
  const { from, to } = days;
  const unit = unitOf(days);
  if (unit) return unitName(from, unit);
  if (wholeMonths(days) !== null)
    return yearOf(from) === yearOf(to)
      ? `${shortMonth(from)} to ${shortMonth(to)} ${yearOf(to)}`
      : `${shortMonth(from)} ${yearOf(from)} to ${shortMonth(to)} ${yearOf(to)}`;
  const start = yearOf(from) === yearOf(to) ? shortDay(from).replace(/ \d{4}$/, "") : shortDay(from);
  return `${start} to ${shortDay(to)}`;
}

const withLabel = (days: Days): Span => ({ ...days, label: spanName(days) });

export function spanOf(period: Period, today: string, fiscalYearStart = 1): Span {
  const days = daysOf(period, today, fiscalYearStart);
  const isFiscal = period.kind === "calendar" && period.unit === "fiscalYear";
  return isFiscal ? { ...days, label: unitName(days.from, "fiscalYear") } : withLabel(days);
}

/** The number of whole months in a span; null if it is not whole months. */
const wholeMonths = ({ from, to }: Days): number | null =>
  from.endsWith("-01") && isMonthEnd(to) ? monthsBetween(from, to) + 1 : null;
const monthsBetween = (from: string, to: string): number =>
  (yearOf(to) - yearOf(from)) * 12 + monthOf(to) - monthOf(from);

/** The distance to the compared span: in months if both are whole months, otherwise in days. */
export function distanceOf(span: Days, comparison: Comparison): { months: number } | { days: number } {
  if (comparison === "yearBefore") return { months: 12 };
  const months = wholeMonths(span);
  if (typeof comparison === "string") return months ? { months } : { days: daysBetween(span.from, span.to) + 1 };
  const { from } = comparison;
  return months && from.endsWith("-01")
    ? { months: monthsBetween(from, span.from) }
    : { days: daysBetween(from, span.from) };
}

/** The span to compare with: the previous one of the same length, a year earlier, or from a chosen day. */
export function comparedSpan(span: Days, comparison: Comparison, distance = distanceOf(span, comparison)): Span {
  if ("days" in distance)
    return withLabel({ from: addDays(span.from, -distance.days), to: addDays(span.to, -distance.days) });
  const from = addMonths(span.from, -distance.months);
  const to = isMonthEnd(span.to)
    ? addDays(addMonths(addDays(span.to, 1), -distance.months), -1)
    : addMonths(span.to, -distance.months);
  return withLabel({ from, to });
}

/** An unfinished unit is compared up to today, with the same number of days of the previous one. */
export function comparedTo(span: Span, comparison: Comparison, today: string): { span: Span; compared: Span } {
  const distance = distanceOf(span, comparison);
  const isOver = span.to <= today || span.from > today;
  const soFar = isOver ? span : withLabel({ from: span.from, to: today });
  const compared = isOver ? comparedSpan(span, comparison, distance) : shiftBack(soFar, distance);
  return { span: soFar, compared };
}

/** The same days earlier, without aligning to the end of a month. */
function shiftBack({ from, to }: Days, distance: ReturnType<typeof distanceOf>): Span {
  if ("days" in distance) return withLabel({ from: addDays(from, -distance.days), to: addDays(to, -distance.days) });
  return withLabel({ from: addMonths(from, -distance.months), to: addMonths(to, -distance.months) });
}

/** The first day of every unit in a span; null if there are more than `most`. */
export function unitsIn({ from, to }: Days, unit: CalendarUnit, most: number, fiscalYearStart = 1): string[] | null {
  const starts: string[] = [];
  for (let start = startOf(from, unit, fiscalYearStart); start <= to; start = addUnits(start, 1, unit)) {
    if (starts.length === most) return null;
    starts.push(start);
  }
  return starts;
}
