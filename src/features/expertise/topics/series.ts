import type { MetricPoint } from "#features/metrics/contract.ts";
import { bestPerDay, sourceNames } from "#features/metrics/rules.ts";
import type { Currency } from "#contract/words.ts";

/**
 * A daily series in one currency, oldest first. `source` is that of its last figure; `left` is the number of days left
 * out because their figure is in another currency.
 */
export type Series = {
  points: { day: string; value: number }[];
  source: string;
  left: number;
  elsewhere?: readonly Currency[];
};

/** One figure per day in the company's currency, from all sources. */
export function seriesOf(points: readonly MetricPoint[], currency: Currency): Series {
  const best = bestPerDay(points);
  const own = best.filter((point) => (point.currency ?? currency) === currency);
  const last = own.at(-1);
  return {
    points: own.map(({ measurementDate, metricValue }) => ({ day: measurementDate, value: metricValue })),
    source: last ? sourceNames[last.source] : "",
    left: best.length - own.length,
    elsewhere: [
      ...new Set(best.flatMap((point) => (point.currency && point.currency !== currency ? [point.currency] : []))),
    ],
  };
}

/** The sum between two days, and the number of days with a figure. */
export function sumBetween(
  { points }: Pick<Series, "points">,
  from: string,
  to: string,
): { sum: number; days: number } {
  const inside = points.filter(({ day }) => day >= from && day <= to);
  return { sum: inside.reduce((sum, { value }) => sum + value, 0), days: inside.length };
}
