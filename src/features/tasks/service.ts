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
import { elapsedHours, enteredHours, markEnteredHours, moveTask, roundHours } from "#features/tasks/rules.ts";
import * as store from "#features/tasks/store.ts";
import { dayIn, endOfDay } from "#platform/clock.ts";
import { type Ctx, originOf, person, type Tx } from "#platform/context.ts";
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
      () => loadTask(tx, id),
    );
    return added;
  });
}

/** Completes an agent's own open task with its result; ignores closed tasks and others' tasks. */
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

/** The fields to set, or null if nothing changes. */
function planChange(tx: Tx, task: store.TaskRow, { status: to, actualHours }: Change) {
  const before = enteredHours(task);
  const entered = actualHours === undefined ? before : actualHours && roundHours(actualHours);
  const startedAt = task.startedAt?.toISOString() ?? null;
  const hours = entered === before ? null : { from: before, to: entered };
  const metadata = hours ? { metadata: markEnteredHours(task.metadata, entered) } : {};
  if (!to) {
    const elapsed = elapsedHours(startedAt, task.completionDate?.toISOString() ?? null);
    return hours && { set: { ...metadata, actualHours: entered ?? elapsed }, hours };
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

const describeHours = (hours: number | null): string =>
  hours === null ? "hours worked cleared" : `${hours} ${hours === 1 ? "hour" : "hours"} worked`;

export function changeTask(ctx: Ctx, id: string, change: Change): Promise<Written<Task>> {
  return write(ctx, async (tx) => {
    const task = await store.find(tx, id);
    if (!task) throw notFound();
    const plan = planChange(tx, task, change);
    if (!plan) return loadTask(tx, id);
    const { status: to } = change;
    const { set, hours } = plan;
    // A task of a retired agent restarts unassigned.
    const unassigns = to === "pending" && task.assignedAgentId && !(await agents.find(tx, task.assignedAgentId));
    const summary = to ? to.replace("_", " ") : describeHours(hours?.to ?? null);
    const [moved, , after] = await batch(
      tx,
      () => store.move(tx, task, { ...set, ...(unassigns && { assignedAgentId: null }) }),
      () => record(tx, taskUpdated(task, { to, hours, ...(unassigns && { assignedTo: null }) }, summary)),
      () => loadTask(tx, id),
    );
    if (!moved) throw new AppError("conflict", "Someone else just changed this task. Reload and try again.");
    return after;
  });
}

export async function loadTask(tx: Tx, id: string): Promise<Written<Task>> {
  const task = await store.show(tx, id);
  if (!task) throw notFound();
  return task;
}
