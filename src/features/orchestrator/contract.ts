import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { figure, gap, line } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { cost, engine, id, instant, lengths, priorities, text, typed } from "#contract/words.ts";
import { followUp } from "#features/conversations/contract.ts";
import { initiative } from "#features/initiatives/contract.ts";
import { memory } from "#features/brain/contract.ts";
import { autoPilot } from "#features/orchestrator/autopilot/contract.ts";
import { task, taskLine, taskStatuses } from "#features/tasks/contract.ts";

export const queryPriorities = ["low", "medium", "high", "urgent"] as const;
export type QueryPriority = (typeof queryPriorities)[number];

export const reflection = z.strictObject({
  id,
  /** What was checked: "Overdue task". */
  trigger: z.string(),
  /** Percent, as a numeric string. */
  confidence: z.string(),
  observation: z.string(),
  analysis: z.string(),
  insight: z.string(),
  actionTaken: z.string(),
  /** The page that shows the rows behind it. */
  href: z.string().nullable(),
  /** How many sweeps found it, and when the last one did. */
  times: z.number().int(),
  lastSeenAt: instant,
  createdAt: instant,
});
export type Reflection = z.infer<typeof reflection>;

/** A row of an answer, with at most one task it suggests. */
export const answerRow = z.strictObject({
  role: z.enum(agentRoleIds).nullable(),
  title: z.string(),
  text: z.string(),
  href: z.string().nullable(),
  suggestion: z.strictObject({ title: z.string(), priority: z.enum(priorities), dueOn: z.string() }).nullable(),
});
export type AnswerRow = z.infer<typeof answerRow>;

export const queryAnswer = z.strictObject({
  query: z.string(),
  summary: z.string(),
  title: z.string(),
  line,
  /** More sentences of a model. */
  points: z.array(line).default([]),
  figures: z.array(figure),
  rows: z.array(answerRow),
  missing: z.array(gap),
  followUps: z.array(followUp),
  /** The plan that the text became, because it is a command. */
  planId: id.nullable(),
  /** How it was worked out; empty if it was not answered. */
  method: z.string(),
  answered: z.boolean(),
  engine,
  cost,
  runId: id,
});
export type QueryAnswer = z.infer<typeof queryAnswer>;

export const getOrchestrator = endpoint("GET", "/api/orchestrator/dashboard", {
  summary: "What the orchestrator keeps: tasks, initiatives, memory and reflections with their numbers.",
  query: { q: text(lengths.title).optional() },
  response: z.strictObject({
    stats: z.strictObject({
      activeTasks: z.number().int(),
      /** Open ones with those that wait for their plan, as the list shows them. */
      listedTasks: z.number().int(),
      activeInitiatives: z.number().int(),
      /** Initiatives whose plan was not accepted yet, those not closed, and all there are. */
      pendingInitiatives: z.number().int(),
      openInitiatives: z.number().int(),
      totalInitiatives: z.number().int(),
      totalMemories: z.number().int(),
      totalReflections: z.number().int(),
      inProgress: z.number().int(),
      overdue: z.number().int(),
      /** Memories of the last 7 days, and reflections seen today. */
      newMemories: z.number().int(),
      newReflections: z.number().int(),
    }),
    autoPilot,
    /** Open tasks first, then closed ones, the newest first in each group; at most 50. */
    tasks: z.array(
      taskLine.extend({
        estimatedHours: z.number().nullable(),
        /** Why its agent gave it back. */
        stuck: z.string().nullable(),
        /** Whether its agent prepared something for a person to use. */
        hasResult: z.boolean(),
      }),
    ),
    initiatives: z.array(initiative),
    /** The newest, or those nearest to `q`. */
    memory: z.array(memory),
    reflections: z.array(reflection),
  }),
  access: "viewer",
  rate: "polled",
});
export type OrchestratorDashboard = z.infer<typeof getOrchestrator.response>;

export const queryOrchestrator = endpoint("POST", "/api/orchestrator/query", {
  summary: "Answers a query from the company's own rows, suggests tasks and remembers the answer.",
  body: z.strictObject({
    query: typed(lengths.reason).min(1, "Write a query"),
    priority: z.enum(queryPriorities).default("medium"),
  }),
  response: queryAnswer,
  access: "member",
  rate: "model",
  // A query without an exact implementation waits for a model; with a key rules answer, in the answer's transaction.
  cost: "model",
  takesKey: true,
});

export const runMonitor = endpoint("POST", "/api/orchestrator/monitor", {
  summary:
    "Checks overdue and stuck work, waiting approvals, budgets, expiring services, due forecasts, unusual figures and failing agents. A repeated finding updates its reflection.",
  response: z.strictObject({ found: z.number().int(), added: z.number().int(), summary: z.string() }),
  access: "member",
});

export const setTaskStatus = endpoint("PUT", "/api/orchestrator/tasks/:taskId/status", {
  summary: "Changes a task's status.",
  params: { taskId: id },
  body: z.strictObject({ status: z.enum(taskStatuses) }),
  response: task,
  access: "member",
});
