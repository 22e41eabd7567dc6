import { z } from "zod";
import type { PlannedAction } from "#contract/actions.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { plannedNotice } from "#features/communications/contract.ts";
import { notifyId, planNotice } from "#features/communications/rules.ts";
import { plannedTask } from "#features/tasks/contract.ts";
import { planTask } from "#features/tasks/rules.ts";

/**
 * Takes what an evaluation plans and the roles the company has filled; leaves out what would be told to nobody while the
 * owner is told anyway. Tasks stay: one without its executive is open to anybody.
 */
export function plannedFor(effects: readonly PlannedAction[], filled: ReadonlySet<AgentRoleId>): PlannedAction[] {
  const told = effects.map(({ action, input }) => (action === notifyId ? plannedNotice.parse(input).to : null));
  if (!told.includes("owner")) return [...effects];
  return effects.filter((_, at) => {
    const to = told[at];
    return !to || to === "owner" || filled.has(to);
  });
}

/** What earlier versions kept of a planned effect. */
const earlierEffect = z.discriminatedUnion("kind", [
  plannedTask.extend({ kind: z.literal("task") }),
  plannedNotice.extend({ kind: z.literal("message") }),
]);

/** Takes what is kept of planned actions, of this or an earlier version, gives it as this version reads it. */
export const plannedOf = (kept: readonly unknown[]): PlannedAction[] =>
  kept.map((one) => {
    const earlier = earlierEffect.safeParse(one);
    if (!earlier.success) return one as PlannedAction;
    if (earlier.data.kind === "task") return planTask(plannedTask.strip().parse(one));
    return planNotice(plannedNotice.strip().parse(one));
  });
