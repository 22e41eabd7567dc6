import type { z } from "zod";
import * as runs from "#agency/run/store.ts";
import { notFound } from "#contract/errors.ts";
import { findUser } from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import * as service from "#features/tasks/change/service.ts";
import type { BulkResult, changeTasks as changeTasksCall } from "#features/tasks/contract.ts";
import { taskUpdated } from "#features/tasks/events.ts";
import { conflicts, heldConflict, isUnanswered, undoConflict, workRun } from "#features/tasks/rules.ts";
import * as store from "#features/tasks/store.ts";
import { undoUntil } from "#platform/clock.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { batch, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** Changes several tasks in one transaction; each is changed, or skipped with its reason. */
export function changeTasks(
  ctx: Ctx,
  { ids, ...change }: z.output<typeof changeTasksCall.body>,
): Promise<BulkResult & { undoUntil: string | null }> {
  return write(ctx, async (tx) => {
    const assigned = await service.assigneeOf(tx, change);
    const found = await lockTasks(tx, ids);
    const until = undoUntil(tx.now, tx.installation.undoSeconds)?.toISOString() ?? null;
    const cause = crypto.randomUUID();
    const skipped: BulkResult["skipped"] = [];
    const planned: { task: store.TaskRow; plan: service.PlannedChange }[] = [];
    for (const task of found) {
      const plan = await service.planChange(tx, task, change, assigned);
      if (plan && !("conflict" in plan)) planned.push({ task, plan });
      else
        skipped.push({
          id: task.id,
          title: task.title,
          reason: plan ? reasonOf(task, plan) : alreadyAssigned(assigned),
        });
    }
    await moveAll(
      tx,
      planned.map(({ task, plan }) => ({
        task,
        plan: {
          ...plan,
          set: { ...plan.set, undo: until ? { until, was: stateOf(task) } : null },
          wording: { ...plan.wording, cause },
        },
      })),
    );
    return { changed: planned.map(({ task }) => task.id), skipped, undoUntil: planned.length > 0 ? until : null };
  });
}

/** Takes back the last bulk change of each task; one that changed since is skipped. */
export function undoTasks(ctx: Ctx, ids: readonly string[]): Promise<BulkResult> {
  return write(ctx, async (tx) => {
    const cause = crypto.randomUUID();
    const skipped: BulkResult["skipped"] = [];
    const planned: { task: store.TaskRow; plan: service.PlannedChange }[] = [];
    for (const task of await lockTasks(tx, ids)) {
      const reason = undoConflict(task.undo, tx.now) ?? (await questionConflict(tx, task));
      if (task.undo && !reason) planned.push({ task, plan: await planUndo(tx, task, task.undo.was, cause) });
      else skipped.push({ id: task.id, title: task.title, reason: reason ?? "Changed since" });
    }
    await moveAll(tx, planned);
    return { changed: planned.map(({ task }) => task.id), skipped };
  });
}

type State = NonNullable<store.TaskRow["undo"]>["was"];

const stateOf = (task: store.TaskRow): State => ({
  status: task.status,
  startedAt: task.startedAt?.toISOString() ?? null,
  completionDate: task.completionDate?.toISOString() ?? null,
  completedBy: task.completedBy,
  actualHours: task.actualHours,
  assignedAgentId: task.assignedAgentId,
  assignedUserId: task.assignedUserId,
});

/** Why an undo can't reopen a question, or null. Only a run that has not ended can still answer it. */
async function questionConflict(tx: Tx, { metadata, runId, undo }: store.TaskRow): Promise<string | null> {
  const isReopened = undo?.was.status === "pending" || undo?.was.status === "in_progress";
  if (!isReopened || metadata["type"] !== "user_question" || runId === null) return null;
  const run = await runs.find(tx, runId);
  return run?.status === "queued" || run?.status === "running" ? null : "Its run has ended";
}

/** Restores everything except an agent who was retired or a person who was deactivated in the meantime. */
async function planUndo(tx: Tx, task: store.TaskRow, was: State, cause: string): Promise<service.PlannedChange> {
  const isServing = was.assignedAgentId === null || (await agents.find(tx, was.assignedAgentId)) !== null;
  const isActive = was.assignedUserId !== null && ((await findUser(tx, was.assignedUserId))?.isActive ?? false);
  const before = {
    ...was,
    assignedAgentId: isServing ? was.assignedAgentId : null,
    assignedUserId: isActive ? was.assignedUserId : null,
  };
  const isReassigned = service.holderOf(before) !== service.holderOf(task);
  return {
    set: {
      ...before,
      startedAt: service.toDate(was.startedAt),
      completionDate: service.toDate(was.completionDate),
      ...((was.status === "pending" || isReassigned) && { metadata: { drop: [workRun] } }),
    },
    details: {
      to: was.status === task.status ? undefined : was.status,
      ...(isReassigned && { assignedFrom: service.holderOf(task), assignedTo: service.holderOf(before) }),
      undone: true,
    },
    wording: { summary: "change undone", text: ["Change undone", { by: " by " }], cause },
  };
}

/** Locks these tasks; throws if one of them does not exist. */
async function lockTasks(tx: Tx, ids: readonly string[]): Promise<store.TaskRow[]> {
  const wanted = new Set(ids);
  const found = await store.lockAll(tx, [...wanted]);
  if (found.length < wanted.size) throw notFound();
  return found;
}

async function moveAll(
  tx: Tx,
  planned: readonly { task: store.TaskRow; plan: service.PlannedChange }[],
): Promise<void> {
  const moved = await batch(
    tx,
    ...planned.map(
      ({ task, plan }) =>
        () =>
          store.move(tx, task, plan.set),
    ),
  );
  if (moved.includes(false)) throw new Error("A locked task was changed.");
  await record(tx, ...planned.map(({ task, plan }) => taskUpdated(task, plan.details, plan.wording)));
}

function reasonOf(task: store.TaskRow, { conflict }: { conflict: string }): string {
  if (conflict === heldConflict) return "Waiting for its plan";
  return isUnanswered(task) ? conflict : conflicts[task.status];
}

const alreadyAssigned = (assigned: service.Assigned | undefined): string =>
  assigned?.assignedAgentId || assigned?.assignedUserId ? "Already assigned" : "Already unassigned";
