import { z } from "zod";
import { cut, type Priority, shorten } from "#contract/words.ts";
import type { tasks } from "#features/tasks/tables.ts";
import type { Line } from "#contract/events.ts";
import { event } from "#platform/journal/event.ts";

type Task = Pick<
  typeof tasks.$inferInsert,
  "id" | "title" | "description" | "priority" | "status" | "assignedAgentId" | "decisionId" | "runId"
>;

const ofTask = { resource: "task", feed: "task", refreshes: ["tasks", "feed"] } as const;

/** A task leads to the decision or the run it came from, which a reset deletes; one of neither is on the control center. */
function lineOf({ id, title, priority, decisionId, runId, assignedAgentId }: Task): Omit<Line, "text"> {
  const cause = decisionId ? `/decisions/${decisionId}` : runId ? `/runs/${runId}` : null;
  return {
    title,
    ...(cause ? { href: cause, hrefAfterReset: `/?task=${id}` } : { href: "/" }),
    impact: priority ?? "medium",
    assignee: assignedAgentId ?? null,
  };
}

type Status = "pending" | "in_progress" | "completed" | "cancelled";
const statusOf = (status: Status) => (status === "cancelled" ? "completed" : status);

export const taskCreated = event(
  "task.created",
  { ...ofTask, details: z.strictObject({ priority: z.string(), decisionId: z.uuid().nullable() }) },
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
      status: statusOf(task.status ?? "pending"),
    },
  }),
);

const moves: Record<Status, string> = {
  pending: "Restarted",
  in_progress: "Started",
  completed: "Completed",
  cancelled: "Cancelled",
};

type Change = {
  to?: Status | undefined;
  hours?: { from: number | null; to: number | null } | null;
  assignedFrom?: string;
  /** Null where nobody is assigned any more. */
  assignedTo?: null | undefined;
  grantId?: string;
};

/** `inWords` ends the journal's title: what became of the task. */
export const taskUpdated = event(
  "task.updated",
  { ...ofTask, details: z.looseObject({ from: z.string().optional(), to: z.string().optional() }) },
  (task: Task & { status: Status; priority: Priority }, { to, hours, ...change }: Change, inWords: string) => ({
    id: task.id,
    agentId: change.assignedFrom ?? task.assignedAgentId ?? null,
    title: cut(`${task.title}: ${inWords}`, 255),
    details: { ...(to && { from: task.status, to }), ...(hours && { hours }), ...change },
    line: {
      ...lineOf(task),
      ...(change.assignedTo === null && { assignee: null }),
      text: [to ? moves[to] : "Changed", { by: " by " }],
      status: statusOf(to ?? task.status),
    },
  }),
);
