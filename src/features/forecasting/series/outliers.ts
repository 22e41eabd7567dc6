import { addDays } from "#contract/days.ts";
import { calendarOf, type Point } from "#features/forecasting/series/calendar.ts";
import { leastValues, outlying } from "#features/forecasting/series/outlying.ts";
import { meanOf, medianOf, robustZ, sumOf } from "#features/forecasting/series/robust.ts";
import { scaleOf } from "#features/forecasting/series/scale.ts";

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

/** Five weeks, so that every weekday counts alike in the level around a day. */
const levelDays = 35;
/** With fewer days than four weeks a weekday cannot be told from chance. */
const weekdaysFrom = 28;
const clip = 2.5;

/**
 * Takes points of a daily series, gives the days that do not belong, the newest first; none below 14 days with a figure.
 * A day is expected at the running median of five weeks and its weekday's usual distance from it, in logs where no value
 * is negative and zeros are rare.
 */
export function outliersInDays(points: readonly Point[]): ({ day: string } & Outlier)[] {
  const calendar = calendarOf(points);
  if (!calendar || calendar.known < leastValues) return [];
  const scale = scaleOf(calendar);
  const known = [...calendar.values.entries()].filter(([, value]) => !Number.isNaN(value));
  const days = known.map(([at]) => at);
  const values = known.map(([, value]) => scale.forth(value));
  const season = known.length < weekdaysFrom ? null : seasonOf(days, less(values, levelsOf(values)));
  const adjusted = season ? values.map((value, index) => value - (season[(days[index] ?? 0) % 7] ?? 0)) : values;
  const rests = less(adjusted, levelsOf(adjusted));
  const flagged = scale.isLog ? outlyingLogs(rests) : outlying(rests, falseAlarm.one);
  const found = season ? flagged : flagged.map((is, index) => is && !isOfWeekday(days, rests, index));
  const scores = robustZ(rests);
  return known
    .flatMap(([at, value], index) => {
      if (!found[index]) return [];
      const expected = scale.back((values[index] ?? 0) - (rests[index] ?? 0));
      return [{ day: addDays(calendar.first, at), value, expected, z: scores[index] ?? 0 }];
    })
    .reverse();
}

const less = (values: readonly number[], others: readonly number[]): number[] =>
  values.map((value, at) => value - (others[at] ?? 0));

/** The median around each value; at the ends that of the first and the last five weeks. */
function levelsOf(values: readonly number[]): number[] {
  const width = Math.min(levelDays, values.length);
  return values.map((_, at) => {
    const from = Math.min(Math.max(0, at - (width >> 1)), values.length - width);
    return medianOf(values.slice(from, from + width));
  });
}

/** The mean of each weekday, what is farther than 2.5 sigma from its median cut off: a median would fit its own few too well. */
function seasonOf(days: readonly number[], rests: readonly number[]): number[] {
  const slots = Array.from({ length: 7 }, (_, slot) => rests.filter((_rest, index) => (days[index] ?? 0) % 7 === slot));
  const middles = slots.map((same) => (same.length === 0 ? 0 : medianOf(same)));
  const apart = slots.flatMap((same, slot) => same.map((rest) => Math.abs(rest - (middles[slot] ?? 0))));
  const most = (clip * medianOf(apart)) / 0.6745;
  const cut = slots.map((same, slot) => {
    const middle = middles[slot] ?? 0;
    return same.map((rest) => middle + Math.max(-most, Math.min(most, rest - middle)));
  });
  const share = shareOfPattern(cut.filter((same) => same.length > 0));
  return cut.map((same) => (same.length === 0 ? 0 : share * meanOf(same)));
}

/** With two or three weeks: a day whose weekday was as far out in another week is no outlier. */
function isOfWeekday(days: readonly number[], rests: readonly number[], index: number): boolean {
  const [day = 0, rest = 0] = [days[index], rests[index]];
  return rests.some((other, at) => at !== index && (days[at] ?? 0) % 7 === day % 7 && other / rest > 0.5);
}

/** How much of what weekdays differ by is no chance: 1 − 1/F, F their variance over the one that noise makes (James & Stein 1961). */
function shareOfPattern(groups: readonly (readonly number[])[]): number {
  const all = groups.flat();
  const middle = meanOf(all);
  const between = sumOf(groups.map((group) => group.length * (meanOf(group) - middle) ** 2)) / (groups.length - 1);
  const within =
    sumOf(groups.map((group) => sumOf(group.map((one) => (one - meanOf(group)) ** 2)))) / (all.length - groups.length);
  return between > within ? 1 - within / between : 0;
}
