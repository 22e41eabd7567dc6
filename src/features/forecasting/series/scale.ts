import type { Calendar } from "#features/forecasting/series/calendar.ts";

/** Four of each weekday: with fewer, weekday effects cannot be distinguished from chance. */
export const minPoints = 28;

/**
 * The scale on which a series is smoothed: logarithmic if growth and noise are proportional to its size, else linear.
 */
export type Scale = {
  isLog: boolean;
  /** The values to smooth; NaN where unknown. */
  values: Float64Array;
  /** Errors are clipped at this many typical errors. */
  clip: number;
  /** The share of open days with a zero. */
  zeros: number;
  method: string;
  forth(value: number): number;
  /** A day's forecast, and its part in a sum: a day is at least zero, but clipping days would inflate the sum. */
  back(value: number): number;
  inSum(value: number): number;
  /** Zero as the lower bound, if the series never was negative. */
  floor(value: number): number;
};

/** A higher share of zeros is part of the business; a lower one means days off, which logs omit. */
const maxDaysOff = 0.05;
/** With this many zeros the few large days are the business, not outliers. */
const lumpy = 0.2;
const usualClip = 2.5;
/** Represents log(0): below every amount, and finite. */
const logOfZero = -20;

export function scaleOf({ values }: Calendar): Scale {
  const known = values.filter((value) => !Number.isNaN(value));
  const zeros = known.filter((value) => value === 0).length / known.length;
  const isNegative = known.some((value) => value < 0);
  if (!isNegative && zeros <= maxDaysOff) return inLogs(values, zeros);
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
  const forth = (value: number) => (value > 0 ? Math.log(value) : Number.isNaN(value) ? value : logOfZero);
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
