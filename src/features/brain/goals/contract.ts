import { z } from "zod";
import { cursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { id, instant, lengths, required, text } from "#contract/words.ts";

const goalStatuses = ["active", "completed", "paused", "cancelled"] as const;
const goalPriorities = ["low", "medium", "high", "urgent"] as const;

export const keyResult = z.strictObject({
  text: required(lengths.title, "Write the key result"),
  target: z.number().finite(),
  current: z.number().finite(),
});
export type KeyResult = z.infer<typeof keyResult>;

export const goal = z.strictObject({
  id,
  description: z.string(),
  status: z.enum(goalStatuses),
  priority: z.enum(goalPriorities),
  /** Percent: the mean of its key results, or what was entered without any. */
  progress: z.number(),
  timeframe: z.string().nullable(),
  ownerAgentId: id.nullable(),
  blockers: z.array(z.string()),
  keyResults: z.array(keyResult),
  createdAt: instant,
});
export type Goal = z.infer<typeof goal>;

export const listGoals = endpoint("GET", "/api/brain/goals", {
  summary: "The company's goals, newest first; at most 50 at a time.",
  query: { cursor },
  response: z.array(goal),
  access: "viewer",
});

const fields = {
  description: required(lengths.reason, "Describe the goal"),
  status: z.enum(goalStatuses).optional(),
  priority: z.enum(goalPriorities).optional(),
  progress: z.number().min(0).max(100).optional(),
  timeframe: text(lengths.name).nullish(),
  ownerAgentId: id.nullish(),
  blockers: z.array(required(lengths.title, "Write the blocker")).max(20).optional(),
  keyResults: z.array(keyResult).max(20).optional(),
};

export const addGoal = endpoint("POST", "/api/brain/goals", {
  summary: "Adds a goal with its key results and blockers.",
  body: z.strictObject(fields),
  response: goal,
  access: "member",
});

export const changeGoal = endpoint("PUT", "/api/brain/goals/:id", {
  summary: "Changes a goal; what is left out stays.",
  params: { id },
  body: z.strictObject({ ...fields, description: fields.description.optional() }),
  response: goal,
  access: "member",
});

export const deleteGoal = endpoint("DELETE", "/api/brain/goals/:id", {
  summary: "Deletes a goal.",
  params: { id },
  response: z.strictObject({ deleted: z.boolean() }),
  access: "member",
});
