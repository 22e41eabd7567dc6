import type { Estimate } from "#features/forecasting/series/forecast.ts";
import { normalQuantile } from "#features/forecasting/series/normal.ts";
import { sumOf } from "#features/forecasting/series/robust.ts";

/** A deal is won in full with its probability, or lost. */
export type Deal = { amount: number; probability: number };

/** 2^16 sums take a few milliseconds; sums of more deals are close to normal. */
const maxExact = 16;

/**
 * Σ amount × probability of deals in one currency, with the interval of what will be won, assuming independence. Up to
 * 16 deals all outcomes are listed (`exact`); beyond, a normal with variance Σ amount² p (1 − p), clipped to
 * the amounts if every open deal is lost or won.
 */
export function weightedPipeline(deals: readonly Deal[], level = 0.8): Estimate & { exact: boolean } {
  const invalid = deals.find(({ amount, probability }) => !(amount >= 0 && probability >= 0 && probability <= 1));
  if (invalid) throw new RangeError("A deal needs an amount of at least 0 and a probability from 0 to 1.");
  const value = sumOf(deals.map(({ amount, probability }) => amount * probability));
  const tail = (1 - level) / 2;
  // Certain deals shift the interval without widening it.
  const certain = sumOf(deals.flatMap(({ amount, probability }) => (probability === 1 ? [amount] : [])));
  const open = deals.filter(({ amount, probability }) => amount > 0 && probability > 0 && probability < 1);
  if (open.length <= maxExact) {
    const outcomes = outcomesOf(open);
    return {
      value,
      low: certain + quantile(outcomes, tail),
      high: certain + quantile(outcomes, 1 - tail),
      exact: true,
    };
  }
  const spread = Math.sqrt(sumOf(open.map(({ amount, probability }) => amount ** 2 * probability * (1 - probability))));
  const width = normalQuantile(tail) * spread;
  const max = certain + sumOf(open.map(({ amount }) => amount));
  return { value, low: Math.max(certain, value - width), high: Math.min(max, value + width), exact: false };
}

/** Every possible sum with its probability, ascending: the convolution of all deals. */
function outcomesOf(deals: readonly Deal[]): { sum: number; weight: number }[] {
  let outcomes = [{ sum: 0, weight: 1 }];
  for (const { amount, probability } of deals)
    outcomes = outcomes.flatMap(({ sum, weight }) => [
      { sum, weight: weight * (1 - probability) },
      { sum: sum + amount, weight: weight * probability },
    ]);
  return outcomes.sort((one, other) => one.sum - other.sum);
}

/** The smallest sum not exceeded with this probability; tolerates rounding errors of the weights. */
function quantile(outcomes: readonly { sum: number; weight: number }[], share: number): number {
  let reached = 0;
  for (const { sum, weight } of outcomes) {
    reached += weight;
    if (reached >= share - 1e-9) return sum;
  }
  return outcomes.at(-1)?.sum ?? 0;
}
