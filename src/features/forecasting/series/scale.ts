import type { Calendar } from "#features/forecasting/series/calendar.ts";

/** Four of each weekday: with fewer neither weekday nor error can be told from chance. */
export const leastPoints = 28;

/** On what scale a series is smoothed: in logs where growth and noise go with its size, else as it is. */
export type Scale = {
  isLog: boolean;
  /** What is smoothed; NaN where nothing is known. */
  values: Float64Array;
  /** How many usual errors one error may teach. */
  clip: number;
  /** Share of the open days with a zero. */
  zeros: number;
  method: string;
  forth(value: number): number;
  /** A day's forecast, and its part of a sum: a day is nothing at least, but cut-off days would lift the sum. */
  back(value: number): number;
  inSum(value: number): number;
  /** Nothing below zero where the series never was. */
  floor(value: number): number;
};

/** More zeros than this belong to the business; fewer are days off, which logs leave out. */
const mostDaysOff = 0.05;
/** With so many zeros the few large days are the business, not outliers. */
const lumpy = 0.2;
const usualClip = 2.5;
/** Stands for the log of nothing: below every amount, and still a number. */
const logOfNothing = -20;

/** Takes a series, gives its scale. */
export function scaleOf({ values }: Calendar): Scale {
  const known = values.filter((value) => !Number.isNaN(value));
  const zeros = known.filter((value) => value === 0).length / known.length;
  const isNegative = known.some((value) => value < 0);
  if (!isNegative && zeros <= mostDaysOff) return inLogs(values, zeros);
  const floor = isNegative ? (value: number) => value : (value: number) => Math.max(0, value);
  return {
    isLog: false,
    values,
    clip: zeros > lumpy ? Number.POSITIVE_INFINITY : usualClip,
    zeros,
    method: "Average of 16 exponential smoothings with weekdays",
    forth: (value) => value,
    back: floor,
    inSum: (value) => value,
    floor,
  };
}

function inLogs(values: Float64Array, zeros: number): Scale {
  const forth = (value: number) => (value > 0 ? Math.log(value) : Number.isNaN(value) ? value : logOfNothing);
  return {
    isLog: true,
    values: values.map((value) => (value > 0 ? Math.log(value) : Number.NaN)),
    clip: usualClip,
    zeros,
    method: "Average of 16 exponential smoothings with weekdays, of logarithms",
    forth,
    back: (value) => Math.exp(value),
    inSum: (value) => Math.exp(value),
    floor: (value) => value,
  };
}
