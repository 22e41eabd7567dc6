import { taskCreated, taskUpdated } from "#features/tasks/events.ts";
import type { z } from "zod";
import { AppError, notFound } from "#contract/errors.ts";
import type { TextPart } from "#contract/events.ts";
import { longDay } from "#contract/format.ts";
import { shorten } from "#contract/words.ts";
import type { Persona } from "#agency/persona.ts";
import * as runs from "#agency/run/store.ts";
import { findUser } from "#features/accounts/store.ts";
import { serving } from "#features/agents/service.ts";
import * as agents from "#features/agents/store.ts";
import { personGrant } from "#features/authority/service.ts";
import type { Grant } from "#agency/action.ts";
import type { Origin } from "#contract/origins.ts";
import type { Written } from "#contract/written.ts";
import type {
  BulkResult,
  changeTasks as changeTasksCall,
  createTask,
  Task,
  TaskStatus,
  updateTask,
} from "#features/tasks/contract.ts";
import {
  conflicts,
  elapsedHours,
  enteredHours,
  heldConflict,
  isHeld,
  isUnanswered,
  isWorkable,
  markEnteredHours,
  moveTask,
  roundHours,
  stuckFields,
  undoConflict,
  workRun,
  workRunOf,
} from "#features/tasks/rules.ts";
import * as store from "#features/tasks/store.ts";
import { dayIn, endOfDay, undoUntil } from "#platform/clock.ts";
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

type AssigneeIds = { assignedAgentId?: string | null | undefined; assignedUserId?: string | null | undefined };
type Assigned = { assignedAgentId: string | null; assignedUserId: string | null; agent: Persona | null };

/** The assignee a request names, who must be there; undefined if it names none and leaves the task with its own. */
async function assigneeOf(tx: Tx, { assignedAgentId, assignedUserId }: AssigneeIds): Promise<Assigned | undefined> {
  if (assignedAgentId) return { assignedAgentId, assignedUserId: null, agent: await serving(tx, assignedAgentId) };
  if (assignedUserId) {
    const found = await findUser(tx, assignedUserId);
    if (!found) throw notFound();
    if (!found.isActive) throw new AppError("conflict", `${found.username} is no longer active.`);
    return { assignedAgentId: null, assignedUserId, agent: null };
  }
  const isCleared = assignedAgentId === null || assignedUserId === null;
  return isCleared ? { assignedAgentId: null, assignedUserId: null, agent: null } : undefined;
}

const dueDateOf = (
  tx: Tx,
  { dueDate, dueOn }: { dueDate?: string | null | undefined; dueOn?: string | null | undefined },
) => (dueOn ? endOfDay(dueOn, tx.timeZone) : dueDate ? new Date(dueDate) : null);

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

type Report = { agentId: string; runId: string; text: string; isStuck: boolean; origin: Origin; grant: Grant };

/** Whether a task in progress is this run's: not put back, given to another or started again since. */
export const isWorkedBy = (task: store.TaskRow | null | undefined, agentId: string, runId: string): boolean =>
  task?.status === "in_progress" && task.assignedAgentId === agentId && (workRunOf(task) ?? runId) === runId;

/**
 * Adds a result to an agent's own task in progress, or gives the task back with the reason. If the task has changed
 * hands since, the result is only recorded, and this is false.
 */
export async function reportByAgent(tx: Tx, id: string, report: Report): Promise<boolean> {
  const { agentId, runId, text, isStuck, origin, grant } = report;
  const [task] = await store.lockAll(tx, [id]);
  if (!task) return false;
  const [headline = ""] = text.split("\n");
  if (!isWorkedBy(task, agentId, runId)) {
    const unused = {
      summary: "result not used",
      text: [shorten(`The task changed during the run, so the result was not used: ${headline}`, 300)],
      cause: runId,
    };
    await grant.add();
    await record(tx, taskUpdated(task, { grantId: grant.id }, unused));
    return false;
  }
  const details = { grantId: grant.id, ...(isStuck && { to: "pending" as const }) };
  const wording = {
    summary: isStuck ? "stuck" : "prepared",
    text: [shorten(`${isStuck ? "Stuck" : "Prepared"}: ${headline}`, 300)],
    cause: runId,
  };
  await batch(
    tx,
    grant.add,
    () =>
      store.move(tx, task, {
        ...(isStuck && { status: "pending" as const, startedAt: null }),
        metadata: isStuck
          ? { add: { stuck: text, stuckAt: tx.now.toISOString() } }
          : { drop: stuckFields, add: { result: text, resultOrigin: origin, resultRunId: runId } },
      }),
    () => record(tx, taskUpdated(task, details, wording)),
  );
  return true;
}

