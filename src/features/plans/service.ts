import { AppError, notFound } from "#contract/errors.ts";
import * as decisionVerbs from "#features/decisions/service.ts";
import * as initiativeVerbs from "#features/initiatives/service.ts";
import * as initiatives from "#features/initiatives/store.ts";
import type { Plan } from "#features/plans/contract.ts";
import { planAccepted, planDiscarded, planExpired, planItemDropped, planUndone } from "#features/plans/events.ts";
import { loadPlan, progressOf } from "#features/plans/page/service.ts";
import { expiryJob } from "#features/plans/planning/service.ts";
import { propose } from "#features/plans/proposals/service.ts";
import { restoreAmounts, updateAmounts } from "#features/plans/restating/service.ts";
import * as rules from "#features/plans/rules.ts";
import { handOver, takeOver } from "#features/plans/sharing/service.ts";
import * as store from "#features/plans/store.ts";
import * as taskLists from "#features/tasks/list/store.ts";
import * as taskVerbs from "#features/tasks/service.ts";
import * as tasks from "#features/tasks/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

type Loaded = { row: store.PlanRow; items: store.ItemRow[] };

async function lockPlan(tx: Tx, id: string): Promise<Loaded> {
  const row = await store.lock(tx, id);
  if (!row) throw notFound();
  return { row, items: await store.itemsOf(tx, [id]) };
}

/** A plan that still waits to be accepted. */
async function openPlan(tx: Tx, id: string): Promise<Loaded> {
  const loaded = await lockPlan(tx, id);
  const fault = rules.openFault(loaded.row.status);
  if (fault) throw new AppError("conflict", fault);
  if (loaded.row.expiresAt <= tx.now) throw new AppError("conflict", "This plan has expired. Send the command again.");
  return loaded;
}

/** Starts the plan's initiatives, lets agents work on its tasks, and turns its proposals into pending decisions. */
export function accept(ctx: Ctx, id: string): Promise<Plan> {
  return write(ctx, async (tx) => {
    const { row, items } = await openPlan(tx, id);
    const kept = items.filter(({ isDropped }) => !isDropped);
    if (kept.length === 0) throw new AppError("conflict", "Every part of this plan is dropped. Discard it instead.");
    await store.update(tx, id, { status: "accepted", acceptedAt: tx.now, acceptedBy: person(tx).id });
    await record(
      tx,
      planAccepted(row, {
        tasks: rules.taskIds(kept).length,
        initiatives: kept.filter(({ content }) => content.kind === "initiative").length,
        proposals: kept.filter(({ content }) => content.kind === "proposal").length,
      }),
    );
    const taken = await takeOver(tx, kept);
    await tasks.hold(tx, rules.ownTasks([...items, ...taken]), null);
    await initiativeVerbs.moveTogether(tx, rules.ownInitiatives([...kept, ...taken]), "pending", "active", id);
    await updateAmounts(tx, id, kept);
    for (const { initiativeId, isLinked } of kept)
      if (initiativeId && isLinked) await initiatives.addTasks(tx, initiativeId, rules.taskIds(kept));
    for (const item of kept) if (item.content.kind === "proposal") await propose(tx, row, item, item.content);
    return loadPlan(tx, id);
  });
}

