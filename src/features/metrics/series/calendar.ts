import { addDays, daysBetween } from "#contract/days.ts";

/** One figure of a daily series. */
export type Point = { day: string; value: number };

/** A series without holes: one value a day from `first` on, NaN where nothing is known or the weekday is closed. */
export type Calendar = { first: string; last: string; values: Float64Array; closed: readonly boolean[]; known: number };

/** Older figures say nothing about the next 90 days that newer ones do not say better. */
const mostDays = 1_100;
/** A weekday is closed when none of this many last ones had a figure other than zero... */
const closedFor = 8;
/** ...and it could have had one so often. */
const leastWeeks = 4;

/** Takes points in any order, the later of two of one day counts; gives the calendar, null when there are none. */
export function calendarOf(points: readonly Point[]): Calendar | null {
  const real = points.filter((point) => Number.isFinite(point.value));
  if (real.length === 0) return null;
  const last = real.reduce((found, { day }) => (day > found ? day : found), "");
  const earliest = real.reduce((found, { day }) => (day < found ? day : found), last);
  const limit = addDays(last, 1 - mostDays);
  const first = earliest > limit ? earliest : limit;
  const values = new Float64Array(daysBetween(first, last) + 1).fill(Number.NaN);
  for (const { day, value } of real) if (day >= first) values[daysBetween(first, day)] = value;
  const closed = Array.from({ length: 7 }, (_, weekday) => isClosed(values, weekday));
  let known = 0;
  for (const [at, value] of values.entries()) {
    if (closed[at % 7]) values[at] = Number.NaN;
    else if (!Number.isNaN(value)) known += 1;
  }
  return { first, last, values, closed, known };
}

/** Weekdays are counted from the first day of the series, so that no calendar of names is needed. */
function isClosed(values: Float64Array, weekday: number): boolean {
  let seen = 0;
  for (let at = values.length - 1; at >= 0 && seen < closedFor; at -= 1) {
    if (at % 7 !== weekday) continue;
    seen += 1;
    const value = values[at] ?? Number.NaN;
    if (!Number.isNaN(value) && value !== 0) return false;
  }
  return seen >= leastWeeks;
}
