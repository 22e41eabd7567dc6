import { money } from "#contract/format.ts";
import type { z } from "zod";
import { type AgentRoleId, type AuthorityLevel, agentRole } from "#contract/roles.ts";
import type { Currency } from "#contract/words.ts";
import type { AgentStatus, AutonomyLevel } from "#features/agents/contract.ts";
import type { Exposure } from "#contract/actions.ts";
import type { effectiveLimit as effectiveLimitSchema, Policy } from "#features/authority/contract.ts";

export type EffectiveLimit = z.infer<typeof effectiveLimitSchema>;
export type ActingAgent = {
  id: string;
  name: string;
  role: AgentRoleId;
  status: AgentStatus;
  capabilities: Readonly<Record<string, boolean>>;
  autonomy: AutonomyLevel;
  decisionAuthority: AuthorityLevel;
  budget: number;
};
/** Money the agent has bound this calendar year; and for the same exposure key within 30 days, in the exposure's unit. */
export type Ledger = { reservedThisYear: number; committedThisYear: number; sameKeyLast30Days: number };
export type YearLedger = Omit<Ledger, "sameKeyLast30Days">;
export type PolicyFigures = Pick<Policy, "role" | "version" | "perDecision" | "discountPercent">;

const figures = (role: AgentRoleId, perDecision: number | null, discountPercent: number | null, note: string) => ({
  role,
  perDecision,
  discountPercent,
  note,
});
/** The first version of every role's policy: company currency and percent, from the product's published limits. */
export const defaultPolicies: readonly Pick<Policy, "role" | "perDecision" | "discountPercent" | "note">[] = [
  figures("CEO", 100_000, null, "Default: 100,000 per decision"),
  figures("CFO", 50_000, null, "Default: 50,000 per decision"),
  figures("CTO", null, null, "Default: 10% of the budget"),
  figures("CMO", 25_000, null, "Default: 25,000 per campaign"),
  figures("Sales", null, 35, "Default: 35% discount and 10% of the budget"),
  figures("Customer Success", 10_000, null, "Default: 10,000 per decision"),
  figures("Operations", null, null, "Default: 10% of the budget"),
  figures("Legal", null, null, "Default: 10% of the budget"),
];

/** Hundredths of the currency, so that sums of figures compare as people would compare them. */
export const cents = (amount: number): number => Math.round(amount * 100) / 100;

/** Takes a policy and the agent's year budget, gives the largest exposure of one decision in the company's currency. */
export function perDecisionLimit(policy: Pick<Policy, "perDecision">, budget: number): number {
  return policy.perDecision ?? cents(budget / 10);
}

/** Takes a role, gives its default limit per decision in the company's currency (default policy and default budget). */
export function defaultPerDecision(role: AgentRoleId): number {
  const found = defaultPolicies.find((policy) => policy.role === role);
  return perDecisionLimit({ perDecision: found?.perDecision ?? null }, agentRole(role).budget);
}

/** What an agent may commit in the company's currency, and why: from its policy, its authority and its year ledger. */
export function effectiveLimit(
  agent: Pick<ActingAgent, "id" | "name" | "role" | "decisionAuthority" | "budget">,
  policy: PolicyFigures,
  ledger: YearLedger,
  currency: Currency,
): EffectiveLimit {
  const perDecision = perDecisionLimit(policy, agent.budget);
  const shown = money(perDecision, currency);
  const alone = {
    low: { amount: 0, source: "Low authority: proposes, never decides alone" },
    medium: { amount: cents(perDecision / 2), source: `Medium authority: half of ${shown}` },
    high: { amount: perDecision, source: `High authority: the whole ${shown}` },
  }[agent.decisionAuthority];
  return {
    agentId: agent.id,
    agentName: agent.name,
    role: agent.role,
    decisionAuthority: agent.decisionAuthority,
    perDecision,
    perDecisionSource:
      policy.perDecision === null
        ? `10% of the year's budget of ${money(agent.budget, currency)}`
        : `Policy version ${policy.version}`,
    alone: alone.amount,
    aloneSource: alone.source,
    yearBudget: agent.budget,
    reserved: ledger.reservedThisYear,
    committed: ledger.committedThisYear,
    policyVersion: policy.version,
  };
}

const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** What requests are summed by over 30 days: same counterparty or same purpose; naming neither, the same type. */
export type ExposureKeys = { counterparty: string | null; purpose: string | null; decisionType: string };

/** Takes an exposure and its decision's type, gives what it is summed by, folded so that spelling does not matter. */
export function exposureKeys(exposure: Pick<Exposure, "counterparty" | "purpose">, decisionType: string): ExposureKeys {
  const fold = (text: string | null) => plain(text ?? "") || null;
  return { counterparty: fold(exposure.counterparty), purpose: fold(exposure.purpose), decisionType };
}

/** Whether an exposure fits what is left of the agent's year budget, in the company's currency; a discount binds none. */
export function fitsYearBudget(
  agent: Pick<ActingAgent, "name" | "budget">,
  ledger: YearLedger,
  exposure: Pick<Exposure, "kind" | "amount">,
  currency: Currency,
): { fits: boolean; after: number; over: number; sentence: string | null } {
  const after = cents(
    ledger.reservedThisYear + ledger.committedThisYear + (exposure.kind === "discount" ? 0 : exposure.amount),
  );
  const over = Math.max(0, cents(after - agent.budget));
  // Written so that a figure that is not a number never fits.
  const fits = exposure.kind === "discount" || exposure.amount === 0 || after <= agent.budget;
  const sentence = `${money(over, currency)} over ${agent.name}'s ${money(agent.budget, currency)} for the year`;
  return { fits, after, over, sentence: fits ? null : sentence };
}
