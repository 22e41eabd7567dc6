import { leastValues, outlying } from "#features/forecasting/series/outlying.ts";
import { medianOf, robustZ } from "#features/forecasting/series/robust.ts";

/** Something far from what was to be expected; `z` is its robust z-score there. */
export type Outlier = { value: number; expected: number; z: number };

/** Up to this spread of logs a list may as well be normal as log-normal. */
const smallSpread = 0.28;
/** Chance that a clean list of few values has an outlier named in it: judged on one scale, and on each of two. */
const falseAlarm = { one: 0.06, two: 0.025 };

/**
 * Takes deviations in logs, says of each whether it is an outlier. With a large spread amounts are log-normal at best and
 * logs decide. With a small one nothing tells whether a list is normal or log-normal, and the two differ at 5 sigma: what is
 * too high is judged as a ratio, what is too low in logs, each the sharper of the two.
 */
function outlyingLogs(logs: readonly number[]): boolean[] {
  const middle = medianOf(logs);
  const spread = medianOf(logs.map((log) => Math.abs(log - middle))) / 0.6745;
  if (spread > smallSpread) return outlying(logs, falseAlarm.one);
  const found = outlying(logs, falseAlarm.two);
  const ratios = outlying(
    logs.map((log) => Math.exp(log - middle)),
    falseAlarm.two,
  );
  return logs.map((log, at) => Boolean(log > middle ? ratios[at] : found[at]));
}

/**
 * Takes the amounts of one vendor or one category, gives those that do not belong, the farthest first; none below 14
 * amounts. Where all are positive they are compared in logs, as amounts vary by factors, not by sums.
 */
export function outliersInAmounts(amounts: readonly number[]): ({ at: number } & Outlier)[] {
  if (amounts.length < leastValues) return [];
  const isPositive = amounts.every((amount) => amount > 0);
  const compared = isPositive ? amounts.map((amount) => Math.log(amount)) : amounts;
  const found = isPositive ? outlyingLogs(compared) : outlying(compared, falseAlarm.one);
  const scores = robustZ(compared);
  const expected = medianOf(amounts);
  return amounts
    .flatMap((value, at) => (found[at] ? [{ at, value, expected, z: scores[at] ?? 0 }] : []))
    .sort((one, other) => Math.abs(other.z) - Math.abs(one.z));
}
