import { flagOutliers, minValues } from "#features/forecasting/series/outlying.ts";
import { medianOf, robustZ } from "#features/forecasting/series/robust.ts";

/** An unexpected value; `z` is its robust z-score. */
export type Outlier = { value: number; expected: number; z: number };

/** Up to this spread of logs a list may be normal or log-normal. */
const smallSpread = 0.28;
/** The chance of a false outlier in a clean short list: if judged on one scale, and on each if judged on two. */
const falseAlarm = { one: 0.06, two: 0.025 };

/**
 * Whether each deviation in logs is an outlier. With a large spread amounts are at best log-normal, so logs decide.
 * With a small one normal and log-normal are indistinguishable, and they differ at 5 sigma: high values are judged as
 * ratios and low ones in logs, each the stricter of the two.
 */
function flagLogOutliers(logs: readonly number[]): boolean[] {
  const middle = medianOf(logs);
  const spread = medianOf(logs.map((log) => Math.abs(log - middle))) / 0.6745;
  if (spread > smallSpread) return flagOutliers(logs, falseAlarm.one);
  const found = flagOutliers(logs, falseAlarm.two);
  const ratios = flagOutliers(
    logs.map((log) => Math.exp(log - middle)),
    falseAlarm.two,
  );
  return logs.map((log, at) => Boolean(log > middle ? ratios[at] : found[at]));
}

/**
 * The unusual amounts of one vendor or category, farthest first; none below 14 amounts. Positive amounts are compared
 * in logs, because they vary by factors rather than sums.
 */
export function outliersInAmounts(amounts: readonly number[]): ({ at: number } & Outlier)[] {
  if (amounts.length < minValues) return [];
  const isPositive = amounts.every((amount) => amount > 0);
  const compared = isPositive ? amounts.map((amount) => Math.log(amount)) : amounts;
  const found = isPositive ? flagLogOutliers(compared) : flagOutliers(compared, falseAlarm.one);
  const scores = robustZ(compared);
  const expected = medianOf(amounts);
  return amounts
    .flatMap((value, at) => (found[at] ? [{ at, value, expected, z: scores[at] ?? 0 }] : []))
    .sort((one, other) => Math.abs(other.z) - Math.abs(one.z));
}
