import { z } from "zod";
import { cursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { day, id, instant } from "#contract/words.ts";

export const pattern = z.strictObject({
  id,
  name: z.string(),
  description: z.string(),
  patternType: z.string(),
  /** 0 to 1. */
  confidence: z.number(),
  /** How often it was seen; spelled as in the specification. */
  occurences: z.number().int(),
  lastDetected: instant,
  isActive: z.boolean(),
  /** The newest events behind it, with their pages. */
  examples: z.array(z.strictObject({ title: z.string(), at: instant, href: z.string().nullable() })),
});
export type Pattern = z.infer<typeof pattern>;

export const insight = z.strictObject({
  id,
  title: z.string(),
  insight: z.string(),
  category: z.string(),
  actionable: z.boolean(),
  /** 0 to 1. */
  confidence: z.number(),
  recommendations: z.array(z.string()),
  /** The day a reflection is about; null for others. */
  day: day.nullable(),
  relatedPatternIds: z.array(id),
  createdAt: instant,
});
export type Insight = z.infer<typeof insight>;

export const brainDecision = z.strictObject({
  id,
  /** At most 500 characters. */
  summary: z.string(),
  detail: z.string(),
  decisionType: z.string(),
  /** 0 to 10. */
  impactScore: z.number(),
  outcome: z.string().nullable(),
  agentId: id.nullable(),
  href: z.string(),
  createdAt: instant,
});
export type BrainDecision = z.infer<typeof brainDecision>;

const listed = { query: { cursor } } as const;

export const listPatterns = endpoint("GET", "/api/brain/patterns", {
  summary: "Patterns in what happened, last seen first; at most 50 at a time.",
  access: "viewer",
  ...listed,
  response: z.array(pattern),
});

export const listInsights = endpoint("GET", "/api/brain/insights", {
  summary: "Insights and daily reflections, newest first; at most 50 at a time.",
  access: "viewer",
  ...listed,
  response: z.array(insight),
});

export const listBrainDecisions = endpoint("GET", "/api/brain/decisions", {
  summary: "Settled decisions with what became of them, newest first; at most 50 at a time.",
  access: "viewer",
  ...listed,
  response: z.array(brainDecision),
});

export const detectPatterns = endpoint("POST", "/api/brain/detect-patterns", {
  summary: "Looks for patterns in the events of the last 180 days.",
  response: z.strictObject({
    found: z.number().int(),
    added: z.number().int(),
    ended: z.number().int(),
    /** How many combinations were tested, with the corrected threshold. */
    tested: z.number().int(),
    message: z.string(),
  }),
  access: "member",
});

export const reflect = endpoint("POST", "/api/brain/reflect", {
  summary: "Writes the reflection of the day: what changed, which forecasts are due, and one question to the owner.",
  response: insight,
  access: "member",
});
