import type { Figures } from "#features/authority/contract.ts";
import type { EarnedLevel } from "#features/authority/levels/contract.ts";
import { describeLevel, rankOf } from "#features/authority/levels/rules.ts";
import { type ActingAgent, aloneShare, perDecisionLimit } from "#features/authority/limits/rules.ts";

/** How many approvals without a rejection make a rule worth suggesting. */
export const enoughApprovals = 10;

type Largest = { money: number; percent: number };
type AgentSettings = Pick<
  ActingAgent,
  "name" | "autonomy" | "decisionAuthority" | "budget" | "riskTolerance" | "escalation"
> & { level: EarnedLevel };

/** The smallest limit, to the cent, of which a share is at least an amount. */
const limitFor = (amount: number, share: number): number => Math.ceil((amount / share) * 100 - 1e-4) / 100;

/** The limits that would let an agent decide alone what was approved, and the obstacles that limits can't remove. */
export function suggestRule(
  agent: AgentSettings,
  current: Figures,
  largest: Largest,
): { figures: Figures | null; obstacles: string[] } {
  const obstacles: string[] = [];
  if (agent.autonomy !== "execute")
    obstacles.push(`${agent.name} may only ${agent.autonomy === "assist" ? "advise" : "propose"}`);
  else if (rankOf(agent.level) < rankOf("execute_undo"))
    obstacles.push(`By its record, ${agent.name} may ${describeLevel(agent.level)}`);
  const isLow = agent.decisionAuthority === "low";
  if (isLow) obstacles.push(`${agent.name} has low authority`);
  // Low authority has to be raised first, so the limits are computed as if it were high.
  const { share } = aloneShare(isLow ? { ...agent, decisionAuthority: "high" } : agent);
  const raised = (limit: number | null, to: number): number | null => (limit === null || limit >= to ? limit : to);
  const perDecision = perDecisionLimit(current, agent.budget);
  const money = limitFor(largest.money, share);
  const percent = Math.min(100, limitFor(largest.percent, share));
  const figures: Figures = {
    perDecision: money > perDecision ? money : current.perDecision,
    discountPercent: percent > (current.discountPercent ?? 0) ? percent : current.discountPercent,
    // 0 means that a person decides everything, even what costs nothing.
    alone: current.alone === 0 ? largest.money || null : raised(current.alone, largest.money),
    aloneDiscountPercent: raised(current.aloneDiscountPercent, largest.percent),
  };
  const isSame = (Object.keys(figures) as (keyof Figures)[]).every((key) => figures[key] === current[key]);
  return { figures: isSame ? null : figures, obstacles };
}
