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
  toScale(value: number): number;
  /** A day's forecast; never negative if the series never was. */
  fromScale(value: number): number;
  /** A day's part in a sum; not clipped at zero, because that would inflate the sum. */
  fromScaleInSum(value: number): number;
  /** Zero as the lower bound, if the series never was negative. */
  floor(value: number): number;
};

/** Up to this share, zeros are days off and treated as unknown in logs; a higher share is part of the business. */
const maxDaysOff = 0.05;
/** With a higher share of zeros the few large days are the business, not outliers, so errors aren't clipped. */
const lumpyZeros = 0.2;
const defaultClip = 2.5;
/** Represents log(0): below every amount, and finite. */
const logOfZero = -20;

export function scaleOf({ values }: Calendar): Scale {
  const known = values.filter((value) => !Number.isNaN(value));
  const zeros = known.filter((value) => value === 0).length / known.length;
  const isNegative = known.some((value) => value < 0);
  if (!isNegative && zeros <= maxDaysOff) return logScale(values, zeros);
  const floor = isNegative ? (value: number) => value : (value: number) => Math.max(0, value);
  return {
    isLog: false,
    values,
    clip: zeros > lumpyZeros ? Number.POSITIVE_INFINITY : defaultClip,
    zeros,
    method: "Average of 16 exponential smoothings with weekdays",
    toScale: (value) => value,
    fromScale: floor,
    fromScaleInSum: (value) => value,
    floor,
  };
}

function logScale(values: Float64Array, zeros: number): Scale {
  const toScale = (value: number) => (value > 0 ? Math.log(value) : Number.isNaN(value) ? value : logOfZero);
  return {
    isLog: true,
    values: values.map((value) => (value > 0 ? Math.log(value) : Number.NaN)),
    clip: defaultClip,
    zeros,
    method: "Average of 16 exponential smoothings with weekdays, of logarithms",
    toScale,
    fromScale: (value) => Math.exp(value),
    fromScaleInSum: (value) => Math.exp(value),
    floor: (value) => value,
  };
}
