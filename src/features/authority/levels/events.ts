import type { EarnedLevel } from "#features/authority/levels/contract.ts";
import { levelNames, rankOf } from "#features/authority/levels/rules.ts";
import { event } from "#platform/journal/event.ts";

type Change = {
  agent: { id: string; name: string; role: string };
  decisionType: string;
  from: EarnedLevel;
  to: EarnedLevel;
  reason: string;
};

export const levelChanged = event(
  "authority.level_changed",
  {
    resource: "agent",
    feed: "analysis",
    refreshes: ["authority", "agents", "decisions", "feed"],
    complianceRelevant: true,
  },
  ({ agent, decisionType, from, to, reason }: Change) => ({
    id: agent.id,
    agentId: agent.id,
    title: `${agent.name} (${agent.role}): ${levelNames[to]} for ${decisionType.replaceAll("_", " ")}`,
    severity: rankOf(to) < rankOf(from) ? ("warning" as const) : ("info" as const),
    details: { decisionType, from, to, reason },
    line: {
      text: [`${levelNames[from]} to ${levelNames[to]}. ${reason}`],
      href: "/oversight",
      impact: "high" as const,
      status: "completed" as const,
    },
  }),
);
