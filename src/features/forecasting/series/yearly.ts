/** 52 weeks, so the same weekday a year ago. */
const year = 364;
/** The step between an origin and a horizon; NaN if unknown. */
export type Swing = (at: number, horizon: number) => number;
/** Three weeks, so that every weekday weighs the same. */
const halfWindow = 10;

/**
 * What the same weeks did a year ago: the step from the three weeks around the origin to the three weeks around the
 * target, both 52 weeks back. Null without a year plus two months to judge it by.
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
    if (at < halfWindow) return Number.NaN;
    const count = (counts[at + halfWindow + 1] ?? 0) - (counts[at - halfWindow] ?? 0);
    return count < halfWindow ? Number.NaN : ((sums[at + halfWindow + 1] ?? 0) - (sums[at - halfWindow] ?? 0)) / count;
  };
  return (at, horizon) => around(at + horizon - year) - around(at - year);
}
