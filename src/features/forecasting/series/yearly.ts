/** 52 weeks: the same weekday a year ago. */
const year = 364;
/** Takes an origin and a horizon, gives the step between them; NaN where it is not known. */
export type Swing = (at: number, horizon: number) => number;
/** Three weeks, so that every weekday counts alike. */
const half = 10;

/**
 * What the same weeks did a year ago: the step from the three weeks around the origin's day to the three weeks around the
 * target's day, both 52 weeks back. Null when there is no whole year and two months more to judge it by.
 */
export function yearlySwing(values: Float64Array): Swing | null {
  if (values.length < year + 2 * 28) return null;
  const sums = new Float64Array(values.length + 1);
  const counts = new Float64Array(values.length + 1);
  for (const [at, value] of values.entries()) {
    const known = !Number.isNaN(value);
    sums[at + 1] = (sums[at] ?? 0) + (known ? value : 0);
    counts[at + 1] = (counts[at] ?? 0) + (known ? 1 : 0);
  }
  const around = (at: number): number => {
    if (at < half) return Number.NaN;
    const count = (counts[at + half + 1] ?? 0) - (counts[at - half] ?? 0);
    return count < half ? Number.NaN : ((sums[at + half + 1] ?? 0) - (sums[at - half] ?? 0)) / count;
  };
  return (at, horizon) => around(at + horizon - year) - around(at - year);
}
