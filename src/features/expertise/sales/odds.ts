import { normalQuantile } from "#features/forecasting/series/normal.ts";
import { weightedPipeline } from "#features/forecasting/series/pipeline.ts";
import type { Odds } from "#features/records/pipeline/odds.ts";
import type { Deal, Group, Patience } from "#features/records/pipeline/rows.ts";

/** Days without activity after which a deal is stale: fewer, the closer the stage is to closing. */
export const patience: Patience = { lead: 30, qualified: 30, proposal: 14, negotiation: 14 };
/** The expected sum of deals, and its 80% interval. */
export type Weighted = { deals: number; amount: number; expected: number; low: number; high: number };

/** Up to this many deals, all outcomes are enumerated. */
export const maxEnumeratedDeals = 16;
const level = 0.8;
/** The 90% quantile of the standard normal. */
const z = normalQuantile((1 - level) / 2);

/**
 * Σ amount × probability with its interval; each deal is won whole or lost, independently. If single deals are given,
 * all outcomes are enumerated; otherwise a normal distribution with variance Σ amount² × p (1 − p), truncated between
 * the certain amount and all deals won.
 */
export function weighted(groups: readonly Group[], { of }: Odds, single: readonly Deal[] | null = null): Weighted {
  let [deals, amount, expected, variance, certain] = [0, 0, 0, 0, 0];
  for (const group of groups) {
    const share = of[group.stage];
    deals += group.deals;
    amount += group.amount;
    expected += group.ownExpected + (group.amount - group.ownAmount) * share;
    variance += group.ownVariance + group.restSquares * share * (1 - share);
    certain += group.certain;
  }
  if (single) {
    const priced = single.map((deal) => ({ amount: deal.amount, probability: deal.probability ?? of[deal.stage] }));
    const { low, high } = weightedPipeline(priced, level);
    return { deals, amount, expected, low, high };
  }
  const width = z * Math.sqrt(variance);
  return {
    deals,
    amount,
    expected,
    low: Math.max(certain, expected - width),
    high: Math.min(amount, expected + width),
  };
}