/** Makes an accepted plan proposed again. */
export function undo(ctx: Ctx, id: string): Promise<Plan> {
  return write(ctx, async (tx) => {
    const { row, items } = await lockPlan(tx, id);
    // Locked, so that no task starts in between.
    await tasks.lockAll(tx, [...rules.ownTasks(items), ...rules.createdTasks(items)]);
    const fault = rules.undoFault(row.status, await progressOf(tx, items), person(tx).role);
    if (fault) throw new AppError(fault.code, fault.sentence);
    const expiresAt = rules.expiryOf(tx.now);
    await store.update(tx, id, { status: "proposed", acceptedAt: null, acceptedBy: null, expiresAt });
    await record(tx, planUndone(row));
    await restoreAmounts(tx, id, items);
    const left = await handOver(tx, items);
    await tasks.hold(tx, rules.ownTasks(left), id);
    await initiativeVerbs.moveTogether(tx, rules.ownInitiatives(left), "active", "pending", id);
    for (const { initiativeId, isLinked } of left)
      if (initiativeId && isLinked) await initiatives.removeTasks(tx, initiativeId, rules.ownTasks(left));
    for (const item of items) {
      if (item.content.kind !== "proposal") continue;
      if (item.decisionId) await decisionVerbs.withdraw(tx, item.decisionId, "Its plan was undone.");
      await taskVerbs.cancelHeld(tx, rules.createdTasks([item]), "Its plan was undone", id);
      const content = { ...item.content, refused: null };
      await store.updateItem(tx, item.id, { decisionId: null, taskId: null, content });
    }
    await tx.jobs.send(tx.db, expiryJob, tx.company, { planId: id }, { at: expiresAt });
    return loadPlan(tx, id);
  });
}

async function close(tx: Tx, { row, items: all }: Loaded, status: "discarded" | "expired"): Promise<void> {
  await store.update(tx, row.id, { status });
  const items = await handOver(tx, all);
  await record(tx, status === "discarded" ? planDiscarded(row) : planExpired(row));
  const reason = status === "discarded" ? "Its plan was discarded" : "Its plan expired";
  await taskVerbs.cancelHeld(tx, rules.ownTasks(items), reason, row.id);
  await initiativeVerbs.moveTogether(tx, rules.ownInitiatives(items), "pending", "cancelled", row.id);
}

export function discard(ctx: Ctx, id: string): Promise<Plan> {
  return write(ctx, async (tx) => {
    await close(tx, await openPlan(tx, id), "discarded");
    return loadPlan(tx, id);
  });
}

/** Closes a plan that was not accepted in time. */
export function expire(ctx: Ctx, id: string): Promise<void> {
  return write(ctx, async (tx) => {
    const row = await store.lock(tx, id);
    if (row?.status !== "proposed") return;
    // The queue uses the database's clock, which may be ahead; an undone plan has more time.
    if (row.expiresAt > tx.now)
      return tx.jobs.send(tx.db, expiryJob, tx.company, { planId: id }, { at: row.expiresAt });
    await close(tx, { row, items: await store.itemsOf(tx, [id]) }, "expired");
  });
}

/** Drops or restores a part of a plan; its own task or initiative is cancelled or restarted with it. */
export function dropItem(ctx: Ctx, id: string, itemId: string, isDropped: boolean): Promise<Plan> {
  return write(ctx, async (tx) => {
    const { row, items } = await openPlan(tx, id);
    const item = items.find((one) => one.id === itemId);
    if (!item) throw notFound();
    if (item.isDropped !== isDropped) {
      await store.updateItem(tx, item.id, { isDropped });
      await record(tx, planItemDropped(row, await titleOf(tx, item), isDropped));
      const [own] = isDropped ? await handOver(tx, [item]) : [item];
      if (own?.taskId && !own.isLinked) await dropTask(tx, own.taskId, isDropped);
      if (own?.initiativeId && !own.isLinked) {
        const [from, to] = isDropped ? (["pending", "cancelled"] as const) : (["cancelled", "pending"] as const);
        await initiativeVerbs.moveTogether(tx, [own.initiativeId], from, to, id);
      }
    }
    return loadPlan(tx, id);
  });
}

async function titleOf(tx: Tx, { content, taskId, initiativeId }: store.ItemRow): Promise<string> {
  if ("title" in content) return content.title;
  const [row] = taskId
    ? await taskLists.linesOf(tx, [taskId])
    : await initiatives.list(tx, initiativeId ? [initiativeId] : []);
  return row?.title ?? content.kind;
}

/** A task that a person already moved stays as it is. */
async function dropTask(tx: Tx, taskId: string, isDropped: boolean): Promise<void> {
  const [from, to] = isDropped ? (["pending", "cancelled"] as const) : (["cancelled", "pending"] as const);
  const task = await tasks.find(tx, taskId);
  if (task?.status === from) await taskVerbs.changeTask(tx, taskId, { status: to });
}
