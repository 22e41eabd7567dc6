import { z } from "zod";
import { truncate, type Priority } from "#contract/words.ts";
import { isQuestion, planOf } from "#features/tasks/rules.ts";
import type { tasks } from "#features/tasks/tables.ts";
import type { Line, TextPart } from "#contract/events.ts";
import { event } from "#platform/journal/event.ts";

type Task = Pick<
  typeof tasks.$inferInsert,
  | "id"
  | "title"
  | "description"
  | "priority"
  | "status"
  | "assignedAgentId"
  | "assignedUserId"
  | "decisionId"
  | "runId"
  | "metadata"
>;

const common = {
  resource: "task",
  feed: "task",
  refreshes: ["tasks", "initiatives", "plans", "orchestrator", "feed"],
} as const;

/**
 * Links to the decision, run or plan that created the task; a reset deletes the first two, so the link falls back to the
 * task.
 */
function lineOf({ id, title, priority, decisionId, runId, metadata, ...assigned }: Task): Omit<Line, "text"> {
  const source = decisionId ? `/decisions/${decisionId}` : runId ? `/runs/${runId}` : null;
  const planId = planOf(metadata);
  return {
    ...(isQuestion({ metadata }) ? { title: "", quote: quoteOf("title", id) } : { title }),
    ...(source ? { href: source, hrefAfterReset: `/?task=${id}` } : { href: planId ? `/console?plan=${planId}` : "/" }),
    impact: priority ?? "medium",
    assignee: assigned.assignedAgentId ?? assigned.assignedUserId ?? null,
  };
}

const quoteOf = (text: "title" | "description", id: string) => ({ of: `tasks.${text}`, id });

type Status = "pending" | "in_progress" | "completed" | "cancelled";
const feedStatusOf = (status: Status) => (status === "cancelled" ? "completed" : status);

export const taskCreated = event(
  "task.created",
  { ...common, details: z.strictObject({ priority: z.string(), decisionId: z.uuid().nullable() }) },
  (task: Task) => ({
    id: task.id,
    agentId: task.assignedAgentId ?? null,
    title: nameOf(task),
    details: { priority: task.priority ?? "medium", decisionId: task.decisionId ?? null },
    line: {
      ...lineOf(task),
      cause: task.decisionId ?? task.runId ?? planOf(task.metadata),
      text:
        task.description && task.description !== task.title
          ? [{ quote: quoteOf("description", task.id) }]
          : ["Created", { by: " by " }],
      status: feedStatusOf(task.status ?? "pending"),
    },
  }),
);

/** A question's title is the question, which is not quoted. */
const nameOf = (task: Task): string => (isQuestion(task) ? "Question" : task.title);

const statusLabels: Record<Status, string> = {
  pending: "Restarted",
  in_progress: "Started",
  completed: "Completed",
  cancelled: "Cancelled",
};

type Change = {
  to?: Status | undefined;
  hours?: { from: number | null; to: number | null } | null;
  dueDate?: { from: string | null; to: string | null };
  title?: { from: string; to: string };
  priority?: { from: string; to: string };
  assignedFrom?: string | null;
  /** The agent or person; null: unassigned. */
  assignedTo?: string | null | undefined;
  grantId?: string;
  /** Its run is under way already. */
  byAgent?: true;
  /** It takes back a bulk change. */
  undone?: true;
};

type Wording = {
  /** Ends the journal's title. */
  summary: string;
  /** Replaces the status word and the person in the feed. */
  text?: readonly TextPart[];
  /** The run or bulk change it is part of. */
  cause?: string | null;
  /** The agent it is about, if not the one assigned. */
  agentId?: string | null;
};

export const taskUpdated = event(
  "task.updated",
  { ...common, details: z.looseObject({ from: z.string().optional(), to: z.string().optional() }) },
  (
    task: Task & { status: Status; priority: Priority },
    { to, hours, ...change }: Change,
    { summary, text, cause, agentId }: Wording,
  ) => ({
    id: task.id,
    agentId: agentId === undefined ? (task.assignedAgentId ?? null) : agentId,
    title: truncate(`${nameOf(task)}: ${summary}`, 255),
    details: {
      ...(to && { from: task.status, to }),
      ...(hours && { hours }),
      ...change,
      ...(isQuestion(task) && { title: undefined }),
    },
    line: {
      ...lineOf(task),
      ...(change.assignedTo !== undefined && { assignee: change.assignedTo }),
      ...(cause && { cause }),
      text: text ?? [to ? statusLabels[to] : "Changed", { by: " by " }],
      status: feedStatusOf(to ?? task.status),
    },
  }),
);
