import type { Grant } from "#agency/action.ts";
import type { Origin } from "#contract/origins.ts";
import { shorten } from "#contract/words.ts";
import { taskUpdated } from "#features/tasks/events.ts";
import { isWorkable, stuckFields, workRun, workRunOf } from "#features/tasks/rules.ts";
import * as store from "#features/tasks/store.ts";
import type { Tx } from "#platform/context.ts";
import { batch } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

type Report = { agentId: string; runId: string; text: string; isStuck: boolean; origin: Origin; grant: Grant };

/** Whether this run still works on a task: it was not put back, reassigned or restarted since. */
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

/** Returns a task to pending after a stop ended its run, so that an agent can start it again. */
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
