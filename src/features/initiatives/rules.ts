import type { Initiative, InitiativeStatus } from "#features/initiatives/contract.ts";
import type { TaskStatus } from "#features/tasks/contract.ts";

/** Completed tasks of those that were not cancelled. */
export function progressOf(statuses: readonly TaskStatus[]): Pick<Initiative, "progress" | "tasks"> {
  const counted = statuses.filter((status) => status !== "cancelled");
  const done = counted.filter((status) => status === "completed").length;
  const share = counted.length === 0 ? 0 : done / counted.length;
  return { progress: String(Math.round(share * 100)), tasks: { done, all: counted.length } };
}

/** Why this change of status is refused, or null if it is allowed. */
export function moveFault(from: InitiativeStatus, to: InitiativeStatus | undefined): string | null {
  if (from === "pending" && to !== undefined && to !== "cancelled")
    return "This initiative starts when its plan is accepted. Accept the plan in the console.";
  return null;
}
