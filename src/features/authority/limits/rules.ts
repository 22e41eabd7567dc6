import { formatMoney } from "#contract/format.ts";
import type { z } from "zod";
import { type AgentRoleId, type AuthorityLevel, agentRole } from "#contract/roles.ts";
import type { Currency } from "#contract/words.ts";
import type { AgentStatus, AutonomyLevel, Escalation } from "#features/agents/contract.ts";
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
  riskTolerance: number;
  escalation: Escalation;
};
/** Money this calendar year; similar requests within 30 days in the exposure's unit. */
export type Ledger = { reservedThisYear: number; committedThisYear: number; sameKeyLast30Days: number };
export type YearLedger = Omit<Ledger, "sameKeyLast30Days">;
export type PolicyFigures = Pick<Policy, "role" | "version" | "perDecision" | "discountPercent"> &
  Partial<Pick<Policy, "alone" | "aloneDiscountPercent">>;

const figures = (role: AgentRoleId, perDecision: number | null, discountPercent: number | null, note: string) => ({
  role,
  perDecision,
  discountPercent,
  note,
});
/** Version 1 of every role's policy: company currency and percent. */
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

/** Rounds to cents, so that sums compare exactly. */
export const roundToCents = (amount: number): number => Math.round(amount * 100) / 100;

export function perDecisionLimit(policy: Pick<Policy, "perDecision">, budget: number): number {
  return policy.perDecision ?? roundToCents(budget / 10);
}

/** From the role's default policy and budget. */
export function defaultPerDecision(role: AgentRoleId): number {
  const found = defaultPolicies.find((policy) => policy.role === role);
  return perDecisionLimit({ perDecision: found?.perDecision ?? null }, agentRole(role).budget);
}

type AloneSettings = Pick<ActingAgent, "decisionAuthority" | "riskTolerance" | "escalation">;

/** 50% of a limit at risk tolerance 0, all of it at 100; a limit is never raised. */
export const riskShare = (riskTolerance: number): number => 0.5 + Math.min(100, Math.max(0, riskTolerance)) / 200;
const escalationShares: Record<Escalation, number> = { conservative: 0.8, balanced: 0.9, independent: 1 };

/** What can keep the amount an agent decides alone below its limit. */
const aloneCaps = ["Authority", "Risk tolerance", "Escalation", "Limit alone"] as const;
export type AloneCap = (typeof aloneCaps)[number];
export const isAloneCap = (bound: string): boolean => aloneCaps.some((one) => one === bound);

type AloneShare = { name: AloneCap; share: number; source: (amount: string) => string };

/** The share of a limit an agent may use alone: the lowest of authority, risk tolerance and escalation. */
export function aloneShare({ decisionAuthority, riskTolerance, escalation }: AloneSettings): AloneShare {
  const levels = {
    low: { share: 0, source: () => "Low authority: every decision needs approval" },
    medium: { share: 0.5, source: (amount: string) => `Medium authority: half of ${amount}` },
    high: { share: 1, source: (amount: string) => `High authority: the full ${amount}` },
  };
  const risk = riskShare(riskTolerance);
  const early = escalationShares[escalation];
  const percentOf = (share: number, amount: string) => `${Math.round(share * 1000) / 10}% of ${amount}`;
  const shares: AloneShare[] = [
    {
      name: "Risk tolerance",
      share: risk,
      source: (amount) => `Risk tolerance ${riskTolerance}: ${percentOf(risk, amount)}`,
    },
    { name: "Escalation", share: early, source: (amount) => `Asks early: at ${percentOf(early, amount)}` },
  ];
  return shares.reduce<AloneShare>((lowest, one) => (one.share < lowest.share ? one : lowest), {
    name: "Authority",
    ...levels[decisionAuthority],
  });
}

/** Discounts are limited in percent, everything else in money. */
export const limitUnit = (decisionType: string | null): "money" | "percent" =>
  decisionType === "discount_request" ? "percent" : "money";

/** The most an agent may decide alone, and what keeps it there: its share of the limit, or a lower figure of its own. */
export function aloneLimit(
  agent: Pick<ActingAgent, "budget"> & AloneSettings,
  policy: PolicyFigures,
  unit: "money" | "percent",
  currency: Currency,
): { amount: number; name: AloneCap; source: string } {
  const isPercent = unit === "percent";
  const limit = isPercent ? (policy.discountPercent ?? 0) : perDecisionLimit(policy, agent.budget);
  const own = (isPercent ? policy.aloneDiscountPercent : policy.alone) ?? null;
  const { name, share, source } = aloneShare(agent);
  const amount = roundToCents(limit * share);
  if (own !== null && own < amount)
    return { amount: own, name: "Limit alone", source: `Policy version ${policy.version}` };
  return { amount, name, source: source(isPercent ? `${limit}%` : formatMoney(limit, currency)) };
}

export function effectiveLimit(
  agent: Pick<ActingAgent, "id" | "name" | "role" | "budget"> & AloneSettings,
  policy: PolicyFigures,
  ledger: YearLedger,
  currency: Currency,
): EffectiveLimit {
  const perDecision = perDecisionLimit(policy, agent.budget);
  const alone = aloneLimit(agent, policy, "money", currency);
  return {
    agentId: agent.id,
    agentName: agent.name,
    role: agent.role,
    decisionAuthority: agent.decisionAuthority,
    riskTolerance: agent.riskTolerance,
    escalation: agent.escalation,
    perDecision,
    perDecisionSource:
      policy.perDecision === null
        ? `10% of the ${formatMoney(agent.budget, currency)} year budget`
        : `Policy version ${policy.version}`,
    alone: alone.amount,
    aloneSource: alone.source,
    yearBudget: agent.budget,
    reserved: ledger.reservedThisYear,
    committed: ledger.committedThisYear,
    policyVersion: policy.version,
  };
}

const normalize = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Requests with the same counterparty or purpose are summed over 30 days; without either, those of the same type. */
export type ExposureKeys = { counterparty: string | null; purpose: string | null; decisionType: string };

/** Normalized, so that spelling does not matter. */
export function exposureKeys(exposure: Pick<Exposure, "counterparty" | "purpose">, decisionType: string): ExposureKeys {
  const toKey = (text: string | null) => normalize(text ?? "") || null;
  return { counterparty: toKey(exposure.counterparty), purpose: toKey(exposure.purpose), decisionType };
}

/** The name of the limit that an exposure over the year budget exceeds. */
export const yearBudget = "Year budget";

/** Whether an exposure fits the rest of the agent's year budget; a discount always does. */
export function fitsYearBudget(
  agent: Pick<ActingAgent, "name" | "budget">,
  ledger: YearLedger,
  exposure: Pick<Exposure, "kind" | "amount">,
  currency: Currency,
): { fits: boolean; after: number; over: number; sentence: string | null } {
  const after = roundToCents(
    ledger.reservedThisYear + ledger.committedThisYear + (exposure.kind === "discount" ? 0 : exposure.amount),
  );
  const over = Math.max(0, roundToCents(after - agent.budget));
  // NaN never fits.
  const fits = exposure.kind === "discount" || exposure.amount === 0 || after <= agent.budget;
  const sentence = `${formatMoney(over, currency)} over ${agent.name}'s ${formatMoney(agent.budget, currency)} year budget`;
  return { fits, after, over, sentence: fits ? null : sentence };
}
