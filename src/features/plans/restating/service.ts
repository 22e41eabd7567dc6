import { restateInitiative } from "#features/initiatives/service.ts";
import type { PlanStatus } from "#features/plans/contract.ts";
import * as rules from "#features/plans/rules.ts";
import * as store from "#features/plans/store.ts";
import type { ItemContent, Wording } from "#features/plans/tables.ts";
import { restateTask } from "#features/tasks/service.ts";
import type { Tx } from "#platform/context.ts";

const restatedOf = (content: ItemContent) =>
  content.kind === "task" || content.kind === "initiative" ? content.restated : undefined;

/** What a plan keeps about an open row it links whose amounts have changed. */
export const restating = ({ title }: { title: string }, to: Wording) =>
  rules.hasOtherAmounts(title, to.title) ? { restated: { to, from: null } } : {};

/** What a linked row is called once a plan that waits is accepted, or null. */
export function newTitleOf(status: PlanStatus, content: ItemContent, title: string): string | null {
  const to = restatedOf(content)?.to;
  return status === "proposed" && to && rules.hasOtherAmounts(title, to.title) ? to.title : null;
}

/** Brings the amounts of linked rows up to date, unless they were renamed meanwhile. */
export async function restate(tx: Tx, planId: string, items: readonly store.ItemRow[]): Promise<void> {
  for (const item of items) {
    const to = restatedOf(item.content)?.to;
    if (!to) continue;
    const from = await rename(tx, item, (title) => rules.hasOtherAmounts(title, to.title), to, planId);
    if (from) await keep(tx, item, { to, from });
  }
}

/** Gives the rows their earlier amounts back, unless they were renamed meanwhile. */
export async function takeBack(tx: Tx, planId: string, items: readonly store.ItemRow[]): Promise<void> {
  for (const item of items) {
    const { to, from } = restatedOf(item.content) ?? { to: null, from: null };
    if (!to || !from) continue;
    await rename(tx, item, (title) => title === to.title, from, planId);
    await keep(tx, item, { to, from: null });
  }
}

const rename = (
  tx: Tx,
  { taskId, initiativeId }: store.ItemRow,
  isMeant: (title: string) => boolean,
  to: Wording,
  planId: string,
): Promise<Wording | null> => {
  if (taskId) return restateTask(tx, taskId, isMeant, to, planId);
  return initiativeId ? restateInitiative(tx, initiativeId, isMeant, to, planId) : Promise.resolve(null);
};

const keep = (tx: Tx, { id, content }: store.ItemRow, restated: { to: Wording; from: Wording | null }): Promise<void> =>
  store.updateItem(tx, id, { content: { ...content, restated } as ItemContent });
