import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { agentRoleIds, authorityLevels } from "#contract/roles.ts";
import { id, instant, lengths, text } from "#contract/words.ts";
import { earnedLevel } from "#features/authority/levels/contract.ts";
import { autonomyLevels, escalations } from "#features/agents/contract.ts";

/** At most two decimals; checks the text, because 1.1 * 100 is not 110. */
const hasCents = (value: number): boolean => !/e-|\.\d{3}/.test(String(value));
const decimals = "Use at most two decimals";
const amount = z.number().nonnegative().max(1e12).refine(hasCents, decimals).nullable();
const percent = z.number().min(0).max(100).refine(hasCents, decimals).nullable();

export const policyFigures = z.strictObject({
  /** Largest exposure per decision, company currency; null: 10% of the agent's budget. */
  perDecision: amount,
  /** Percent; null if the role may give none. */
  discountPercent: percent,
  /** The most the agent may decide without a person, below what its authority allows; null: only its authority. */
  alone: amount,
  aloneDiscountPercent: percent,
});
export type Figures = z.infer<typeof policyFigures>;

/** A role's limits, or those of one type; every change adds a version, the newest applies. */
export const policy = policyFigures.extend({
  role: z.enum(agentRoleIds),
  /** The type of decision they are for; null: every type of the role without limits of its own. */
  decisionType: z.string().nullable(),
  version: z.number().int(),
  note: z.string(),
  changedBy: z.string(),
  createdAt: instant,
});
export type Policy = z.infer<typeof policy>;

export const effectiveLimit = z.strictObject({
  agentId: id,
  agentName: z.string(),
  role: z.enum(agentRoleIds),
  decisionAuthority: z.enum(authorityLevels),
  /** 0 to 100. */
  riskTolerance: z.number().int(),
  escalation: z.enum(escalations),
  perDecision: z.number(),
  perDecisionSource: z.string(),
  alone: z.number(),
  aloneSource: z.string(),
  yearBudget: z.number(),
  reserved: z.number(),
  committed: z.number(),
  policyVersion: z.number().int(),
});

/** A limit that a request exceeds. */
export const limitMet = z.strictObject({
  name: z.string(),
  /** Company currency, or percent if `unit` says so. */
  limit: z.number(),
  requested: z.number(),
  over: z.number(),
  unit: z.enum(["money", "percent"]),
  sentence: z.string(),
});
export type LimitMet = z.infer<typeof limitMet>;

export const authorization = z.strictObject({
  verdict: z.enum(["allow", "ask", "deny"]),
  /** Who must approve; null if no one. */
  askOf: z.string().nullable(),
  reasons: z.array(z.string()),
  limits: z.array(limitMet),
  /** The main reason: a limit's name, Autonomy, Oversight, Authority, Risk tolerance, Status … */
  bound: z.string(),
  /** The agent's level at the time; null for a person. At "assist" a proposal is advice. */
  autonomy: z.enum(autonomyLevels).nullable(),
  /** How far its record let the agent go with this type; absent for a person. */
  level: earnedLevel.optional(),
  policyVersion: z.number().int(),
});
export type Authorization = z.infer<typeof authorization>;

export const listPolicies = endpoint("GET", "/api/authority/policies", {
  summary: "The current limits of every role and type, and what each agent may commit.",
  response: z.strictObject({
    version: z.number().int(),
    policies: z.array(policy),
    limits: z.array(effectiveLimit),
  }),
  access: "viewer",
});

export const changePolicy = endpoint("PUT", "/api/authority/policies/:role", {
  summary: "Writes a new version of a role's policy.",
  params: { role: z.enum(agentRoleIds) },
  body: policyFigures.pick({ perDecision: true, discountPercent: true }).extend({
    note: text(lengths.title).optional(),
  }),
  response: policy,
  access: "admin",
  scope: "decide",
});
