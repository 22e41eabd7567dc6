import type { z } from "zod";
import type { Grant } from "#agency/action.ts";
import { AppError, notFound } from "#contract/errors.ts";
import type { Origin } from "#contract/origins.ts";
import { shorten } from "#contract/words.ts";
import type { Written } from "#contract/written.ts";
import { personGrant } from "#features/authority/service.ts";
import { assigneeOf, type Change, dueDateOf, planChange } from "#features/tasks/change/service.ts";
import type { createTask, Task } from "#features/tasks/contract.ts";
import { taskCreated, taskUpdated } from "#features/tasks/events.ts";
import * as lists from "#features/tasks/list/store.ts";
import { isHeld } from "#features/tasks/rules.ts";
import * as store from "#features/tasks/store.ts";
import { dayIn, endOfDay } from "#platform/clock.ts";
import { type Ctx, originOf, type Tx } from "#platform/context.ts";
import { batch, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

export async function addTasks(tx: Tx, added: readonly store.NewTask[]): Promise<void> {
  await batch(
    tx,
    () => store.add(tx, added),
    () => record(tx, ...added.map((task) => taskCreated(task))),
  );
}

/** The end of the day `days` after `from`, but not before tomorrow. */
export function dueAt(tx: Tx, from: Date, days: number): Date {
  const dayAfter = (moment: Date, count: number) => dayIn(new Date(moment.getTime() + count * 86_400_000), tx.timeZone);
  const [planned, earliest] = [dayAfter(from, days), dayAfter(tx.now, 1)];
  return endOfDay(planned > earliest ? planned : earliest, tx.timeZone);
}

export function createByHand(ctx: Ctx, input: z.output<typeof createTask.body>): Promise<Written<Task>> {
  return write(ctx, async (tx) => {
    const assigned = await assigneeOf(tx, input);
    const id = crypto.randomUUID();
    const grant = personGrant(tx, "task");
    const task = {
      id,
      title: input.title,
      description: input.description ?? "",
      priority: input.priority ?? "medium",
      assignedAgentId: assigned?.assignedAgentId ?? null,
      assignedUserId: assigned?.assignedUserId ?? null,
      dueDate: dueDateOf(tx, input),
      grantId: grant.id,
      origin: originOf(tx),
    };
    const [, , added] = await batch(
      tx,
      grant.add,
      () => addTasks(tx, [task]),
      () => loadTask(tx, id),
    );
    return added;
  });
}

type Closing = { text: string; answered: boolean; origin: Origin; grant: Grant | null };

/** Closes an agent's own open task with its result; ignores closed tasks and others' tasks. */
export async function closeByAgent(tx: Tx, id: string, result: Closing & { agentId: string }): Promise<void> {
  const task = await store.find(tx, id);
  // A task of a plan that is not accepted yet cannot be worked on.
  if (task?.assignedAgentId === result.agentId && !isHeld(task)) await close(tx, task, result);
}

/** Closes the task of a question that failed or was stopped, so that it does not become overdue. */
export async function closeUnanswered(tx: Tx, id: string, sentence: string): Promise<void> {
  const task = await store.find(tx, id);
  if (task) await close(tx, task, { text: sentence, answered: false, origin: "system", grant: null });
}

/** Completes a task whose cause is gone; ignores closed tasks. */
export async function closeByItself(tx: Tx, id: string, text: string): Promise<void> {
  const task = await store.find(tx, id);
  if (task) await close(tx, task, { text, answered: true, origin: "system", grant: null });
}

/** A task without an answer is cancelled: it does not count as completed work. */
async function close(tx: Tx, task: store.TaskRow, { text, answered, origin, grant }: Closing): Promise<void> {
  if (task.status !== "pending" && task.status !== "in_progress") return;
  const status = answered ? ("completed" as const) : ("cancelled" as const);
  const change = { status, completionDate: answered ? tx.now : null, completedBy: null };
  const metadata = { add: { result: text, resultOrigin: origin, ...(!answered && { answered }) } };
  const details = { to: status, ...(grant && { grantId: grant.id }) };
  const wording = {
    summary: answered ? "completed" : "not answered",
    text: [answered ? "" : "Not answered: ", { quote: { of: "tasks.result", id: task.id } }],
    cause: task.runId,
  };
  await batch(
    tx,
    ...(grant ? [grant.add] : []),
    () => store.move(tx, task, { ...change, metadata }),
    () => record(tx, taskUpdated(task, details, wording)),
  );
}

/** Cancels a plan's tasks that were not started; anyone can restart them. */
export async function cancelHeld(tx: Tx, ids: readonly string[], reason: string, cause: string): Promise<void> {
  for (const task of await store.lockAll(tx, ids)) {
    if (task.status !== "pending") continue;
    const wording = { summary: "cancelled", text: [reason], cause };
    await store.move(tx, task, { status: "cancelled" });
    await record(tx, taskUpdated(task, { to: "cancelled" }, wording));
  }
  await store.hold(tx, ids, null);
}

/** Rewords an open task whose title `isMeant` accepts; returns the old texts, or null if nothing changed. */
export async function restateTask(
  tx: Tx,
  id: string,
  isMeant: (title: string) => boolean,
  to: { title: string; description: string },
  cause: string,
): Promise<{ title: string; description: string } | null> {
  const [task] = await store.lockAll(tx, [id]);
  if (!task || (task.status !== "pending" && task.status !== "in_progress") || !isMeant(task.title)) return null;
  // The description of a task that a person wrote stays theirs.
  const isPlanned = task.metadata["type"] === "plan";
  const description = isPlanned ? to.description : task.description;
  const wording = { summary: "amount changed", text: [shorten(`Now: ${to.title}`, 300)], cause };
  await store.move(tx, task, { title: to.title, description });
  await record(tx, taskUpdated(task, { title: { from: task.title, to: to.title } }, wording));
  return { title: task.title, description: task.description };
}

export function changeTask(ctx: Ctx, id: string, change: Change): Promise<Written<Task>> {
  return write(ctx, async (tx) => {
    const task = await store.find(tx, id);
    if (!task) throw notFound();
    const plan = await planChange(tx, task, change, await assigneeOf(tx, change));
    if (!plan) return loadTask(tx, id);
    if ("conflict" in plan) throw new AppError("conflict", plan.conflict);
    const [moved, , after] = await batch(
      tx,
      () => store.move(tx, task, plan.set),
      () => record(tx, taskUpdated(task, plan.details, plan.wording)),
      () => loadTask(tx, id),
    );
    if (!moved) throw new AppError("conflict", "Someone else just changed this task. Reload and try again.");
    return after;
  });
}

export async function loadTask(tx: Tx, id: string): Promise<Written<Task>> {
  const task = await lists.show(tx, id);
  if (!task) throw notFound();
  return task;
}
