import { z } from "zod";
import { cursor } from "#contract/cursor.ts";
import { endpoint, shape } from "#contract/endpoint.ts";
import { origins } from "#contract/origins.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { day, id, instant, lengths, priorities, required, text } from "#contract/words.ts";

export const taskStatuses = ["pending", "in_progress", "completed", "cancelled"] as const;
export type TaskStatus = (typeof taskStatuses)[number];

const hours = z.number().min(0, "Must be 0 or more").max(1e6, "Must be at most 1,000,000");

export const task = z.strictObject({
  id,
  companyId: id,
  title: z.string(),
  description: z.string(),
  assignedAgentId: id.nullable(),
  assignedUserId: id.nullable(),
  assignedAgent: z.strictObject({ id, name: z.string(), role: z.enum(agentRoleIds) }).nullable(),
  assignedPerson: z.strictObject({ id, name: z.string() }).nullable(),
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
  runId: id.nullable(),
  origin: z.enum(origins),
  metadata: z.record(z.string(), z.unknown()),
  createdAt: instant,
  /** The plan it waits for: it starts when the plan is accepted, and is not counted as open until then. */
  planId: id.nullable(),
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
  assignedPerson: true,
  status: true,
  priority: true,
  dueDate: true,
  completionDate: true,
  completedBy: true,
  createdAt: true,
  planId: true,
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
  tool: { name: "get_task", effect: "read", thing: { id: "task/:id", page: ({ id }) => `/?task=${id}` } },
});

const assignee = { assignedAgentId: id.nullish(), assignedUserId: id.nullish() };
type Assignee = { assignedAgentId?: string | null | undefined; assignedUserId?: string | null | undefined };
const hasOneAssignee = ({ assignedAgentId, assignedUserId }: Assignee): boolean => !assignedAgentId || !assignedUserId;
const oneAssignee = { error: "Assign a task to an agent or a person, not both" };

export const createTask = endpoint("POST", "/api/tasks", {
  summary: "Adds a task, optionally assigned to an agent or a person, due at an instant or at the end of a day.",
  body: z
    .strictObject({
      title: required(lengths.title, "Title is required"),
      description: text(lengths.text).optional(),
      priority: z.enum(priorities).optional(),
      ...assignee,
      dueDate: instant.nullish(),
      dueOn: day.nullish(),
    })
    .refine(hasOneAssignee, oneAssignee)
    .refine(({ dueDate, dueOn }) => !dueDate || !dueOn, { error: "Send dueDate or dueOn, not both" }),
  response: task,
  access: "member",
  tool: { name: "create_task", effect: "add" },
});

export const updateTask = endpoint("PUT", "/api/tasks/:id", {
  summary:
    "Changes a task's title, priority, status (complete, cancel, start, restart), hours worked, assignee or due day; null clears the last three.",
  params: { id },
  body: z
    .strictObject({
      title: required(lengths.title, "Title is required").optional(),
      priority: z.enum(priorities).optional(),
      status: z.enum(taskStatuses).optional(),
      actualHours: hours.nullable().optional(),
      ...assignee,
      dueOn: day.nullish(),
    })
    .refine((change) => Object.values(change).some((value) => value !== undefined), {
      error: "Send a title, a priority, a status, the hours worked, an assignee or a due day",
    })
    .refine(hasOneAssignee, oneAssignee),
  response: task,
  access: "member",
  tool: { name: "update_task", effect: "change" },
});

/** More than fit on two pages of the list. */
const mostTasksAtOnce = 100;

const taskIds = z
  .array(id)
  .min(1, "Choose at least one task")
  .max(mostTasksAtOnce, `Choose at most ${mostTasksAtOnce} tasks`);
const bulkResult = z.strictObject({
  changed: z.array(id),
  skipped: z.array(z.strictObject({ id, title: z.string(), reason: z.string() })),
});
export type BulkResult = z.infer<typeof bulkResult>;

export const changeTasks = endpoint("POST", "/api/tasks/bulk", {
  summary:
    "Completes, cancels, starts, restarts or reassigns up to 100 tasks at once. Tasks it does not apply to are skipped, each with the reason.",
  body: z
    .strictObject({
      ids: taskIds,
      status: z.enum(taskStatuses).optional(),
      ...assignee,
    })
    .refine(hasOneAssignee, oneAssignee)
    .refine(
      ({ status, assignedAgentId, assignedUserId }) =>
        status !== undefined || assignedAgentId !== undefined || assignedUserId !== undefined,
      { error: "Send a status or an assignee" },
    )
    .meta({ examples: [{ ids: ["5f0c7e7a-3b1d-4c55-9d0e-2f6a1b7c8d90"], status: "completed" }] }),
  response: z.strictObject({
    ...bulkResult.shape,
    /** Until when the change can be undone; null where nothing changed or undo is off. */
    undoUntil: instant.nullable(),
  }),
  access: "member",
});

export const undoTasks = endpoint("POST", "/api/tasks/bulk/undo", {
  summary:
    "Takes back the last bulk change of up to 100 tasks, within two minutes. Tasks that changed since are skipped, each with the reason.",
  body: z.strictObject({ ids: taskIds }),
  response: bulkResult,
  access: "member",
});
