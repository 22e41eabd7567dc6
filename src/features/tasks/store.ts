import { and, count, desc, eq, isNotNull, lt, or, sql } from "drizzle-orm";
import { peopleAs } from "#features/accounts/store.ts";
import { agentsAs } from "#features/agents/store.ts";
import type { Task, TaskStatus } from "#features/tasks/contract.ts";
import { tasks } from "#features/tasks/tables.ts";
import type { Tx } from "#platform/context.ts";
import { keepCopies, taken } from "#platform/kept/store.ts";

export type TaskRow = typeof tasks.$inferSelect;

/** Rows of one page of a list (SPEED 3, 4). */
const page = 50;

/** Larger than the place of any effect. */
const noTurn = 2_147_483_647;

const finisher = peopleAs("finisher");
const assignee = agentsAs("assignee");
/** Open tasks stand before closed ones. */
const isClosed = sql<number>`(CASE WHEN ${tasks.status} IN ('pending', 'in_progress') THEN 0 ELSE 1 END)`;

function selectTasks(tx: Tx) {
  return tx.db
    .select({
      row: tasks,
      agent: { id: assignee.id, name: assignee.name, role: assignee.role },
      completedBy: finisher.username,
    })
    .from(tasks)
    .leftJoin(assignee, and(eq(assignee.companyId, tasks.companyId), eq(assignee.id, tasks.assignedAgentId)))
    .leftJoin(finisher, and(eq(finisher.companyId, tasks.companyId), eq(finisher.id, tasks.completedBy)));
}

/** Tasks of one decision are equally old and stand in the order of its effects; others come after them. */
const inTurn = sql<number>`coalesce(${tasks.effectIndex}, ${noTurn}::int)`;

/** One page of tasks: open ones first, the newest first in each group. */
export async function list(
  tx: Tx,
  filter: { status?: TaskStatus | undefined; after?: string | undefined },
): Promise<Task[]> {
  const last = filter.after ? await find(tx, filter.after) : null;
  if (filter.after && !last) return [];
  const lastClosed = last && (last.status === "pending" || last.status === "in_progress" ? 0 : 1);
  const beyond = last
    ? or(
        sql`${isClosed} > ${lastClosed}`,
        and(
          sql`${isClosed} = ${lastClosed}`,
          or(
            lt(tasks.createdAt, last.createdAt),
            and(eq(tasks.createdAt, last.createdAt), sql`${inTurn} > ${last.effectIndex ?? noTurn}`),
            and(
              eq(tasks.createdAt, last.createdAt),
              sql`${inTurn} = ${last.effectIndex ?? noTurn}`,
              lt(tasks.id, last.id),
            ),
          ),
        ),
      )
    : undefined;
  const rows = await selectTasks(tx)
    .where(and(eq(tasks.companyId, tx.company), filter.status ? eq(tasks.status, filter.status) : undefined, beyond))
    .orderBy(isClosed, desc(tasks.createdAt), inTurn, desc(tasks.id))
    .limit(page);
  return rows.map(toTask);
}

export async function find(tx: Tx, id: string): Promise<TaskRow | null> {
  const [row] = await tx.db
    .select()
    .from(tasks)
    .where(and(eq(tasks.companyId, tx.company), eq(tasks.id, id)));
  return row ?? null;
}

/** The task as the browser knows it. */
export async function show(tx: Tx, id: string): Promise<Task | null> {
  const [row] = await selectTasks(tx).where(and(eq(tasks.companyId, tx.company), eq(tasks.id, id)));
  return row ? toTask(row) : null;
}

export type NewTask = Omit<typeof tasks.$inferInsert, "companyId" | "id" | "createdAt" | "updatedAt">;

/** Adds tasks; of the same decision and place there is only ever one. Gives their ids, in the same order. */
export async function add(tx: Tx, rows: readonly NewTask[]): Promise<string[]> {
  const added = rows.map((row) => ({
    ...row,
    companyId: tx.company,
    id: crypto.randomUUID(),
    createdAt: tx.now,
    updatedAt: tx.now,
  }));
  if (added.length > 0) await tx.db.insert(tasks).values(added);
  return added.map((row) => row.id);
}

