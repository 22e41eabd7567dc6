import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { id, instant, lengths, required } from "#contract/words.ts";

/** How far an agent may go alone with one type of decision, lowest first. */
export const earnedLevels = ["shadow", "advise", "propose", "execute_undo", "execute"] as const;
export const earnedLevel = z.enum(earnedLevels);
export type EarnedLevel = z.infer<typeof earnedLevel>;

const change = z.strictObject({
  id,
  from: earnedLevel,
  to: earnedLevel,
  /** Why, in a sentence. */
  reason: z.string(),
  at: instant,
  /** The decision that raised it. */
  decisionId: id.nullable(),
});

const agentLevel = z.strictObject({
  decisionType: z.string(),
  label: z.string(),
  level: earnedLevel,
  /** Given with the agent's autonomy; nothing has raised or lowered it yet. */
  isStarting: z.boolean(),
  /** The lowest of the level and what the owner and oversight allow, and which of them it is. */
  effective: earnedLevel,
  heldBy: z.string(),
  /** The most it decides alone once it may execute, company currency or percent, and why. */
  alone: z.strictObject({ amount: z.number(), unit: z.enum(["money", "percent"]), source: z.string() }),
  good: z.number().int(),
  resolved: z.number().int(),
  /** One-sided 95% lower bound of the share of good outcomes; null without one. */
  lowerBound: z.number().nullable(),
  /** The next level up with the bound it takes; null at the top. */
  next: z.strictObject({ level: earnedLevel, bound: z.number() }).nullable(),
  /** At how many resolved outcomes the record is looked at next. */
  nextLook: z.number().int(),
  /** A step up that waits for a person. */
  pendingDecisionId: id.nullable(),
  /** What a person can give back: the level before the last lowering. */
  restorable: earnedLevel.nullable(),
  /** The newest 10 changes. */
  changes: z.array(change),
});
export type AgentLevel = z.infer<typeof agentLevel>;

const agentLevels = z.strictObject({ agentId: id, agentName: z.string(), levels: z.array(agentLevel) });
export type AgentLevels = z.infer<typeof agentLevels>;

export const listLevels = endpoint("GET", "/api/agents/:id/levels", {
  summary: "What an agent has earned for each type of decision, with its record and the next look at it.",
  params: { id },
  response: agentLevels,
  access: "viewer",
});

export const restoreLevel = endpoint("POST", "/api/agents/:id/levels/:decisionType/restore", {
  summary: "Gives back the level an agent had before it was last lowered for a type of decision.",
  params: { id, decisionType: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, "Not found") },
  body: z.strictObject({ reason: required(lengths.reason, "Write the reason") }),
  response: agentLevels,
  access: "admin",
  scope: "decide",
});
