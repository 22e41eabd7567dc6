import { z } from "zod";
import { cursor, nextCursor } from "#contract/cursor.ts";
import { endpoint } from "#contract/endpoint.ts";
import { fact, figure, gap, line } from "#contract/report.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { cost, id, instant, lengths, priorities, typed } from "#contract/words.ts";
import { decision } from "#features/decisions/contract.ts";
import { initiative } from "#features/initiatives/contract.ts";
import { taskStatuses } from "#features/tasks/contract.ts";

/** Empty: the command gave no tasks. */
export const planStatuses = ["proposed", "accepted", "discarded", "expired", "empty"] as const;
export type PlanStatus = (typeof planStatuses)[number];

export const commandLengths = { least: 10, most: lengths.reason } as const;

const tooShort = `Command must be at least ${commandLengths.least} characters`;

/** A part of a plan that can be dropped before the plan is accepted. */
const item = { item: id, isDropped: z.boolean() };

/** What a linked row is called once the plan is accepted, because its amounts have changed; null if nothing changes. */
const newTitle = z.string().nullable();

const assignee = z.strictObject({ id, name: z.string(), role: z.enum(agentRoleIds) });

export const planTask = z.strictObject({
  ...item,
  /** The task. */
  id,
  title: z.string(),
  /** The assignee's name. */
  assignedTo: z.string(),
  assignedAgent: assignee.nullable(),
  assignedPerson: z.strictObject({ id, name: z.string() }).nullable(),
  status: z.enum(taskStatuses),
  priority: z.enum(priorities),
  dueDate: instant.nullable(),
  reason: z.string(),
  /** The rows it is about. */
  href: z.string().nullable(),
  /** The task was open before the plan. */
  isLinked: z.boolean(),
  newTitle,
});
export type PlanTask = z.infer<typeof planTask>;

export const planInitiative = initiative.extend({ ...item, isLinked: z.boolean(), newTitle });
export type PlanInitiative = z.infer<typeof planInitiative>;

const planRecommendation = z.strictObject({
  ...item,
  type: z.string(),
  title: z.string(),
  description: z.string(),
  priority: z.enum(priorities),
});

export const planProposal = z.strictObject({
  ...item,
  title: z.string(),
  description: z.string(),
  role: z.enum(agentRoleIds),
  /** The decision that accepting the plan created. */
  decisionId: id.nullable(),
  /** The task that the policy let its agent create at once, without a decision. */
  taskId: id.nullable(),
  status: decision.shape.status.nullable(),
  /** Why it did not become a decision; null if it did or the plan is not accepted. */
  refused: z.string().nullable(),
});
export type PlanProposal = z.infer<typeof planProposal>;

export const plan = z.strictObject({
  id,
  prompt: z.string(),
  status: z.enum(planStatuses),
  /** The text was a question: the line is its answer, and the examples go on from it. */
  isAnswer: z.boolean(),
  /** The executive summary as text, and as a line with its figures. */
  summary: z.string(),
  line,
  figures: z.array(figure),
  missing: z.array(gap),
  tasks: z.array(planTask),
  initiatives: z.array(planInitiative),
  recommendations: z.array(planRecommendation),
  proposals: z.array(planProposal),
  /** Example commands, if this one gave no tasks. */
  examples: z.array(z.string()),
  /** "rules", or "provider/model". */
  engine: z.string(),
  /** Null after a reset deleted the run. */
  runId: id.nullable(),
  cost,
  evidence: z.array(fact),
  createdBy: z.string(),
  createdAt: instant,
  expiresAt: instant,
  acceptedAt: instant.nullable(),
  /** Why this person cannot undo an accepted plan; null if they can. */
  undoFault: z.string().nullable(),
});
export type Plan = z.infer<typeof plan>;

export const planLine = plan
  .pick({ id: true, prompt: true, status: true, createdAt: true, acceptedAt: true, undoFault: true })
  .extend({
    tasks: z.strictObject({ all: z.number().int(), started: z.number().int(), done: z.number().int() }),
  });
export type PlanLine = z.infer<typeof planLine>;

export const executeCommand = endpoint("POST", "/api/console/execute", {
  summary:
    "Turns a command into a plan: tasks, initiatives, recommendations and proposals that name the company's own records. Nothing starts before the plan is accepted.",
  body: z.strictObject({
    prompt: typed(commandLengths.most).min(commandLengths.least, tooShort),
  }),
  response: plan,
  access: "member",
  scope: "propose",
  rate: "model",
  // A command that no playbook understands waits for a model. With an idempotency key, rules answer in the transaction.
  cost: "model",
  takesKey: true,
  tool: { name: "plan_command", effect: "add" },
});

export const listPlans = endpoint("GET", "/api/plans", {
  summary: "Plans, newest first, at most 20 at a time, how many wait to be accepted in all, and five example commands.",
  query: { cursor },
  response: z.strictObject({
    plans: z.array(planLine),
    nextCursor,
    waiting: z.number().int(),
    examples: z.array(z.string()),
  }),
  access: "viewer",
});

export const getPlan = endpoint("GET", "/api/plans/:id", {
  summary: "One plan with its tasks, initiatives, recommendations and proposals as they are now.",
  params: { id },
  response: plan,
  access: "viewer",
  tool: { name: "get_plan", effect: "read" },
});

const ofPlan = { params: { id }, response: plan } as const;

export const acceptPlan = endpoint("POST", "/api/plans/:id/accept", {
  summary: "Accepts a plan: its initiatives start and its proposals become pending decisions.",
  access: "member",
  scope: "propose",
  ...ofPlan,
});

export const discardPlan = endpoint("POST", "/api/plans/:id/discard", {
  summary: "Discards a plan that was not accepted: its pending tasks and initiatives are cancelled.",
  access: "member",
  ...ofPlan,
});

export const undoPlan = endpoint("POST", "/api/plans/:id/undo", {
  summary:
    "Makes an accepted plan proposed again, as long as no task was started and no person decided a proposal. If it has proposals, only an approver or above may.",
  access: "member",
  scope: "propose",
  ...ofPlan,
});

export const dropItem = endpoint("PUT", "/api/plans/:id/items/:item", {
  summary: "Drops a part of a plan that was not accepted, or takes it back.",
  access: "member",
  ...ofPlan,
  params: { id, item: id },
  body: z.strictObject({ isDropped: z.boolean() }),
});
