import { type RoleTier, type RuleVersion, roleTiers, tierNames } from "./contract.ts";

export type TierRule = Pick<RuleVersion, "minTaskCount" | "maxErrorRate" | "minPerformanceScore">;
export type RuledTier = Exclude<RoleTier, "executive">;

/** Version 1 of every tier's rules. */
export const defaultRules: Record<RuledTier, TierRule> = {
  advisor: { minTaskCount: 50, maxErrorRate: 5, minPerformanceScore: 75 },
  board_member: { minTaskCount: 200, maxErrorRate: 3, minPerformanceScore: 85 },
};
export const ruledTiers = Object.keys(defaultRules) as RuledTier[];

export const tierAbove = (tier: RoleTier): RuledTier | null =>
  (roleTiers[roleTiers.indexOf(tier) + 1] as RuledTier | undefined) ?? null;
export const tierBelow = (tier: RoleTier): RoleTier | null => roleTiers[roleTiers.indexOf(tier) - 1] ?? null;

/** Finished tasks ÷ 50, at most 100%. */
export const promotionProgress = (finished: number): number => Math.min(100, Math.round((100 * finished) / 50));

export type Standing = { finished: number; errorRate: number | null; score: number | null };
type Requirement = { label: string; actual: string; needed: string; isMet: boolean };

const shown = (value: number | null, unit = ""): string => (value === null ? "—" : `${value}${unit}`);

/** What a rule asks for, beside what the agent has. */
export function requirementsOf(rule: TierRule, { finished, errorRate, score }: Standing): Requirement[] {
  return [
    {
      label: "Tasks",
      actual: String(finished),
      needed: `${rule.minTaskCount} or more`,
      isMet: finished >= rule.minTaskCount,
    },
    {
      label: "Error rate",
      actual: shown(errorRate, "%"),
      needed: `under ${rule.maxErrorRate}%`,
      isMet: errorRate !== null && errorRate < rule.maxErrorRate,
    },
    {
      label: "Performance",
      actual: shown(score),
      needed: `${rule.minPerformanceScore} or more`,
      isMet: score !== null && score >= rule.minPerformanceScore,
    },
  ];
}

export const isEligible = (rule: TierRule, standing: Standing): boolean =>
  requirementsOf(rule, standing).every(({ isMet }) => isMet);

/** Why an agent cannot be proposed for a tier. */
export function describeUnmet(name: string, tier: RoleTier, unmet: readonly Requirement[]): string {
  const list = unmet.map(({ label, actual, needed }) => `${label.toLowerCase()} ${actual}, needs ${needed}`);
  return `${name} does not meet the rules for ${tierNames[tier]} yet: ${list.join("; ")}.`;
}

/** "58 tasks, 1.7% errors, score 88" */
export const describeStanding = ({ finished, errorRate, score }: Standing): string =>
  `${finished} ${finished === 1 ? "task" : "tasks"}, ${shown(errorRate, "%")} errors, score ${shown(score)}`;
