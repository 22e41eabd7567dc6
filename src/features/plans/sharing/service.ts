import * as initiativeVerbs from "#features/initiatives/service.ts";
import * as store from "#features/plans/store.ts";
import * as tasks from "#features/tasks/store.ts";
import type { Tx } from "#platform/context.ts";

/** Takes over linked tasks and initiatives that belong to a plan not yet accepted; returns them as own items. */
export async function takeOver(tx: Tx, kept: readonly store.ItemRow[]): Promise<store.ItemRow[]> {
  const taken: store.ItemRow[] = [];
  for (const item of kept.filter(({ isLinked }) => isLinked)) {
    const owner = (await store.sharing(tx, item)).find((one) => !one.isLinked && one.status === "proposed");
    if (!owner || owner.isDropped) continue;
    await store.updateItem(tx, owner.id, { isLinked: true });
    await store.updateItem(tx, item.id, { isLinked: false });
    taken.push({ ...item, isLinked: false });
  }
  return taken;
}

/** Gives rows that another plan links to that plan, preferring an accepted one. Returns the items as they are now. */
export async function handOver(tx: Tx, items: readonly store.ItemRow[]): Promise<store.ItemRow[]> {
  const result: store.ItemRow[] = [];
  for (const item of items) {
    const successor =
      item.isLinked || item.isDropped || item.content.kind === "proposal"
        ? undefined
        : (await store.sharing(tx, item)).find(
            ({ isLinked, isDropped, status }) =>
              isLinked && !isDropped && (status === "accepted" || status === "proposed"),
          );
    if (!successor) {
      result.push(item);
      continue;
    }
    await store.updateItem(tx, item.id, { isLinked: true });
    await store.updateItem(tx, successor.id, { isLinked: false });
    if (item.taskId) await tasks.hold(tx, [item.taskId], successor.status === "accepted" ? null : successor.planId);
    if (item.initiativeId && successor.status === "proposed")
      await initiativeVerbs.moveTogether(tx, [item.initiativeId], "active", "pending", successor.planId);
    result.push({ ...item, isLinked: true });
  }
  return result;
}
