import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { id, instant } from "#contract/words.ts";

/** Minutes between two cycles. */
export const frequencies = [15, 30, 60, 120, 240] as const;

export const cycleStatuses = ["running", "done", "skipped", "failed"] as const;

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "Must be a time of day such as 20:00");
const quietHours = z.strictObject({ from: timeOfDay, to: timeOfDay });

/** A check of a cycle: how many rows it read and what it found. */
export const cycleCheck = z.strictObject({
  name: z.string(),
  items: z.number().int(),
  found: z.string(),
  ms: z.number().int(),
});
export type CycleCheck = z.infer<typeof cycleCheck>;

/** Something a cycle did, or left and why. */
export const cycleItem = z.strictObject({
  title: z.string(),
  text: z.string(),
  href: z.string().nullable(),
  needsYou: z.boolean(),
  /** The role of the agent it is about; absent without one, and in cycles of earlier versions. */
  role: z.enum(agentRoleIds).optional(),
});
export type CycleItem = z.infer<typeof cycleItem>;

export const cycleLine = z.strictObject({
  id,
  number: z.number().int(),
  status: z.enum(cycleStatuses),
  /** "Did 3, left 2 for you". */
  summary: z.string(),
  startedAt: instant,
  /** Milliseconds; null while it runs. */
  took: z.number().int().nullable(),
});
export type CycleLine = z.infer<typeof cycleLine>;

export const autoPilot = z.strictObject({
  enabled: z.boolean(),
  frequency: z.number().int(),
  /** Minutes between cycles now: more than `frequency` after 3 cycles without a result. */
  interval: z.number().int(),
  nextAt: instant.nullable(),
  /** Whether autonomous work is stopped, so that no cycle runs although it is switched on. */
  isHeld: z.boolean(),
  quietHours: quietHours.nullable(),
  runsToday: z.number().int(),
  dailyCap: z.number().int(),
  costToday: z.number(),
  /** Why it switched itself off; null if it did not. */
  stopped: z.string().nullable(),
  cycles: z.array(cycleLine),
});
export type AutoPilot = z.infer<typeof autoPilot>;

export const cycle = cycleLine.extend({
  finishedAt: instant.nullable(),
  frequency: z.number().int(),
  looked: z.array(cycleCheck),
  did: z.array(cycleItem),
  left: z.array(cycleItem),
  /** Runs of agents it started, and what they cost. */
  runs: z.number().int(),
  costUsd: z.number(),
  /** Entries of the journal since the cycle before. */
  events: z.number().int(),
  /** Its part of the journal: from the end of the cycle that looked before it to its own. */
  journal: z.strictObject({ after: z.number().int(), until: z.number().int() }),
  /** The cycles before and after it. */
  previous: cycleLine.nullable(),
  next: cycleLine.nullable(),
  earlier: z.array(cycleLine),
  autoPilot,
});
export type Cycle = z.infer<typeof cycle>;

export const setAutoPilot = endpoint("POST", "/api/orchestrator/autopilot", {
  summary: "Switches auto-pilot on or off and sets how often it looks, and when it rests.",
  body: z.strictObject({
    enabled: z.boolean(),
    frequency: z.number().int().default(30),
    quietHours: quietHours.nullish(),
    /** Runs of agents a day that it may begin; unchanged if omitted. */
    dailyCap: z
      .number()
      .int()
      .min(1, "Allow at least 1 run a day")
      .max(1_000, "Allow at most 1,000 runs a day")
      .optional(),
  }),
  response: z.strictObject({ message: z.string(), autoPilot }),
  access: "admin",
  scope: "decide",
});

export const getCycle = endpoint("GET", "/api/orchestrator/cycles/:id", {
  summary: "One cycle of auto-pilot: what it looked at, what it did, what it left and why.",
  params: { id },
  response: cycle,
  access: "viewer",
  rate: "polled",
});
