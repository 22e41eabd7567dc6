import { money } from "#contract/format.ts";
import { agentRoles } from "#contract/roles.ts";
import type { Agent } from "#features/agents/contract.ts";
import { type EffectiveLimit } from "#features/authority/limits/rules.ts";
import type { CapabilityStake } from "#features/executives/contract.ts";
import type { Currency } from "#contract/words.ts";

const mostNamed = 3;

/** Takes who shall be retired and its decisions that wait, gives the sentence that refuses it, or null. */
export function retireFault(
  agent: Pick<Agent, "name" | "role">,
  pending: readonly { number: number }[],
): string | null {
  if (pending.length === 0) return null;
  const numbers = pending.slice(0, mostNamed).map(({ number }) => `D-${number}`);
  const more = pending.length - numbers.length;
  const named = more > 0 ? `${numbers.join(", ")} and ${more} more` : numbers.join(", ");
  const wait = pending.length === 1 ? "1 decision waits" : `${pending.length} decisions wait`;
  const them = pending.length === 1 ? "it" : "them";
  return `${wait} for an answer to ${agent.name} (${agent.role}): ${named}. Decide ${them} first.`;
}

/** Takes what an executive may commit and has bound, gives what the person who set its budget should know. */
export function budgetRemarks(
  {
    agentName,
    yearBudget,
    reserved,
    committed,
  }: Pick<EffectiveLimit, "agentName" | "yearBudget" | "reserved" | "committed">,
  currency: Currency,
): string[] {
  const bound = reserved + committed;
  if (yearBudget >= bound) return [];
  const sums = [money(committed, currency), money(reserved, currency), money(yearBudget, currency)];
  return [
    `${agentName} has committed ${sums[0]} and reserved ${sums[1]} this year, more than the budget of ${sums[2]}. That stands; nothing further fits this year.`,
  ];
}

type Guarded = { id: string; label: string; roles: readonly string[]; capability: string | null };
type GuardedAction = Guarded & Pick<CapabilityStake["actions"][number], "description" | "effect">;

/** Takes every decision type and every action there is, gives what each capability of each role forbids when it is off. */
export function stakes(decisionTypes: readonly Guarded[], actions: readonly GuardedAction[]): CapabilityStake[] {
  return agentRoles.flatMap(({ id: role, capabilities }) =>
    capabilities.map((capability) => {
      const hangs = (one: Guarded) => one.capability === capability && one.roles.includes(role);
      return {
        role,
        capability,
        decisionTypes: decisionTypes.filter(hangs).map(({ id, label }) => ({ id, label })),
        actions: actions
          .filter(hangs)
          .map(({ id, label, description, effect }) => ({ id, label, description, effect })),
      };
    }),
  );
}
