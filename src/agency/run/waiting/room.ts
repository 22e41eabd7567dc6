import { limits } from "#agency/run/limits.ts";
import { AppError } from "#contract/errors.ts";

/** Counts of a company's runs, without delegated ones. */
export type RunCounts = {
  /** Running, with a live worker. */
  underWay: number;
  /** `due` may start now; `queued` are all that wait. */
  due: number;
  queued: number;
};

export const hasCapacity = ({ underWay }: Pick<RunCounts, "underWay">): boolean => underWay < limits.concurrent;

/** Whether a new run may start immediately: there is capacity, and none waits before it. */
export const mayStartNow = (counts: RunCounts): boolean => hasCapacity(counts) && counts.due === 0;

export function queueRefusal({ queued }: Pick<RunCounts, "queued">): AppError | null {
  if (queued < limits.queued) return null;
  return new AppError("conflict", `${queued} runs are already waiting. Try again when some have finished.`);
}
