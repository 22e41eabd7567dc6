import { addDays, daysBetween } from "#contract/days.ts";

export type Point = { day: string; value: number };

/** A gapless series: one value per day from `first`, NaN if unknown or closed. */
export type Calendar = { first: string; last: string; values: Float64Array; closed: readonly boolean[]; known: number };

/** Older figures do not improve the next 90 days. */
const maxDays = 1_100;
/** A weekday is closed if its recent weeks had only zeros or gaps, while another weekday had sales in most of them. */
const recentWeeks = 8;
const minWeeks = 4;
const regularShare = 0.75;

/** Points may be in any order; of several for the same day the last in the list counts. Null without points. */
export function calendarOf(points: readonly Point[]): Calendar | null {
  const finite = points.filter((point) => Number.isFinite(point.value));
  if (finite.length === 0) return null;
  const last = finite.reduce((found, { day }) => (day > found ? day : found), "");
  const limit = addDays(last, 1 - maxDays);
  const first = finite.reduce((found, { day }) => (day < found && day >= limit ? day : found), last);
  const values = new Float64Array(daysBetween(first, last) + 1).fill(Number.NaN);
  for (const { day, value } of finite) if (day >= first) values[daysBetween(first, day)] = value;
  const closed = closedOf(values);
  let known = 0;
  for (const [at, value] of values.entries()) {
    if (closed[at % 7]) values[at] = Number.NaN;
    else if (!Number.isNaN(value)) known += 1;
  }
  return { first, last, values, closed, known };
}

/** Weekdays are counted from the series' first day. */
function closedOf(values: Float64Array): boolean[] {
  const seen = [0, 0, 0, 0, 0, 0, 0];
  const open = [0, 0, 0, 0, 0, 0, 0];
  for (let at = Math.max(0, values.length - 7 * recentWeeks); at < values.length; at += 1) {
    const value = values[at] ?? Number.NaN;
    seen[at % 7] = (seen[at % 7] ?? 0) + 1;
    if (!Number.isNaN(value) && value !== 0) open[at % 7] = (open[at % 7] ?? 0) + 1;
  }
  // If sales are rare, eight Tuesdays without one may be chance.
  const isRegular = open.some((count, slot) => count >= regularShare * (seen[slot] ?? 0) && count > 0);
  return open.map((count, slot) => isRegular && count === 0 && (seen[slot] ?? 0) >= minWeeks);
}
