import type { PlannedAction } from "#contract/actions.ts";
import type { PlannedTask, TaskStatus } from "#features/tasks/contract.ts";

/** Allowed status changes. */
const transitions: Record<TaskStatus, readonly TaskStatus[]> = {
  pending: ["in_progress", "completed", "cancelled"],
  in_progress: ["completed", "cancelled", "pending"],
  completed: ["pending"],
  cancelled: ["pending"],
};

/** Why a task in this status stays as it is. */
export const conflicts: Record<TaskStatus, string> = {
  pending: "Already open",
  in_progress: "Already in progress",
  completed: "Already completed",
  cancelled: "Already cancelled",
};

export const heldConflict = "It starts when you accept its plan.";

/** The fields a status change sets. */
export type TaskMove = {
  status: TaskStatus;
  startedAt: string | null;
  completionDate: string | null;
  completedBy: string | null;
  actualHours: number | null;
};

/** Two decimals; never negative. */
export function hoursBetween(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 36_000) / 100);
}

/** Hours a person entered, or null; computed ones don't count as work. */
export const enteredHours = (task: { metadata: Record<string, unknown>; actualHours: number | null }): number | null =>
  task.metadata[hoursFrom] === "person" ? task.actualHours : null;
/** The metadata field that marks entered hours; without it hours run from start to completion. */
export const hoursFrom = "hoursFrom";

/** A question to the agents, which has it as its title. */
export const isQuestion = ({ metadata }: { metadata?: Record<string, unknown> | undefined }): boolean =>
  metadata?.["type"] === "user_question";

/** A question that was refused or failed; restarting it would not ask it again. */
export const isUnanswered = ({ metadata }: { metadata: Record<string, unknown> }): boolean =>
  metadata["type"] === "user_question" && metadata["answered"] === false;

/** The metadata field that names the plan a task waits for; agents leave such a task alone. */
const heldBy = "awaitsPlan";
export const isHeld = ({ metadata }: { metadata: Record<string, unknown> }): boolean => heldBy in metadata;
export const markHeld = (metadata: Record<string, unknown>, planId: string): Record<string, unknown> => ({
  ...metadata,
  [heldBy]: planId,
});

export const planOf = (metadata: Record<string, unknown> | undefined): string | null =>
  typeof metadata?.["planId"] === "string" ? metadata["planId"] : null;

/** Why an agent gave a task back, or null. */
export const stuckReason = ({ metadata }: { metadata: Record<string, unknown> }): string | null =>
  typeof metadata["stuck"] === "string" ? metadata["stuck"] : null;
export const stuckFields = ["stuck", "stuckAt"] as const;
/** The metadata field that names the run that works on a task since its start; another run's result is not used. */
export const workRun = "workRun";
export const workRunOf = ({ metadata }: { metadata: Record<string, unknown> }): string | null =>
  typeof metadata[workRun] === "string" ? metadata[workRun] : null;

/** The rows a task of a plan is about, as an address. */
export const sourceOf = ({ metadata }: { metadata: Record<string, unknown> }): string | null =>
  typeof metadata["source"] === "string" ? metadata["source"] : null;

/** Whether an agent can work on it: not a question, which has a run of its own, and no part of a plan that waits. */
export const isWorkable = (task: { metadata: Record<string, unknown> }): boolean =>
  task.metadata["type"] !== "user_question" && !isHeld(task);

/** Marks the hours as entered, or clears the mark for null. */
export const markEnteredHours = (entered: number | null): { add?: Record<string, unknown>; drop?: string[] } =>
  entered === null ? { drop: [hoursFrom] } : { add: { [hoursFrom]: "person" } };

/** Two decimals, as stored. */
export const roundHours = (hours: number): number => Math.round(hours * 100) / 100;

/** Null if the task was not started or not completed. */
export const elapsedHours = (startedAt: string | null, completedAt: string | null): number | null =>
  startedAt && completedAt ? hoursBetween(startedAt, completedAt) : null;

/** The fields to set, or the conflict. Entered hours stay; otherwise they run from start to completion. */
export function moveTask(
  task: { status: TaskStatus; startedAt: string | null; entered: number | null },
  to: TaskStatus,
  at: string,
  by: string | null,
): { move: TaskMove } | { conflict: string } {
  if (task.status === to) return { conflict: conflicts[to] };
  if (!transitions[task.status].includes(to)) return { conflict: `${conflicts[task.status]}; restart it first` };
  const isDone = to === "completed";
  const startedAt = to === "pending" ? null : to === "in_progress" ? at : task.startedAt;
  return {
    move: {
      status: to,
      startedAt,
      completionDate: isDone ? at : null,
      completedBy: isDone ? by : null,
      actualHours: task.entered ?? elapsedHours(startedAt, isDone ? at : null),
    },
  };
}

/** Why a task's last change can't be undone, or null. */
export function undoConflict(undo: { until: string } | null, now: Date): string | null {
  if (!undo) return "Changed since";
  return Date.parse(undo.until) <= now.getTime() ? "Too late to undo" : null;
}

export const createTaskId = "tasks_create";

export const planTask = (task: PlannedTask): PlannedAction => ({
  action: createTaskId,
  input: task,
  summary: taskSummary(task),
});

export const taskSummary = ({ title, role }: PlannedTask): string => `Create the task "${title}" for ${role}`;
