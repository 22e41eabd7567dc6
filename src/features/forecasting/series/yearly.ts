/** 52 weeks, so the same weekday a year ago. */
const year = 364;
/** The change from an origin to a horizon, as seen a year ago; NaN if unknown. */
export type YearlyChange = (at: number, horizon: number) => number;
/** Three weeks, so that every weekday weighs the same. */
const halfWindow = 10;

/**
 * The change a year ago: from the mean of the three weeks around the origin to that around the target, both 52 weeks
 * earlier. Null with less than a year and eight weeks of history, too little to judge it.
 */
export function yearlyChangeOf(values: Float64Array): YearlyChange | null {
  if (values.length < year + 2 * 28) return null;
  const sums = new Float64Array(values.length + 1);
  const counts = new Float64Array(values.length + 1);
  for (const [at, value] of values.entries()) {
    const known = !Number.isNaN(value);
    sums[at + 1] = (sums[at] ?? 0) + (known ? value : 0);
    counts[at + 1] = (counts[at] ?? 0) + (known ? 1 : 0);
  }
  const around = (at: number): number => {
    if (at < halfWindow) return Number.NaN;
    const count = (counts[at + halfWindow + 1] ?? 0) - (counts[at - halfWindow] ?? 0);
    return count < halfWindow ? Number.NaN : ((sums[at + halfWindow + 1] ?? 0) - (sums[at - halfWindow] ?? 0)) / count;
  };
  return (at, horizon) => around(at + horizon - year) - around(at - year);
}
