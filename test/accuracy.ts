import type { Point } from "#features/forecasting/series/calendar.ts";
import { forecastDaily } from "#features/forecasting/series/forecast.ts";

/** What one horizon came to over all origins: errors in units of the seasonal naive forecast's own, shares and widths. */
export type Accuracy = { horizon: number; mase: number; naive: number; coverage: number; width: number; count: number };

/** Of a series in which every day has a figure: where to begin, where to end, the horizons and the level. */
type Rolling = { from: number; to: number; horizons: readonly number[]; level: number };

/**
 * Rolling origin: every day from `from` to before `to` is forecast from the days that lie `horizon` and more before it.
 * MASE of Hyndman & Koehler 2006: mean |error| in units of the mean |y(t) − y(t−7)| of the history before each origin;
 * `naive` is the same for the forecast "as on the same weekday last", `width` that of the intervals per actual mean.
 */
export function accuracyOfDays(points: readonly Point[], { from, to, horizons, level }: Rolling): Accuracy[] {
  const values = points.map(({ value }) => value);
  const tallies = horizons.map((horizon) => new Tally(horizon));
  const most = Math.max(...horizons);
  for (let origin = from - most; origin < to - 1; origin += 1) {
    const history = points.slice(0, origin + 1);
    const { days } = forecastDaily(history, most, level);
    const unit = seasonalStep(values, origin);
    for (const tally of tallies) {
      const target = origin + tally.horizon;
      const found = days[tally.horizon - 1];
      if (target < from || target >= to || !found) continue;
      tally.add(values[target] ?? 0, found, sameWeekday(values, origin, target), unit);
    }
  }
  return tallies.map((tally) => tally.result());
}

/** The same for sums of `horizon` days that lie between `from` and `to`. */
export function accuracyOfSums(points: readonly Point[], { from, to, horizons, level }: Rolling): Accuracy[] {
  const values = points.map(({ value }) => value);
  return horizons.map((horizon) => {
    const tally = new Tally(horizon);
    for (let origin = from - 1; origin + horizon < to; origin += 1) {
      const { sum } = forecastDaily(points.slice(0, origin + 1), horizon, level);
      const ahead = Array.from({ length: horizon }, (_, at) => origin + 1 + at);
      const actual = ahead.reduce((total, at) => total + (values[at] ?? 0), 0);
      const naive = ahead.reduce((total, at) => total + sameWeekday(values, origin, at), 0);
      if (sum) tally.add(actual, sum, naive, seasonalStep(values, origin) * horizon);
    }
    return tally.result();
  });
}

/** The last value of the target's weekday that was known at the origin. */
const sameWeekday = (values: readonly number[], origin: number, target: number): number =>
  values[target - 7 * Math.ceil((target - origin) / 7)] ?? Number.NaN;

function seasonalStep(values: readonly number[], origin: number): number {
  let sum = 0;
  for (let at = 7; at <= origin; at += 1) sum += Math.abs((values[at] ?? 0) - (values[at - 7] ?? 0));
  return sum / (origin - 6);
}

class Tally {
  readonly horizon: number;
  #sums = { error: 0, naive: 0, hits: 0, width: 0, actual: 0, count: 0 };

  constructor(horizon: number) {
    this.horizon = horizon;
  }

  add(actual: number, found: { value: number; low: number; high: number }, naive: number, unit: number): void {
    const sums = this.#sums;
    sums.error += Math.abs(actual - found.value) / unit;
    sums.naive += Math.abs(actual - naive) / unit;
    sums.hits += actual >= found.low && actual <= found.high ? 1 : 0;
    sums.width += found.high - found.low;
    sums.actual += actual;
    sums.count += 1;
  }

  result(): Accuracy {
    const { error, naive, hits, width, actual, count } = this.#sums;
    return {
      horizon: this.horizon,
      mase: error / count,
      naive: naive / count,
      coverage: hits / count,
      width: width / actual,
      count,
    };
  }
}
