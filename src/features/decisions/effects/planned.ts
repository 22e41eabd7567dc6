import { z } from "zod";
import type { PlannedAction } from "#contract/actions.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { plannedNotice } from "#features/communications/contract.ts";
import { notifyId, planNotice } from "#features/communications/rules.ts";
import { plannedTask } from "#features/tasks/contract.ts";
import { planTask } from "#features/tasks/rules.ts";

/** Drops notices to unfilled roles if the owner is notified anyway. Tasks stay: unassigned ones are open to anyone. */
export function withoutUnfilledNotices(
  effects: readonly PlannedAction[],
  filled: ReadonlySet<AgentRoleId>,
): PlannedAction[] {
  const recipients = effects.map(({ action, input }) => (action === notifyId ? plannedNotice.parse(input).to : null));
  if (!recipients.includes("owner")) return [...effects];
  return effects.filter((_, index) => {
    const to = recipients[index];
    return !to || to === "owner" || filled.has(to);
  });
}

/** The format earlier versions stored. */
const earlierEffect = z.discriminatedUnion("kind", [
  plannedTask.extend({ kind: z.literal("task") }),
  plannedNotice.extend({ kind: z.literal("message") }),
]);

/** Converts stored actions of earlier versions. */
export const readPlannedActions = (stored: readonly unknown[]): PlannedAction[] =>
  stored.map((action) => {
    const earlier = earlierEffect.safeParse(action);
    if (!earlier.success) return action as PlannedAction;
    if (earlier.data.kind === "task") return planTask(plannedTask.strip().parse(action));
    return planNotice(plannedNotice.strip().parse(action));
  });
