import type { PlannedAction } from "#contract/actions.ts";
import type { PlannedTask, TaskStatus } from "#features/tasks/contract.ts";

/** Where a task may go from each status. */
const taskMoves: Record<TaskStatus, readonly TaskStatus[]> = {
  pending: ["in_progress", "completed", "cancelled"],
  in_progress: ["completed", "cancelled", "pending"],
  completed: ["pending"],
  cancelled: ["pending"],
};

const already: Record<TaskStatus, string> = {
  pending: "Already open",
  in_progress: "Already in progress",
  completed: "Already completed",
  cancelled: "Already cancelled",
};

/** The fields of a task that a move sets; instants in UTC, hours with two decimals. */
export type TaskMove = {
  status: TaskStatus;
  startedAt: string | null;
  completionDate: string | null;
  completedBy: string | null;
  actualHours: number | null;
};

/** Takes two instants, gives the hours between them with two decimals; never negative. */
export function hoursBetween(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 36_000) / 100);
}

/** Takes a task, gives the hours a person entered for it, or null: only these say how long somebody worked on it. */
export const enteredHours = (task: { metadata: Record<string, unknown>; actualHours: number | null }): number | null =>
  task.metadata[hoursFrom] === "person" ? task.actualHours : null;
/** The field of a task's metadata that says where its hours come from; without it they are the time it was under way. */
export const hoursFrom = "hoursFrom";

/** Takes what stands beside a task and the hours a person enters (null takes them back), gives what stands there then. */
export function withHours(metadata: Record<string, unknown>, entered: number | null): Record<string, unknown> {
  const { [hoursFrom]: _before, ...others } = metadata;
  return entered === null ? others : { ...others, [hoursFrom]: "person" };
}

/** Takes hours as they were typed, gives them as they are kept: with two decimals. */
export const rounded = (hours: number): number => Math.round(hours * 100) / 100;

/** Takes when a task was started and when it was completed, gives the hours between; null where one is missing. */
export const hoursUnderWay = (startedAt: string | null, completedAt: string | null): number | null =>
  startedAt && completedAt ? hoursBetween(startedAt, completedAt) : null;

/**
 * Takes a task's status, start and the hours a person entered, where it shall go, when (instant) and by whom (a person's
 * name, null for an agent); gives the fields to set, or the sentence of the 409. Entered hours stay; without them they
 * run from start to completion.
 */
export function moveTask(
  task: { status: TaskStatus; startedAt: string | null; entered: number | null },
  to: TaskStatus,
  at: string,
  by: string | null,
): { move: TaskMove } | { conflict: string } {
  if (task.status === to) return { conflict: already[to] };
  if (!taskMoves[task.status].includes(to)) return { conflict: `${already[task.status]}; restart it first` };
  const done = to === "completed";
  const startedAt = to === "pending" ? null : to === "in_progress" ? at : task.startedAt;
  return {
    move: {
      status: to,
      startedAt,
      completionDate: done ? at : null,
      completedBy: done ? by : null,
      actualHours: task.entered ?? hoursUnderWay(startedAt, done ? at : null),
    },
  };
}

export const createTaskId = "tasks_create";

/** Plans a task for an approval to create. */
export const planTask = (task: PlannedTask): PlannedAction => ({
  action: createTaskId,
  input: task,
  summary: taskSummary(task),
});

export const taskSummary = ({ title, role }: PlannedTask): string => `Create the task "${title}" for ${role}`;
