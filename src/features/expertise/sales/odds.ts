import { normalQuantile } from "#features/forecasting/series/normal.ts";
import { weightedPipeline } from "#features/forecasting/series/pipeline.ts";
import { type Deal, type Group, openStages, type OpenStage, type Patience } from "#features/records/pipeline/rows.ts";

/** Of deals in a stage so many are won as a rule; what counts until the company has a record of its own. */
export const standard: Record<OpenStage, number> = { lead: 0.1, qualified: 0.25, proposal: 0.5, negotiation: 0.7 };
/** Days without activity after which a deal of a stage is stale: the nearer to closing, the sooner. */
export const patience: Patience = { lead: 30, qualified: 30, proposal: 14, negotiation: 14 };
/** So many closed deals make a record. */
export const enough = 20;

export type Odds = { of: Record<OpenStage, number>; own: boolean };
const ratio = (share: number): number => share / (1 - share);

/**
 * Takes how many deals were won and lost in a year, gives the probability of each stage. A record of 20 moves them: its win
 * rate is taken as that of a qualified deal, and the other stages keep their distance, as odds, to it.
 */
export function stageOdds(won: number, lost: number): Odds {
  if (won + lost < enough) return { of: standard, own: false };
  // One more on either side: nobody wins always, nobody never.
  const shift = ratio((won + 1) / (won + lost + 2)) / ratio(standard.qualified);
  const moved = openStages.map((stage) => {
    const odds = ratio(standard[stage]) * shift;
    return [stage, odds / (1 + odds)] as const;
  });
  return { of: Object.fromEntries(moved) as Record<OpenStage, number>, own: true };
}

/** What a sum of deals will bring: expected, and where it lies with 80 % probability. */
export type Weighted = { deals: number; amount: number; expected: number; low: number; high: number };

/** Of so few deals every outcome can be listed. */
export const few = 16;
const level = 0.8;
/** How far the tenth and the ninetieth hundredth of a normal are from its middle. */
const reach = normalQuantile((1 - level) / 2);

/**
 * Takes groups of open deals and the odds, gives Σ amount × probability with its interval: each deal is won whole or lost,
 * by itself. Where the groups' deals are given one by one, all outcomes are listed; else it is a normal with the variance
 * Σ amount² × p (1 − p), cut at what is certain and at everything won.
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
  const width = reach * Math.sqrt(variance);
  return {
    deals,
    amount,
    expected,
    low: Math.max(certain, expected - width),
    high: Math.min(amount, expected + width),
  };
}
