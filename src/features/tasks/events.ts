import { z } from "zod";
import { cut, type Priority, shorten } from "#contract/words.ts";
import type { tasks } from "#features/tasks/tables.ts";
import type { Line } from "#contract/events.ts";
import { event } from "#platform/journal/event.ts";

type Task = Pick<
  typeof tasks.$inferInsert,
  "id" | "title" | "description" | "priority" | "status" | "assignedAgentId" | "decisionId" | "runId"
>;

const common = { resource: "task", feed: "task", refreshes: ["tasks", "feed"] } as const;

/** Links to the decision or run that created the task; a reset deletes those, so the link falls back to the task. */
function lineOf({ id, title, priority, decisionId, runId, assignedAgentId }: Task): Omit<Line, "text"> {
  const source = decisionId ? `/decisions/${decisionId}` : runId ? `/runs/${runId}` : null;
  return {
    title,
    ...(source ? { href: source, hrefAfterReset: `/?task=${id}` } : { href: "/" }),
    impact: priority ?? "medium",
    assignee: assignedAgentId ?? null,
  };
}

type Status = "pending" | "in_progress" | "completed" | "cancelled";
const feedStatusOf = (status: Status) => (status === "cancelled" ? "completed" : status);

export const taskCreated = event(
  "task.created",
  { ...common, details: z.strictObject({ priority: z.string(), decisionId: z.uuid().nullable() }) },
  (task: Task) => ({
    id: task.id,
    agentId: task.assignedAgentId ?? null,
    title: task.title,
    details: { priority: task.priority ?? "medium", decisionId: task.decisionId ?? null },
    line: {
      ...lineOf(task),
      text:
        task.description && task.description !== task.title
          ? [shorten(task.description, 300)]
          : ["Created", { by: " by " }],
      status: feedStatusOf(task.status ?? "pending"),
    },
  }),
);

const statusLabels: Record<Status, string> = {
  pending: "Restarted",
  in_progress: "Started",
  completed: "Completed",
  cancelled: "Cancelled",
};

type Change = {
  to?: Status | undefined;
  hours?: { from: number | null; to: number | null } | null;
  assignedFrom?: string;
  /** Null when the task was unassigned. */
  assignedTo?: null | undefined;
  grantId?: string;
};

/** `summary` ends the journal's title. */
export const taskUpdated = event(
  "task.updated",
  { ...common, details: z.looseObject({ from: z.string().optional(), to: z.string().optional() }) },
  (task: Task & { status: Status; priority: Priority }, { to, hours, ...change }: Change, summary: string) => ({
    id: task.id,
    agentId: change.assignedFrom ?? task.assignedAgentId ?? null,
    title: cut(`${task.title}: ${summary}`, 255),
    details: { ...(to && { from: task.status, to }), ...(hours && { hours }), ...change },
    line: {
      ...lineOf(task),
      ...(change.assignedTo === null && { assignee: null }),
      text: [to ? statusLabels[to] : "Changed", { by: " by " }],
      status: feedStatusOf(to ?? task.status),
    },
  }),
);
