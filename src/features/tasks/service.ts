import { taskCreated, taskUpdated } from "#features/tasks/events.ts";
import type { z } from "zod";
import { AppError, notFound } from "#contract/errors.ts";
import { serving } from "#features/agents/service.ts";
import * as agents from "#features/agents/store.ts";
import { personGrant } from "#features/authority/service.ts";
import type { Grant } from "#agency/action.ts";
import type { Origin } from "#contract/origins.ts";
import type { Written } from "#contract/written.ts";
import type { createTask, Task, updateTask } from "#features/tasks/contract.ts";
import { enteredHours, hoursUnderWay, moveTask, rounded, withHours } from "#features/tasks/rules.ts";
import * as store from "#features/tasks/store.ts";
import { dayIn, endOfDay } from "#platform/clock.ts";
import { type Ctx, originOf, person, type Tx } from "#platform/context.ts";
import { batch, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** Adds tasks with their journal records, inside the verb that causes them. */
export async function addTasks(tx: Tx, added: readonly store.NewTask[]): Promise<void> {
  await batch(
    tx,
    () => store.add(tx, added),
    () => record(tx, ...added.map((task) => taskCreated(task))),
  );
}

/** The end of the day that is so many days after a moment, or of tomorrow where that has passed. */
export function dueAt(tx: Tx, from: Date, days: number): Date {
  const after = (moment: Date, count: number) => dayIn(new Date(moment.getTime() + count * 86_400_000), tx.timeZone);
  const [planned, earliest] = [after(from, days), after(tx.now, 1)];
  return endOfDay(planned > earliest ? planned : earliest, tx.timeZone);
}

/** Adds a task a person wrote, for one executive or nobody. */
export function createByHand(ctx: Ctx, input: z.output<typeof createTask.body>): Promise<Written<Task>> {
  return write(ctx, async (tx) => {
    const assignedAgentId = input.assignedAgentId ?? null;
    if (assignedAgentId) await serving(tx, assignedAgentId);
    const id = crypto.randomUUID();
    const grant = personGrant(tx, "task");
    const task = {
      id,
      title: input.title,
      description: input.description ?? "",
      priority: input.priority ?? "medium",
      assignedAgentId,
      dueDate: input.dueDate ? new Date(input.dueDate) : null,
      grantId: grant.id,
      origin: originOf(tx),
    };
    const [, , added] = await batch(
      tx,
      grant.add,
      () => addTasks(tx, [task]),
      () => shown(tx, id),
    );
    return added;
  });
}

/**
 * Completes an executive's own open task with what they wrote as its result, and with how far that can be trusted; one
 * that is closed already, or another one's, stays as it is.
 */
export async function closeByAgent(
  tx: Tx,
  id: string,
  result: { agentId: string; text: string; origin: Origin; grant: Grant },
): Promise<void> {
  const task = await store.find(tx, id);
  if (!task || task.assignedAgentId !== result.agentId) return;
  if (task.status !== "pending" && task.status !== "in_progress") return;
  const change = { status: "completed" as const, completionDate: tx.now, completedBy: null };
  const metadata = { ...task.metadata, result: result.text, resultOrigin: result.origin };
  await batch(
    tx,
    result.grant.add,
    () => store.move(tx, task, { ...change, metadata }),
    () => record(tx, taskUpdated(task, { to: "completed", grantId: result.grant.id }, "completed")),
  );
}

type Change = z.output<typeof updateTask.body>;

/** What a change comes to, or the sentence that refuses it: null where the task stands so already. */
function changed(tx: Tx, task: store.TaskRow, { status: to, actualHours }: Change) {
  const before = enteredHours(task);
  const entered = actualHours === undefined ? before : actualHours && rounded(actualHours);
  const startedAt = task.startedAt?.toISOString() ?? null;
  const hours = entered === before ? null : { from: before, to: entered };
  const metadata = hours ? { metadata: withHours(task.metadata, entered) } : {};
  if (!to) {
    const underWay = hoursUnderWay(startedAt, task.completionDate?.toISOString() ?? null);
    return hours && { set: { ...metadata, actualHours: entered ?? underWay }, hours };
  }
  const result = moveTask({ status: task.status, startedAt, entered }, to, tx.now.toISOString(), person(tx).id);
  if ("conflict" in result) throw new AppError("conflict", result.conflict);
  const { move } = result;
  return {
    set: {
      ...move,
      ...metadata,
      startedAt: move.startedAt ? new Date(move.startedAt) : null,
      completionDate: move.completionDate ? new Date(move.completionDate) : null,
    },
    hours,
  };
}

const hoursSaid = (hours: number | null): string =>
  hours === null ? "hours worked taken back" : `${hours} ${hours === 1 ? "hour" : "hours"} worked`;

/**
 * Completes, cancels, starts or restarts a task, and enters the hours a person worked on it; 409 in words when it cannot go
 * there from where it stands.
 */
export function changeTask(ctx: Ctx, id: string, change: Change): Promise<Written<Task>> {
  return write(ctx, async (tx) => {
    const task = await store.find(tx, id);
    if (!task) throw notFound();
    const made = changed(tx, task, change);
    if (!made) return shown(tx, id);
    const { status: to } = change;
    const { set, hours } = made;
    // Who was retired since takes nothing up again: the task is open to anybody.
    const left = to === "pending" && task.assignedAgentId && !(await agents.find(tx, task.assignedAgentId));
    const words = to ? to.replace("_", " ") : hoursSaid(hours?.to ?? null);
    const [moved, , after] = await batch(
      tx,
      () => store.move(tx, task, { ...set, ...(left && { assignedAgentId: null }) }),
      () => record(tx, taskUpdated(task, { to, hours, ...(left && { assignedTo: null }) }, words)),
      () => shown(tx, id),
    );
    if (!moved) throw new AppError("conflict", "Somebody changed this task at the same moment. Look at it again.");
    return after;
  });
}

/** One task as the browser knows it; 404 where there is none. */
export async function shown(tx: Tx, id: string): Promise<Written<Task>> {
  const task = await store.show(tx, id);
  if (!task) throw notFound();
  return task;
}
