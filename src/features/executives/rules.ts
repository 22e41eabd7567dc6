import { formatMoney } from "#contract/format.ts";
import { agentRoles } from "#contract/roles.ts";
import type { Agent } from "#features/agents/contract.ts";
import { type EffectiveLimit } from "#features/authority/limits/rules.ts";
import type { CapabilityStake } from "#features/executives/contract.ts";
import type { Currency } from "#contract/words.ts";

const maxListed = 3;

/** Why the agent can't be retired, or null. */
export function retireError(
  agent: Pick<Agent, "name" | "role">,
  pending: readonly { number: number }[],
): string | null {
  if (pending.length === 0) return null;
  const numbers = pending.slice(0, maxListed).map(({ number }) => `D-${number}`);
  const more = pending.length - numbers.length;
  const list = more > 0 ? `${numbers.join(", ")} and ${more} more` : numbers.join(", ");
  const count = pending.length === 1 ? "1 pending decision" : `${pending.length} pending decisions`;
  return `${agent.name} (${agent.role}) has ${count}: ${list}. Decide ${pending.length === 1 ? "it" : "them"} first.`;
}

/** Warns about a budget below what is already committed and reserved. */
export function budgetWarnings(
  {
    agentName,
    yearBudget,
    reserved,
    committed,
  }: Pick<EffectiveLimit, "agentName" | "yearBudget" | "reserved" | "committed">,
  currency: Currency,
): string[] {
  if (yearBudget >= reserved + committed) return [];
  const amounts = [
    formatMoney(committed, currency),
    formatMoney(reserved, currency),
    formatMoney(yearBudget, currency),
  ];
  return [
    `${agentName} has already committed ${amounts[0]} and reserved ${amounts[1]} this year, above the ${amounts[2]} budget. Nothing more fits this year.`,
  ];
}

type Guarded = { id: string; label: string; roles: readonly string[]; capability: string | null };
type GuardedAction = Guarded & Pick<CapabilityStake["actions"][number], "description" | "effect">;

/** What each capability of each role allows. */
export function capabilityStakes(
  decisionTypes: readonly Guarded[],
  actions: readonly GuardedAction[],
): CapabilityStake[] {
  return agentRoles.flatMap(({ id: role, capabilities }) =>
    capabilities.map((capability) => {
      const requiresIt = (guarded: Guarded) => guarded.capability === capability && guarded.roles.includes(role);
      return {
        role,
        capability,
        decisionTypes: decisionTypes.filter(requiresIt).map(({ id, label }) => ({ id, label })),
        actions: actions
          .filter(requiresIt)
          .map(({ id, label, description, effect }) => ({ id, label, description, effect })),
      };
    }),
  );
}
