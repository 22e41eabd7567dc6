import type { PlannedAction } from "#contract/actions.ts";
import type { PlannedTask, TaskStatus } from "#features/tasks/contract.ts";

/** Allowed status changes. */
const transitions: Record<TaskStatus, readonly TaskStatus[]> = {
  pending: ["in_progress", "completed", "cancelled"],
  in_progress: ["completed", "cancelled", "pending"],
  completed: ["pending"],
  cancelled: ["pending"],
};

const conflicts: Record<TaskStatus, string> = {
  pending: "Already open",
  in_progress: "Already in progress",
  completed: "Already completed",
  cancelled: "Already cancelled",
};

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

/** Marks the hours as entered, or clears the mark for null. */
export function markEnteredHours(metadata: Record<string, unknown>, entered: number | null): Record<string, unknown> {
  const { [hoursFrom]: _before, ...rest } = metadata;
  return entered === null ? rest : { ...rest, [hoursFrom]: "person" };
}

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

export const createTaskId = "tasks_create";

export const planTask = (task: PlannedTask): PlannedAction => ({
  action: createTaskId,
  input: task,
  summary: taskSummary(task),
});

export const taskSummary = ({ title, role }: PlannedTask): string => `Create the task "${title}" for ${role}`;
