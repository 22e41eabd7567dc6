import { z } from "zod";
import { cursor } from "#contract/cursor.ts";
import { endpoint, shape } from "#contract/endpoint.ts";
import { origins } from "#contract/origins.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { id, instant, lengths, priorities, text } from "#contract/words.ts";

export const taskStatuses = ["pending", "in_progress", "completed", "cancelled"] as const;
export type TaskStatus = (typeof taskStatuses)[number];

const hours = z.number().min(0, "Must be 0 or more").max(1e6, "Must be at most 1,000,000");

export const task = z.strictObject({
  id,
  companyId: id,
  title: z.string(),
  description: z.string(),
  assignedAgentId: id.nullable(),
  assignedAgent: z.strictObject({ id, name: z.string(), role: z.enum(agentRoleIds) }).nullable(),
  status: z.enum(taskStatuses),
  priority: z.enum(priorities),
  dueDate: instant.nullable(),
  completionDate: instant.nullable(),
  /** The person's name; null if an agent completed it. */
  completedBy: z.string().nullable(),
  estimatedHours: z.number().nullable(),
  /** Entered by a person, else the time from start to completion. */
  actualHours: z.number().nullable(),
  decisionId: id.nullable(),
  /** The run that created it. */
  runId: id.nullable(),
  origin: z.enum(origins),
  metadata: z.record(z.string(), z.unknown()),
  createdAt: instant,
});
export type Task = z.infer<typeof task>;

/** A task an approval will create, for the role's agent at that time. */
export const plannedTask = task
  .pick({ title: true, description: true, priority: true })
  .extend({ role: z.enum(agentRoleIds), dueInDays: z.number().int(), estimatedHours: z.number() });
export type PlannedTask = z.infer<typeof plannedTask>;

/** A task as lists show it. */
export const taskLine = task.pick({
  id: true,
  title: true,
  description: true,
  assignedAgent: true,
  status: true,
  priority: true,
  dueDate: true,
  completionDate: true,
  completedBy: true,
  createdAt: true,
});
export type TaskLine = z.infer<typeof taskLine>;

export const listTasks = endpoint("GET", "/api/tasks", {
  summary: "The company's tasks: open ones first, newest first within each group; at most 50 at a time.",
  query: { status: z.enum(taskStatuses).optional(), shape, cursor },
  response: z.array(task),
  lines: z.array(taskLine),
  access: "viewer",
  rate: "polled",
});

export const getTask = endpoint("GET", "/api/tasks/:id", {
  summary: "One task with its result.",
  params: { id },
  response: task,
  access: "viewer",
  rate: "polled",
});

export const createTask = endpoint("POST", "/api/tasks", {
  summary: "Adds a task, optionally assigned to an agent.",
  body: z.strictObject({
    title: text(lengths.title).trim().min(1, "Title is required"),
    description: text(lengths.text).optional(),
    priority: z.enum(priorities).optional(),
    assignedAgentId: id.nullish(),
    dueDate: instant.nullish(),
  }),
  response: task,
  access: "member",
  rate: "normal",
});

export const updateTask = endpoint("PUT", "/api/tasks/:id", {
  summary:
    "Changes a task's status (complete, cancel, start, restart), its hours worked, or both; null clears the hours.",
  params: { id },
  body: z
    .strictObject({ status: z.enum(taskStatuses).optional(), actualHours: hours.nullable().optional() })
    .refine(({ status, actualHours }) => status !== undefined || actualHours !== undefined, {
      error: "Send a status, the hours worked, or both",
    }),
  response: task,
  access: "member",
  rate: "normal",
});
