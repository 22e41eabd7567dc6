import type { Figures } from "#features/authority/contract.ts";
import { type ActingAgent, perDecisionLimit, roundToCents } from "#features/authority/limits/rules.ts";

/** This many approvals in a row make a rule worth suggesting. */
export const enoughApprovals = 10;

type Largest = { money: number; percent: number };

/** What would let an agent decide alone what was approved: its limits, and what limits can't change. */
export function suggestRule(
  agent: Pick<ActingAgent, "name" | "autonomy" | "decisionAuthority" | "budget">,
  current: Figures,
  largest: Largest,
): { figures: Figures | null; obstacles: string[] } {
  const obstacles: string[] = [];
  if (agent.autonomy !== "execute")
    obstacles.push(`${agent.name} may only ${agent.autonomy === "assist" ? "advise" : "propose"}`);
  if (agent.decisionAuthority === "low") obstacles.push(`${agent.name} has low authority`);
  const share = agent.decisionAuthority === "medium" ? 2 : 1;
  const raised = (limit: number | null, to: number): number | null => (limit === null || limit >= to ? limit : to);
  const perDecision = perDecisionLimit(current, agent.budget);
  const money = roundToCents(largest.money * share);
  const percent = Math.min(100, roundToCents(largest.percent * share));
  const figures: Figures = {
    perDecision: money > perDecision ? money : current.perDecision,
    discountPercent: percent > (current.discountPercent ?? 0) ? percent : current.discountPercent,
    // 0 asks about everything, also about what costs nothing.
    alone: current.alone === 0 ? largest.money || null : raised(current.alone, largest.money),
    aloneDiscountPercent: raised(current.aloneDiscountPercent, largest.percent),
  };
  const isSame = (Object.keys(figures) as (keyof Figures)[]).every((key) => figures[key] === current[key]);
  return { figures: isSame ? null : figures, obstacles };
}
