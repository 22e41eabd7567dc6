import type { z } from "zod";
import type { Persona } from "#agency/persona.ts";
import { AppError, notFound } from "#contract/errors.ts";
import type { TextPart } from "#contract/events.ts";
import { longDay } from "#contract/format.ts";
import { findUser } from "#features/accounts/store.ts";
import { working } from "#features/agents/service.ts";
import * as agents from "#features/agents/store.ts";
import type { TaskStatus, updateTask } from "#features/tasks/contract.ts";
import type { taskUpdated } from "#features/tasks/events.ts";
import * as rules from "#features/tasks/rules.ts";
import * as store from "#features/tasks/store.ts";
import { endOfDay } from "#platform/clock.ts";
import { person, type Tx } from "#platform/context.ts";

type AssigneeIds = { assignedAgentId?: string | null | undefined; assignedUserId?: string | null | undefined };
export type Assigned = { assignedAgentId: string | null; assignedUserId: string | null; agent: Persona | null };

/** The assignee a request names; undefined if it keeps the current one. Throws if there is no such active assignee. */
export async function assigneeOf(
  tx: Tx,
  { assignedAgentId, assignedUserId }: AssigneeIds,
): Promise<Assigned | undefined> {
  if (assignedAgentId) return { assignedAgentId, assignedUserId: null, agent: await working(tx, assignedAgentId) };
  if (assignedUserId) {
    const found = await findUser(tx, assignedUserId);
    if (!found) throw notFound();
    if (!found.isActive) throw new AppError("conflict", `${found.username} is no longer active.`);
    return { assignedAgentId: null, assignedUserId, agent: null };
  }
  const isCleared = assignedAgentId === null || assignedUserId === null;
  return isCleared ? { assignedAgentId: null, assignedUserId: null, agent: null } : undefined;
}

export const dueDateOf = (
  tx: Tx,
  { dueDate, dueOn }: { dueDate?: string | null | undefined; dueOn?: string | null | undefined },
) => (dueOn ? endOfDay(dueOn, tx.timeZone) : dueDate ? new Date(dueDate) : null);

export type Change = z.output<typeof updateTask.body>;
export type PlannedChange = {
  set: Parameters<typeof store.move>[2];
  details: Parameters<typeof taskUpdated>[1];
  wording: Parameters<typeof taskUpdated>[2];
};

/** What a change sets and records; null if nothing changes, or the conflict. */
export async function planChange(
  tx: Tx,
  task: store.TaskRow,
  change: Change,
  assigned: Assigned | undefined,
): Promise<PlannedChange | { conflict: string } | null> {
  const { status: to, actualHours, dueOn } = change;
  const title = change.title === task.title ? undefined : change.title;
  const priority = change.priority === task.priority ? undefined : change.priority;
  const isClosed = task.status === "completed" || task.status === "cancelled";
  if (isClosed && to === undefined && (assigned || dueOn !== undefined || title || priority))
    return { conflict: closedConflict(task.status) };
  if (to === "in_progress" && task.status === "pending" && rules.isHeld(task)) return { conflict: rules.heldConflict };
  if (to === "pending" && rules.isUnanswered(task))
    return { conflict: "This question was not answered. Ask it again instead." };
  const before = rules.enteredHours(task);
  const entered = actualHours === undefined ? before : actualHours && rules.roundHours(actualHours);
  const startedAt = task.startedAt?.toISOString() ?? null;
  const hours = entered === before ? null : { from: before, to: entered };
  const result = to
    ? rules.moveTask({ status: task.status, startedAt, entered }, to, tx.now.toISOString(), person(tx).id)
    : null;
  if (result && "conflict" in result) return result;
  const move = result && {
    ...result.move,
    startedAt: toDate(result.move.startedAt),
    completionDate: toDate(result.move.completionDate),
  };
  const elapsed = rules.elapsedHours(startedAt, task.completionDate?.toISOString() ?? null);
  const due = dueOn === undefined ? undefined : dueDateOf(tx, { dueOn });
  const dueDate =
    due !== undefined && due?.getTime() !== task.dueDate?.getTime()
      ? { from: task.dueDate?.toISOString() ?? null, to: due?.toISOString() ?? null }
      : undefined;
  const reassigned = await reassignment(tx, task, to, assigned);
  if (!move && !hours && !dueDate && !reassigned && !title && !priority) return null;
  const by = { by: " by " };
  const marks = hours ? rules.markEnteredHours(entered) : {};
  // A restarted or reassigned task no longer belongs to the earlier run.
  const isFreed = to === "pending" || to === "in_progress" || reassigned;
  return {
    set: {
      ...move,
      ...((hours || isFreed) && {
        metadata: { ...marks, drop: [...(marks.drop ?? []), ...(isFreed ? [rules.workRun] : [])] },
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

export const toDate = (at: string | null): Date | null => (at === null ? null : new Date(at));
const closedConflict = (status: TaskStatus): string => `${rules.conflicts[status]}; restart it first`;
export const holderOf = (ids: Pick<Assigned, "assignedAgentId" | "assignedUserId">): string | null =>
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
