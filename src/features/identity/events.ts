import { z } from "zod";
import { type RoleTier, tierNames } from "#features/identity/promotions/contract.ts";
import type { TierRule } from "#features/identity/promotions/rules.ts";
import { event } from "#platform/journal/event.ts";

type Named = { id: string; name: string; role: string };
const common = { resource: "agent", feed: null, refreshes: ["agents"] } as const;
const about = ({ id }: Named) => ({ id, agentId: id });
const nameWithRole = ({ name, role }: Named): string => `${name} (${role})`;

export const profileInitialized = event("agent.profile_initialized", common, (agent: Named, tier: RoleTier) => ({
  ...about(agent),
  title: `${nameWithRole(agent)}: profile initialized`,
  details: { tier },
}));

export const performanceChanged = event(
  "agent.performance_changed",
  {
    ...common,
    refreshes: ["agents", "dashboard"],
  },
  (agent: Named & { performance: number | null }, to: number | null, finished: number) => ({
    ...about(agent),
    title: `${nameWithRole(agent)}: performance ${to === null ? "no longer shown" : to}`,
    details: { from: agent.performance, to, finished },
  }),
);

export const tierChanged = event(
  "agent.tier_changed",
  { ...common, complianceRelevant: true },
  (agent: Named, change: { from: RoleTier; to: RoleTier; performance: number | null; reason: string }) => ({
    ...about(agent),
    title: `${nameWithRole(agent)}: ${tierNames[change.from]} to ${tierNames[change.to]}`,
    details: change,
  }),
);

export const promotionRuleChanged = event(
  "promotion_rule.changed",
  {
    ...common,
    resource: "promotion_rule",
    complianceRelevant: true,
  },
  (tier: RoleTier, version: number, from: TierRule, to: TierRule) => ({
    id: null,
    title: `Promotion rules for ${tierNames[tier]}: version ${version}`,
    details: { tier, version, from, to },
  }),
);

const changes = z.record(z.string(), z.strictObject({ from: z.unknown(), to: z.unknown() }));
export const configChanged = event(
  "agent.config_changed",
  { ...common, refreshes: ["agents", "authority"], complianceRelevant: true },
  (agent: Named, changed: z.infer<typeof changes>) => ({
    ...about(agent),
    title: `${nameWithRole(agent)}: configuration changed`,
    details: { changes: changed },
  }),
);