/** Puts a task back whose run failed or could not start, unless another run has taken it. */
export async function giveBack(tx: Tx, id: string, reason: string, runId?: string): Promise<void> {
  const [task] = await store.lockAll(tx, [id]);
  if (task?.status !== "in_progress" || (runId && (workRunOf(task) ?? runId) !== runId)) return;
  const metadata = { add: { stuck: reason, stuckAt: tx.now.toISOString() } };
  await store.move(tx, task, { status: "pending", startedAt: null, metadata });
  await record(
    tx,
    taskUpdated(task, { to: "pending" }, { summary: "stuck", text: [shorten(`Stuck: ${reason}`, 300)] }),
  );
}

/** Puts a task back as it was before a run that a stop ended, so that an agent may take it again. */
export async function putBack(tx: Tx, id: string, reason: string, runId: string): Promise<void> {
  const [task] = await store.lockAll(tx, [id]);
  if ((task?.status !== "in_progress" && task?.status !== "pending") || workRunOf(task) !== runId) return;
  const metadata = { drop: [...stuckFields, workRun] };
  await store.move(tx, task, { status: "pending", startedAt: null, metadata });
  await record(tx, taskUpdated(task, { to: "pending" }, { summary: "put back", text: [`Put back: ${reason}`] }));
}

/** Starts an agent's pending task for a run; false if it is no longer pending, its agent's, or free to start. */
export async function startByAgent(
  tx: Tx,
  { id, assignedAgentId }: Pick<store.TaskRow, "id" | "assignedAgentId">,
  runId: string,
): Promise<boolean> {
  const [task] = await store.lockAll(tx, [id]);
  if (task?.status !== "pending" || task.assignedAgentId !== assignedAgentId || !isWorkable(task)) return false;
  const isMoved = await store.move(tx, task, {
    status: "in_progress",
    startedAt: tx.now,
    metadata: { drop: stuckFields, add: { [workRun]: runId } },
  });
  if (isMoved)
    await record(
      tx,
      taskUpdated(
        task,
        { to: "in_progress", byAgent: true },
        { summary: "in progress", text: ["Started by auto-pilot"] },
      ),
    );
  return isMoved;
}

