import { addDays } from "#contract/days.ts";
import type { Point } from "#features/forecasting/series/calendar.ts";
import { meanOf } from "#features/forecasting/series/robust.ts";

/** Means a day of the last 30 days and of the 30 before, and the change as a share of the earlier; null where that is not above 0. */
export type Trend = { now: number; before: number; change: number | null };

const length = 30;
/** Two thirds of the days: a shop that is closed at weekends has 20 to 22 of 30. */
const leastDays = 20;

/**
 * Takes points of a daily series; gives the trend up to its last day, null where either part has fewer than 20 days.
 * Means, not sums: a day without a figure is unknown, not nothing.
 */
export function trend(points: readonly Point[]): Trend | null {
  const last = points.reduce((latest, { day }) => (day > latest ? day : latest), "");
  if (last === "") return null;
  const part = (parts: number) => {
    const [from, to] = [addDays(last, -length * (parts + 1)), addDays(last, -length * parts)];
    return points
      .filter(({ day, value }) => day > from && day <= to && Number.isFinite(value))
      .map(({ value }) => value);
  };
  const [now, before] = [part(0), part(1)];
  if (now.length < leastDays || before.length < leastDays) return null;
  const [late, early] = [meanOf(now), meanOf(before)];
  return { now: late, before: early, change: early > 0 ? late / early - 1 : null };
}
