import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { id, instant, lengths, required } from "#contract/words.ts";

export const roleTiers = ["executive", "advisor", "board_member"] as const;
export type RoleTier = (typeof roleTiers)[number];
export const promotionTypes = ["initial", "automatic", "demotion"] as const;

export const tierNames: Record<RoleTier, string> = {
  executive: "Executive",
  advisor: "Senior Advisor",
  board_member: "Board Member",
};

/** One version of the rules for a tier; the newest applies. */
export const ruleVersion = z.strictObject({
  currentRole: z.enum(roleTiers),
  promotedRole: z.enum(roleTiers),
  version: z.number().int(),
  minTaskCount: z.number().int(),
  /** Percent; the error rate must be under it. */
  maxErrorRate: z.number(),
  minPerformanceScore: z.number(),
  changedBy: z.string(),
  createdAt: instant.nullable(),
});
export type RuleVersion = z.infer<typeof ruleVersion>;

/** Written once and never changed. */
export const promotionEntry = z.strictObject({
  id,
  fromRole: z.enum(roleTiers).nullable(),
  toRole: z.enum(roleTiers),
  reason: z.string(),
  promotionType: z.enum(promotionTypes),
  performanceAtPromotion: z.number().nullable(),
  approvedBy: z.string(),
  decisionId: id.nullable(),
  createdAt: instant,
});
export type PromotionEntry = z.infer<typeof promotionEntry>;

export const listPromotionRules = endpoint("GET", "/api/agents/promotion-rules", {
  summary: "The current promotion rules of every tier.",
  response: z.array(ruleVersion),
  access: "viewer",
});

export const promotionRuleForm = z.strictObject({
  /** The version that was read. */
  version: z.number().int().min(1),
  minTaskCount: z.number().int().min(1, "Use 1 or more").max(1_000_000),
  maxErrorRate: z.number().gt(0, "Use more than 0").max(100, "Use at most 100"),
  minPerformanceScore: z.number().min(0, "Use 0 or more").max(100, "Use at most 100"),
});

export const changePromotionRule = endpoint("PUT", "/api/agents/promotion-rules/:tier", {
  summary: "Writes a new version of a tier's promotion rules; refused if another version was written since.",
  params: { tier: z.enum(["advisor", "board_member"]) },
  body: promotionRuleForm,
  response: z.array(ruleVersion),
  access: "admin",
  scope: "decide",
});

export const proposePromotion = endpoint("POST", "/api/agents/:id/promotion", {
  summary: "Proposes the next tier for an agent that meets its rules; a person decides.",
  params: { id },
  body: z.union([z.undefined(), z.null(), z.strictObject({})]),
  response: z.strictObject({ decisionId: id }),
  access: "member",
  scope: "propose",
});

export const proposeDemotion = endpoint("POST", "/api/agents/:id/demotion", {
  summary: "Proposes the tier below for an agent, with a reason; a person decides.",
  params: { id },
  body: z.strictObject({ reason: required(lengths.reason, "Say why") }),
  response: z.strictObject({ decisionId: id }),
  access: "member",
  scope: "propose",
});
