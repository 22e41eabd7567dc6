import type { TaskStatus } from "#features/tasks/contract.ts";

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

/**
 * Takes a task's status and start, where it shall go, when (instant) and by whom (a person's name, null for an agent);
 * gives the fields to set, or the sentence of the 409. Hours run from start to completion; never started: null.
 */
export function moveTask(
  task: { status: TaskStatus; startedAt: string | null },
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
      actualHours: done && startedAt ? hoursBetween(startedAt, at) : null,
    },
  };
}