/** A task without an answer is cancelled: it does not count as completed work. */
async function close(tx: Tx, task: store.TaskRow, { text, answered, origin, grant }: Closing): Promise<void> {
  if (task.status !== "pending" && task.status !== "in_progress") return;
  const status = answered ? ("completed" as const) : ("cancelled" as const);
  const change = { status, completionDate: answered ? tx.now : null, completedBy: null };
  const metadata = { add: { result: text, resultOrigin: origin, ...(!answered && { answered }) } };
  const details = { to: status, ...(grant && { grantId: grant.id }) };
  // The lines after the first name its sources.
  const [headline = ""] = text.split("\n");
  const wording = {
    summary: answered ? "completed" : "not answered",
    text: [shorten(answered ? headline : `Not answered: ${headline}`, 300)],
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

type Change = z.output<typeof updateTask.body>;
type Plan = {
  set: Parameters<typeof store.move>[2];
  details: Parameters<typeof taskUpdated>[1];
  wording: Parameters<typeof taskUpdated>[2];
};

/** What a change sets and records; null if nothing changes, or the conflict. */
async function planChange(
  tx: Tx,
  task: store.TaskRow,
  change: Change,
  assigned: Assigned | undefined,
): Promise<Plan | { conflict: string } | null> {
  const { status: to, actualHours, dueOn } = change;
  const title = change.title === task.title ? undefined : change.title;
  const priority = change.priority === task.priority ? undefined : change.priority;
  const isClosed = task.status === "completed" || task.status === "cancelled";
  if (isClosed && to === undefined && (assigned || dueOn !== undefined || title || priority))
    return { conflict: closedConflict(task.status) };
  if (to === "in_progress" && task.status === "pending" && isHeld(task)) return { conflict: heldConflict };
  if (to === "pending" && isUnanswered(task))
    return { conflict: "This question was not answered. Ask it again instead." };
  const before = enteredHours(task);
  const entered = actualHours === undefined ? before : actualHours && roundHours(actualHours);
  const startedAt = task.startedAt?.toISOString() ?? null;
  const hours = entered === before ? null : { from: before, to: entered };
  const result = to
    ? moveTask({ status: task.status, startedAt, entered }, to, tx.now.toISOString(), person(tx).id)
    : null;
  if (result && "conflict" in result) return result;
  const move = result && {
    ...result.move,
    startedAt: toDate(result.move.startedAt),
    completionDate: toDate(result.move.completionDate),
  };
  const elapsed = elapsedHours(startedAt, task.completionDate?.toISOString() ?? null);
  const due = dueOn === undefined ? undefined : dueDateOf(tx, { dueOn });
  const dueDate =
    due !== undefined && due?.getTime() !== task.dueDate?.getTime()
      ? { from: task.dueDate?.toISOString() ?? null, to: due?.toISOString() ?? null }
      : undefined;
  const reassigned = await reassignment(tx, task, to, assigned);
  if (!move && !hours && !dueDate && !reassigned && !title && !priority) return null;
  const by = { by: " by " };
  const marks = hours ? markEnteredHours(entered) : {};
  // Started again or given to another, it is no longer the earlier run's.
  const isFreed = to === "pending" || to === "in_progress" || reassigned;
  return {
    set: {
      ...move,
      ...((hours || isFreed) && {
        metadata: { ...marks, drop: [...(marks.drop ?? []), ...(isFreed ? [workRun] : [])] },
      }),
      ...(hours && !move && { actualHours: entered ?? elapsed }),
      ...(dueDate && { dueDate: due ?? null }),
      ...(title && { title }),
      ...(priority && { priority }),
      ...(reassigned && { assignedAgentId: reassigned.assignedAgentId, assignedUserId: reassigned.assignedUserId }),
    },
    details: {
      to,
      hours,
      ...(dueDate && { dueDate }),
      ...(title && { title: { from: task.title, to: title } }),
      ...(priority && { priority: { from: task.priority, to: priority } }),
      ...(reassigned && { assignedFrom: holderOf(task), assignedTo: holderOf(reassigned) }),
    },
    wording: {
      summary: [
        to?.replace("_", " "),
        hours && describeHours(hours.to),
        assigned && reassigned && describeAssignee(reassigned),
        dueDate && (dueOn ? `due ${longDay(dueOn)}` : "due date removed"),
        title && "renamed",
        priority && `${priority} priority`,
      ]
        .filter(Boolean)
        .join(", "),
      ...(assigned && reassigned && !to && { text: [...assigneeText(reassigned), by] }),
      ...(dueDate &&
        !to &&
        !reassigned && { text: [dueOn ? `Due ${longDay(dueOn)}, changed` : "Due date removed", by] }),
      ...(assigned && reassigned && { agentId: reassigned.assignedAgentId }),
    },
  };
}

const toDate = (at: string | null): Date | null => (at === null ? null : new Date(at));
const closedConflict = (status: TaskStatus): string => `${conflicts[status]}; restart it first`;
const holderOf = (ids: Pick<Assigned, "assignedAgentId" | "assignedUserId">): string | null =>
  ids.assignedAgentId ?? ids.assignedUserId;

/** The new assignee, if it changes; a task of a retired agent restarts unassigned. */
async function reassignment(
  tx: Tx,
  task: store.TaskRow,
  to: TaskStatus | undefined,
  assigned: Assigned | undefined,
): Promise<Assigned | null> {
  if (assigned) return holderOf(assigned) === holderOf(task) ? null : assigned;
  const isRetired = to === "pending" && task.assignedAgentId !== null && !(await agents.find(tx, task.assignedAgentId));
  return isRetired ? { assignedAgentId: null, assignedUserId: null, agent: null } : null;
}

const describeHours = (hours: number | null): string =>
  hours === null ? "hours worked cleared" : `${hours} ${hours === 1 ? "hour" : "hours"} worked`;

/** Journal titles name no person. */
const describeAssignee = ({ agent, assignedUserId }: Assigned): string =>
  agent ? `assigned to ${agent.name} (${agent.role})` : assignedUserId ? "assigned to a person" : "unassigned";

const assigneeText = ({ assignedAgentId, assignedUserId }: Assigned): TextPart[] => {
  if (assignedAgentId) return ["Assigned to ", { agent: assignedAgentId }];
  return assignedUserId ? ["Assigned to ", { person: assignedUserId }] : ["Unassigned"];
};

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

/** Changes several tasks in one transaction; each is changed, or skipped with its reason. */
export function changeTasks(
  ctx: Ctx,
  { ids, ...change }: z.output<typeof changeTasksCall.body>,
): Promise<BulkResult & { undoUntil: string | null }> {
  return write(ctx, async (tx) => {
    const assigned = await assigneeOf(tx, change);
    const found = await lockTasks(tx, ids);
    const until = undoUntil(tx.now, tx.installation.undoSeconds)?.toISOString() ?? null;
    const cause = crypto.randomUUID();
    const skipped: BulkResult["skipped"] = [];
    const planned: { task: store.TaskRow; plan: Plan }[] = [];
    for (const task of found) {
      const plan = await planChange(tx, task, change, assigned);
      if (plan && !("conflict" in plan)) planned.push({ task, plan });
      else skipped.push({ id: task.id, title: task.title, reason: plan ? reasonOf(task, plan) : alreadyAs(assigned) });
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
    const planned: { task: store.TaskRow; plan: Plan }[] = [];
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

/** Why a question can't be open again, or null: its run answers it, or has ended. */
async function questionConflict(tx: Tx, { metadata, runId, undo }: store.TaskRow): Promise<string | null> {
  const isReopened = undo?.was.status === "pending" || undo?.was.status === "in_progress";
  if (!isReopened || metadata["type"] !== "user_question" || runId === null) return null;
  const run = await runs.find(tx, runId);
  return run?.status === "queued" || run?.status === "running" ? null : "Its run has ended";
}

/** Everything as it was, but for an agent who was retired or a person who was deactivated in the meantime. */
async function planUndo(tx: Tx, task: store.TaskRow, was: State, cause: string): Promise<Plan> {
  const isServing = was.assignedAgentId === null || (await agents.find(tx, was.assignedAgentId)) !== null;
  const isActive = was.assignedUserId !== null && ((await findUser(tx, was.assignedUserId))?.isActive ?? false);
  const before = {
    ...was,
    assignedAgentId: isServing ? was.assignedAgentId : null,
    assignedUserId: isActive ? was.assignedUserId : null,
  };
  const isReassigned = holderOf(before) !== holderOf(task);
  return {
    set: {
      ...before,
      startedAt: toDate(was.startedAt),
      completionDate: toDate(was.completionDate),
      ...((was.status === "pending" || isReassigned) && { metadata: { drop: [workRun] } }),
    },
    details: {
      to: was.status === task.status ? undefined : was.status,
      ...(isReassigned && { assignedFrom: holderOf(task), assignedTo: holderOf(before) }),
      undone: true,
    },
    wording: { summary: "change undone", text: ["Change undone", { by: " by " }], cause },
  };
}

/** Locks these tasks; refuses all of them if one is not there. */
async function lockTasks(tx: Tx, ids: readonly string[]): Promise<store.TaskRow[]> {
  const wanted = new Set(ids);
  const found = await store.lockAll(tx, [...wanted]);
  if (found.length < wanted.size) throw notFound();
  return found;
}

/** Changes locked tasks and records each. */
async function moveAll(tx: Tx, planned: readonly { task: store.TaskRow; plan: Plan }[]): Promise<void> {
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

const alreadyAs = (assigned: Assigned | undefined): string =>
  assigned?.assignedAgentId || assigned?.assignedUserId ? "Already assigned" : "Already unassigned";

export async function loadTask(tx: Tx, id: string): Promise<Written<Task>> {
  const task = await store.show(tx, id);
  if (!task) throw notFound();
  return task;
}
