import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { id, instant } from "#contract/words.ts";
import { agent, escalations, responseLengths, voiceStyles } from "#features/agents/contract.ts";
import { promotionEntry, roleTiers, ruleVersion } from "#features/identity/promotions/contract.ts";

export const personalities = ["aggressive", "diplomatic", "creative", "strategic"] as const;

const promotionStatuses = ["active", "eligible", "pending"] as const;

/** Numbers as text where the specification says so; null without rows to calculate them from. */
export const profile = z.strictObject({
  agentId: id,
  agentName: z.string(),
  agentType: z.enum(agentRoleIds),
  specialtyFocus: z.string().nullable(),
  personality: z.enum(personalities),
  roleTier: z.enum(roleTiers),
  performanceScore: z.string().nullable(),
  taskCount: z.number().int(),
  /** Percent. */
  errorRate: z.string().nullable(),
  promotionCount: z.number().int(),
  communicationStyle: z.string(),
  defaultResponseLength: z.enum(responseLengths),
  escalationBehavior: z.enum(escalations),
  voiceStyle: z.enum(voiceStyles),
  tasksCompleted: z.number().int(),
  casesHandled: z.number().int(),
  successRate: z.number().nullable(),
  revenueImpact: z.number().nullable(),
  operationalImpact: z.number().nullable(),
  stakeholderScore: z.number().nullable(),
  consistencyScore: z.number().nullable(),
  speedScore: z.number().nullable(),
  lastPromotionDate: instant.nullable(),
  /** Whether it meets the next tier's rules, or a promotion or demotion waits for a person. */
  promotionStatus: z.enum(promotionStatuses),
  /** The newest daily reflection that covers the agent's work. */
  lastReflectionDate: instant.nullable(),
  /** What the journal says about the agent, newest first, at most 20. */
  historyLog: z.array(z.strictObject({ at: instant, text: z.string() })),
  /** Voice, length and escalation in one line. */
  style: z.string(),
  /** The next tier whose rules the agent meets; null if it meets none. */
  eligibleFor: z.enum(roleTiers).nullable(),
  /** The promotion or demotion that waits for a person. */
  pendingDecisionId: id.nullable(),
  /** Performance at the end of the last 8 weeks with one, oldest first. */
  weeks: z.array(z.number()),
  createdAt: instant,
});
export type Profile = z.infer<typeof profile>;

/** One part of the performance: its share is 0 without data, and the others take its weight. */
const part = z.strictObject({
  id: z.string(),
  label: z.string(),
  score: z.number().nullable(),
  /** Percent, as defined and as applied. */
  weight: z.number(),
  applied: z.number(),
  points: z.number(),
  from: z.string(),
});
export type Part = z.infer<typeof part>;

const requirement = z.strictObject({ label: z.string(), actual: z.string(), needed: z.string(), isMet: z.boolean() });

export const performanceMetrics = z.strictObject({
  score: z.number().nullable(),
  parts: z.array(part),
  formula: z.string(),
  finishedTasks: z.number().int(),
  errors: z.strictObject({
    failedRuns: z.number().int(),
    reversals: z.number().int(),
    rejections: z.number().int(),
    /** Percent; null before the first finished task. */
    rate: z.number().nullable(),
    /** The 95% Wilson interval, percent. */
    interval: z.tuple([z.number(), z.number()]).nullable(),
    formula: z.string(),
  }),
  fields: z.array(
    z.strictObject({
      id: z.string(),
      label: z.string(),
      value: z.number().nullable(),
      unit: z.enum(["count", "percent", "money", "score"]),
      formula: z.string(),
    }),
  ),
  /** This month's runs when the record last changed, with their cost and an even pace of the agent's budget, USD. */
  cost: z.strictObject({ runs: z.number().int(), usd: z.number(), planUsd: z.number() }),
  weeks: z.array(z.strictObject({ week: z.iso.date(), performance: z.number() })),
  types: z.array(
    z.strictObject({
      decisionType: z.string(),
      resolved: z.number().int(),
      held: z.number().int(),
      brier: z.number().nullable(),
      skill: z.number().nullable(),
    }),
  ),
  /** Percent: finished tasks ÷ 50, at most 100. */
  promotionProgress: z.number(),
  next: z.strictObject({ rule: ruleVersion, requirements: z.array(requirement), isEligible: z.boolean() }).nullable(),
});
export type PerformanceMetrics = z.infer<typeof performanceMetrics>;

export const identity = z.strictObject({
  agent,
  profile: profile.nullable(),
  promotionHistory: z.array(promotionEntry),
  performanceMetrics,
});
export type Identity = z.infer<typeof identity>;

export const listProfiles = endpoint("GET", "/api/agents/profiles", {
  summary: "The profiles of the serving agents that have one.",
  response: z.array(profile),
  access: "viewer",
});

export const getIdentity = endpoint("GET", "/api/agents/:id/identity", {
  summary: "An agent's profile, its promotion history and its performance with formula and inputs.",
  params: { id },
  response: identity,
  access: "viewer",
});

export const initializeProfile = endpoint("POST", "/api/agents/:id/initialize-profile", {
  summary: "Creates an agent's profile; repeating it changes nothing.",
  params: { id },
  body: z.union([z.undefined(), z.null(), z.strictObject({})]),
  response: identity,
  access: "member",
});