/** Moves a task that still has the expected status; gives whether it had. */
export async function move(
  tx: Tx,
  id: string,
  from: TaskStatus,
  change: Partial<Pick<TaskRow, "status" | "startedAt" | "completionDate" | "completedBy" | "actualHours">>,
): Promise<boolean> {
  const rows = await tx.db
    .update(tasks)
    .set({ ...change, updatedAt: tx.now })
    .where(and(eq(tasks.companyId, tx.company), eq(tasks.id, id), eq(tasks.status, from)))
    .returning({ id: tasks.id });
  return rows.length > 0;
}

/** The tasks a decision led to. */
export function ofDecision(tx: Tx, decisionId: string): Promise<TaskRow[]> {
  return tx.db
    .select()
    .from(tasks)
    .where(and(eq(tasks.companyId, tx.company), eq(tasks.decisionId, decisionId)))
    .orderBy(tasks.effectIndex);
}

/**
 * Takes all tasks from their agents and from the decisions they came out of, and keeps in a bundle whose they were; gives
 * how many had one.
 */
export async function unassignAll(tx: Tx, bundle: string): Promise<number> {
  const { id, companyId, assignedAgentId, decisionId, effectIndex, updatedAt } = tasks;
  const tied = and(eq(companyId, tx.company), or(isNotNull(assignedAgentId), isNotNull(decisionId)));
  const ties = tx.db.select({ id, assignedAgentId, decisionId, effectIndex, updatedAt }).from(tasks).where(tied);
  const untied = await keepCopies(tx, bundle, tasks, ties);
  await tx.db
    .update(tasks)
    .set({ assignedAgentId: null, decisionId: null, effectIndex: null, updatedAt: tx.now })
    .where(tied);
  return untied;
}

/**
 * Gives the tasks of a bundle back to their agents and decisions. What people did with a task since it was taken stands:
 * only one nobody touched is as old again as it was.
 */
export async function assignAgain(tx: Tx, bundle: string, takenAt: Date): Promise<void> {
  await tx.db.execute(sql`
    WITH back AS (${taken(tx, bundle, tasks)})
    UPDATE ${tasks} AS task SET
      assigned_agent_id = was.assigned_agent_id, decision_id = was.decision_id, effect_index = was.effect_index,
      updated_at = CASE WHEN task.updated_at = ${takenAt.toISOString()}::timestamptz THEN was.updated_at
        ELSE task.updated_at END
    FROM back, jsonb_populate_record(NULL::${tasks}, back.row) AS was
    WHERE task.company_id = ${tx.company} AND task.id = was.id`);
}

/** Of the tasks due from one day of the company to before another: how many, and how many were completed in time. */
export async function punctuality(tx: Tx, from: string, before: string): Promise<{ due: number; onTime: number }> {
  const [row] = await tx.db
    .select({
      due: count(),
      onTime: sql<number>`count(*) FILTER (WHERE ${tasks.status} = 'completed' AND ${tasks.completionDate} <= ${tasks.dueDate})::int`,
    })
    .from(tasks)
    .where(
      and(
        eq(tasks.companyId, tx.company),
        sql`${tasks.status} <> 'cancelled'`,
        sql`${tasks.dueDate} >= (${from}::timestamp AT TIME ZONE ${tx.timeZone})`,
        sql`${tasks.dueDate} < (${before}::timestamp AT TIME ZONE ${tx.timeZone})`,
      ),
    );
  return row ?? { due: 0, onTime: 0 };
}

function toTask({ row, agent, completedBy }: Awaited<ReturnType<typeof selectTasks>>[number]): Task {
  return {
    id: row.id,
    companyId: row.companyId,
    title: row.title,
    description: row.description,
    assignedAgentId: row.assignedAgentId,
    assignedAgent: agent,
    status: row.status,
    priority: row.priority,
    dueDate: row.dueDate?.toISOString() ?? null,
    completionDate: row.completionDate?.toISOString() ?? null,
    completedBy: row.completedBy ? completedBy : null,
    estimatedHours: row.estimatedHours,
    actualHours: row.actualHours,
    decisionId: row.decisionId,
    metadata: row.metadata,
    createdAt: row.createdAt.toISOString(),
  };
}
