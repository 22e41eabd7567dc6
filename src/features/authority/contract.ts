import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { agentRoleIds, authorityLevels } from "#contract/roles.ts";
import { id, instant, lengths, text } from "#contract/words.ts";
import { autonomyLevels } from "#features/agents/contract.ts";

/** The editable figures of one role: a new version per change, the newest counts. */
export const policy = z.strictObject({
  role: z.enum(agentRoleIds),
  version: z.number().int(),
  /** Largest exposure of one decision in the company's currency; null: 10 % of the agent's budget. */
  perDecision: z.number().nonnegative().nullable(),
  /** Largest discount in percent; null where the role gives none. */
  discountPercent: z.number().min(0).max(100).nullable(),
  note: z.string(),
  changedBy: z.string(),
  createdAt: instant,
});
export type Policy = z.infer<typeof policy>;

/** What an agent may commit today, and why. */
export const effectiveLimit = z.strictObject({
  agentId: id,
  agentName: z.string(),
  role: z.enum(agentRoleIds),
  decisionAuthority: z.enum(authorityLevels),
  perDecision: z.number(),
  perDecisionSource: z.string(),
  alone: z.number(),
  aloneSource: z.string(),
  yearBudget: z.number(),
  reserved: z.number(),
  committed: z.number(),
  policyVersion: z.number().int(),
});

/** One limit a request was held against. */
export const limitMet = z.strictObject({
  name: z.string(),
  /** In the company's currency, or percent where `unit` says so. */
  limit: z.number(),
  requested: z.number(),
  over: z.number(),
  unit: z.enum(["money", "percent"]),
  sentence: z.string(),
});
export type LimitMet = z.infer<typeof limitMet>;

/** The answer of the policy to one request. */
export const authorization = z.strictObject({
  verdict: z.enum(["allow", "ask", "deny"]),
  /** Who has to be asked, in words; null when nobody. */
  askOf: z.string().nullable(),
  reasons: z.array(z.string()),
  limits: z.array(limitMet),
  /** The one thing that bound the answer, in words. */
  bound: z.string(),
  /** The agent's level when it asked; null where no agent did. At "assist" a proposal is advice. */
  autonomy: z.enum(autonomyLevels).nullable(),
  policyVersion: z.number().int(),
});
export type Authorization = z.infer<typeof authorization>;

export const listPolicies = endpoint("GET", "/api/authority/policies", {
  summary: "The newest policy of every role and what each executive may commit.",
  response: z.strictObject({ policies: z.array(policy), limits: z.array(effectiveLimit) }),
  access: "viewer",
  rate: "normal",
});

export const changePolicy = endpoint("PUT", "/api/authority/policies/:role", {
  summary: "Writes a new version of a role's policy.",
  params: { role: z.enum(agentRoleIds) },
  body: z.strictObject({
    perDecision: z.number().nonnegative().max(1e12).nullable(),
    discountPercent: z.number().min(0).max(100).nullable(),
    note: text(lengths.title).optional(),
  }),
  response: policy,
  access: "admin",
  rate: "normal",
});
