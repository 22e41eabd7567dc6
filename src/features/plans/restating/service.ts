import { restateInitiative } from "#features/initiatives/service.ts";
import type { PlanStatus } from "#features/plans/contract.ts";
import * as rules from "#features/plans/rules.ts";
import * as store from "#features/plans/store.ts";
import type { ItemContent, Wording } from "#features/plans/tables.ts";
import { restateTask } from "#features/tasks/service.ts";
import type { Tx } from "#platform/context.ts";

const restatedOf = (content: ItemContent) =>
  content.kind === "task" || content.kind === "initiative" ? content.restated : undefined;

/** What a plan saves about a linked row whose amounts have changed; empty if they have not. */
export const restating = ({ title }: { title: string }, to: Wording) =>
  rules.hasOtherAmounts(title, to.title) ? { restated: { to, from: null } } : {};

/** The new title a linked row gets when a proposed plan is accepted, or null. */
export function newTitleOf(status: PlanStatus, content: ItemContent, title: string): string | null {
  const to = restatedOf(content)?.to;
  return status === "proposed" && to && rules.hasOtherAmounts(title, to.title) ? to.title : null;
}

/** Updates the amounts of linked rows, unless the rows were renamed meanwhile. */
export async function updateAmounts(tx: Tx, planId: string, items: readonly store.ItemRow[]): Promise<void> {
  for (const item of items) {
    const to = restatedOf(item.content)?.to;
    if (!to) continue;
    const from = await rename(tx, item, (title) => rules.hasOtherAmounts(title, to.title), to, planId);
    if (from) await saveRestated(tx, item, { to, from });
  }
}

/** Restores the earlier amounts of linked rows, unless the rows were renamed meanwhile. */
export async function restoreAmounts(tx: Tx, planId: string, items: readonly store.ItemRow[]): Promise<void> {
  for (const item of items) {
    const { to, from } = restatedOf(item.content) ?? { to: null, from: null };
    if (!to || !from) continue;
    await rename(tx, item, (title) => title === to.title, from, planId);
    await saveRestated(tx, item, { to, from: null });
  }
}

const rename = (
  tx: Tx,
  { taskId, initiativeId }: store.ItemRow,
  isExpected: (title: string) => boolean,
  to: Wording,
  planId: string,
): Promise<Wording | null> => {
  if (taskId) return restateTask(tx, taskId, isExpected, to, planId);
  return initiativeId ? restateInitiative(tx, initiativeId, isExpected, to, planId) : Promise.resolve(null);
};

const saveRestated = (
  tx: Tx,
  { id, content }: store.ItemRow,
  restated: { to: Wording; from: Wording | null },
): Promise<void> => store.updateItem(tx, id, { content: { ...content, restated } as ItemContent });
