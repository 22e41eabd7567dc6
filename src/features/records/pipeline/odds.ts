import { lastDays } from "#contract/spans.ts";
import { openStages, type OpenStage } from "#features/records/pipeline/rows.ts";

/** Default win rates by stage, until the company has enough closed deals. */
export const standard: Record<OpenStage, number> = { lead: 0.1, qualified: 0.25, proposal: 0.5, negotiation: 0.7 };
/** The period whose closed deals count: the last 365 days. */
export const recordDays = (today: string): { from: string; to: string } => lastDays(365, today);
/** How many closed deals the company needs for win rates of its own. */
export const enough = 20;

export type Odds = { of: Record<OpenStage, number>; own: boolean };
export const ratioOf = (share: number): number => share / (1 - share);

/**
 * The win probability of each stage. With at least 20 closed deals, the company's win rate is that of a qualified deal,
 * and other stages keep their log-odds distance to it.
 */
export function stageOdds(won: number, lost: number): Odds {
  if (won + lost < enough) return { of: standard, own: false };
  // Adds one win and one loss (Laplace), so the rate is never 0 or 1.
  const shift = ratioOf((won + 1) / (won + lost + 2)) / ratioOf(standard.qualified);
  const moved = openStages.map((stage) => {
    const odds = ratioOf(standard[stage]) * shift;
    return [stage, odds / (1 + odds)] as const;
  });
  return { of: Object.fromEntries(moved) as Record<OpenStage, number>, own: true };
}
