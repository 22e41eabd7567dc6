import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { day, id, instant, lengths, priorities, required, text } from "#contract/words.ts";

/** `pending`: its plan has not been accepted yet. */
export const initiativeStatuses = ["pending", "active", "paused", "completed", "cancelled"] as const;
export type InitiativeStatus = (typeof initiativeStatuses)[number];

export const initiative = z.strictObject({
  id,
  title: z.string(),
  description: z.string(),
  status: z.enum(initiativeStatuses),
  priority: z.enum(priorities),
  /** Percent of its tasks that are completed, as a numeric string; cancelled tasks do not count. */
  progress: z.string(),
  tasks: z.strictObject({ done: z.number().int(), all: z.number().int() }),
  owner: z.strictObject({ id, name: z.string(), role: z.enum(agentRoleIds) }).nullable(),
  startDate: day,
  targetDate: day.nullable(),
  createdAt: instant,
});
export type Initiative = z.infer<typeof initiative>;

export const listInitiatives = endpoint("GET", "/api/initiatives", {
  summary: "The company's initiatives, open ones first; at most 50.",
  response: z.array(initiative),
  access: "viewer",
});

export const updateInitiative = endpoint("PUT", "/api/initiatives/:id", {
  summary: "Changes an initiative's title, description, status, priority or target date; null clears the target date.",
  params: { id },
  body: z
    .strictObject({
      title: required(lengths.title, "Title is required").optional(),
      description: text(lengths.text).optional(),
      status: z.enum(["active", "paused", "completed", "cancelled"]).optional(),
      priority: z.enum(priorities).optional(),
      targetDate: day.nullish(),
    })
    .refine((change) => Object.values(change).some((value) => value !== undefined), {
      error: "Send a title, a description, a status, a priority or a target date",
    }),
  response: initiative,
  access: "member",
});
