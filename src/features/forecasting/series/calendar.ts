import { addDays, daysBetween } from "#contract/days.ts";

/** One figure of a daily series. */
export type Point = { day: string; value: number };

/** A series without holes: one value a day from `first` on, NaN where nothing is known or the weekday is closed. */
export type Calendar = { first: string; last: string; values: Float64Array; closed: readonly boolean[]; known: number };

/** Older figures say nothing about the next 90 days that newer ones do not say better. */
const mostDays = 1_100;
/** A weekday is closed when none of its last weeks had a figure other than zero, while another weekday had one in most of them. */
const weeks = 8;
const closedFrom = 4;
const mostly = 0.75;

/** Takes points in any order, the later of two of one day counts; gives the calendar, null when there are none. */
export function calendarOf(points: readonly Point[]): Calendar | null {
  const real = points.filter((point) => Number.isFinite(point.value));
  if (real.length === 0) return null;
  const last = real.reduce((found, { day }) => (day > found ? day : found), "");
  const limit = addDays(last, 1 - mostDays);
  const first = real.reduce((found, { day }) => (day < found && day >= limit ? day : found), last);
  const values = new Float64Array(daysBetween(first, last) + 1).fill(Number.NaN);
  for (const { day, value } of real) if (day >= first) values[daysBetween(first, day)] = value;
  const closed = closedOf(values);
  let known = 0;
  for (const [at, value] of values.entries()) {
    if (closed[at % 7]) values[at] = Number.NaN;
    else if (!Number.isNaN(value)) known += 1;
  }
  return { first, last, values, closed, known };
}

/** Weekdays are counted from the first day of the series, so that no calendar of names is needed. */
function closedOf(values: Float64Array): boolean[] {
  const seen = [0, 0, 0, 0, 0, 0, 0];
  const open = [0, 0, 0, 0, 0, 0, 0];
  for (let at = Math.max(0, values.length - 7 * weeks); at < values.length; at += 1) {
    const value = values[at] ?? Number.NaN;
    seen[at % 7] = (seen[at % 7] ?? 0) + 1;
    if (!Number.isNaN(value) && value !== 0) open[at % 7] = (open[at % 7] ?? 0) + 1;
  }
  // Where sales are seldom, eight weeks without one on a Tuesday are chance.
  const isRegular = open.some((count, slot) => count >= mostly * (seen[slot] ?? 0) && count > 0);
  return open.map((count, slot) => isRegular && count === 0 && (seen[slot] ?? 0) >= closedFrom);
}
