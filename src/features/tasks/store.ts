import { and, count, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { TaskStatus } from "#features/tasks/contract.ts";
import { markHeld, workRun } from "#features/tasks/rules.ts";
import { closedOf, heldBy, tasks } from "#features/tasks/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import { inserting } from "#platform/db/inserting.ts";
import { company, given, prepared } from "#platform/db/prepared.ts";

export type TaskRow = typeof tasks.$inferSelect;

const isClosed = closedOf(tasks.status);

export async function find(tx: Tx, id: string): Promise<TaskRow | null> {
  const [row] = await byId(tx, { id });
  return row ?? null;
}
const byId = prepared<TaskRow, { id: string }>((db) =>
  db
    .select()
    .from(tasks)
    .where(and(eq(tasks.companyId, company), eq(tasks.id, given("id")))),
);

/** Locks these tasks in one order, so that two bulk changes never wait for each other. */
export function lockAll(tx: Tx, ids: readonly string[]): Promise<TaskRow[]> {
  return tx.db
    .select()
    .from(tasks)
    .where(inCompany(tx, tasks, inArray(tasks.id, [...ids])))
    .orderBy(tasks.id)
    .for("update");
}

export async function statusesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, TaskStatus>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.db
    .select({ id: tasks.id, status: tasks.status })
    .from(tasks)
    .where(inCompany(tx, tasks, inArray(tasks.id, [...ids])));
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** Open tasks with their titles and the rows that a plan's tasks are about, the newest first. */
export function openTitles(tx: Tx): Promise<{ id: string; title: string; href: string | null }[]> {
  return tx.db
    .select({ id: tasks.id, title: tasks.title, href: sql<string | null>`${tasks.metadata} ->> 'source'` })
    .from(tasks)
    .where(inCompany(tx, tasks, sql`${isClosed} = 0`))
    .orderBy(desc(tasks.createdAt))
    .limit(500);
}

/** By priority and due day. */
const byUrgency = [
  sql`array_position(ARRAY['high', 'medium', 'low'], ${tasks.priority})`,
  sql`${tasks.dueDate} NULLS LAST`,
  tasks.createdAt,
  tasks.id,
];
const isPending = (tx: Tx) => inCompany(tx, tasks, eq(tasks.status, "pending"));
/** As `isWorkable`; a task that an agent gave back must have changed since. */
const isForAgent = sql`${tasks.metadata} ->> 'type' IS DISTINCT FROM 'user_question'
  AND ${heldBy(tasks.metadata)} IS NULL
  AND (NOT jsonb_exists(${tasks.metadata}, 'stuckAt')
    OR ${tasks.updatedAt} > (${tasks.metadata} ->> 'stuckAt')::timestamptz)`;

/** Pending tasks by urgency: `ready` are those one of these agents can start; at most `most` of each group. */
export async function pending(
  tx: Tx,
  agentIds: readonly string[],
  most: number,
): Promise<{ ready: TaskRow[]; others: TaskRow[]; amount: number }> {
  const isReady = sql<boolean>`(${tasks.assignedAgentId} = ANY(${`{${agentIds.join(",")}}`}::uuid[]) IS TRUE
    AND ${isForAgent})`;
  const some = (condition: SQL) =>
    tx.db
      .select()
      .from(tasks)
      .where(and(isPending(tx), condition))
      .orderBy(...byUrgency)
      .limit(most);
  const [counted] = await tx.db.select({ amount: count() }).from(tasks).where(isPending(tx));
  return { ready: await some(isReady), others: await some(sql`NOT ${isReady}`), amount: counted?.amount ?? 0 };
}

export async function countInProgress(tx: Tx): Promise<number> {
  const [row] = await tx.db
    .select({ count: count() })
    .from(tasks)
    .where(inCompany(tx, tasks, eq(tasks.status, "in_progress")));
  return row?.count ?? 0;
}

/** Holds these tasks until their plan is accepted; null releases them. */
export async function hold(tx: Tx, ids: readonly string[], planId: string | null): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .update(tasks)
    .set({
      metadata: planId
        ? sql`${tasks.metadata} || ${JSON.stringify(markHeld({}, planId))}::jsonb`
        : sql`${tasks.metadata} - 'awaitsPlan'`,
    })
    .where(inCompany(tx, tasks, inArray(tasks.id, [...ids])));
}

export async function setWorkRun(tx: Tx, id: string, runId: string): Promise<void> {
  await tx.db
    .update(tasks)
    .set({ metadata: changedMetadata({ add: { [workRun]: runId } }) })
    .where(inCompany(tx, tasks, eq(tasks.id, id)));
}

export type NewTask = Omit<typeof tasks.$inferInsert, "companyId" | "createdAt" | "updatedAt">;

/** Unique by decision and effect index. */
export function add(tx: Tx, rows: readonly NewTask[]): Promise<void> {
  return insert(
    tx,
    rows.map((row) => ({ ...row, createdAt: tx.now, updatedAt: tx.now })),
  );
}
const insert = inserting(tasks);

/** A change of some metadata fields: the others stay as they are when it is written, not as they were read. */
export type MetadataChange = { add?: Readonly<Record<string, unknown>>; drop?: readonly string[] };

const changedMetadata = ({ add = {}, drop = [] }: MetadataChange): SQL<Record<string, unknown>> =>
  sql`(${tasks.metadata} - ${`{${drop.join(",")}}`}::text[]) || ${JSON.stringify(add)}::jsonb`;

/** Changes a task if status and hours are still as read; false otherwise. Earlier bulk changes can't be undone then. */
export async function move(
  tx: Tx,
  { id, status, actualHours }: Pick<TaskRow, "id" | "status" | "actualHours">,
  {
    metadata,
    ...change
  }: Partial<
    Pick<
      TaskRow,
      | "status"
      | "startedAt"
      | "completionDate"
      | "completedBy"
      | "actualHours"
      | "assignedAgentId"
      | "assignedUserId"
      | "dueDate"
      | "title"
      | "description"
      | "priority"
      | "undo"
    >
  > & { metadata?: MetadataChange | undefined },
): Promise<boolean> {
  const rows = await tx.db
    .update(tasks)
    .set({ undo: null, ...change, ...(metadata && { metadata: changedMetadata(metadata) }), updatedAt: tx.now })
    .where(
      inCompany(
        tx,
        tasks,
        eq(tasks.id, id),
        eq(tasks.status, status),
        sql`${tasks.actualHours} IS NOT DISTINCT FROM ${actualHours}::numeric`,
      ),
    )
    .returning({ id: tasks.id });
  return rows.length > 0;
}

const openOf = (tx: Tx, agentId: string) =>
  inCompany(tx, tasks, eq(tasks.assignedAgentId, agentId), sql`${isClosed} = 0`);

export async function countOpen(tx: Tx, agentId: string): Promise<number> {
  const [row] = await tx.db.select({ count: count() }).from(tasks).where(openOf(tx, agentId));
  return row?.count ?? 0;
}

export function unassignOpen(tx: Tx, agentId: string): Promise<TaskRow[]> {
  return tx.db
    .update(tasks)
    .set({ assignedAgentId: null, undo: null, updatedAt: tx.now })
    .where(openOf(tx, agentId))
    .returning();
}

export function unassignOpenOfPerson(tx: Tx, userId: string): Promise<TaskRow[]> {
  return tx.db
    .update(tasks)
    .set({ assignedUserId: null, undo: null, updatedAt: tx.now })
    .where(inCompany(tx, tasks, eq(tasks.assignedUserId, userId), sql`${isClosed} = 0`))
    .returning();
}

export function ofDecision(tx: Tx, decisionId: string): Promise<TaskRow[]> {
  return tx.db
    .select()
    .from(tasks)
    .where(inCompany(tx, tasks, eq(tasks.decisionId, decisionId)))
    .orderBy(tasks.effectIndex);
}

export function ofRun(tx: Tx, runId: string): Promise<{ id: string; title: string; status: string }[]> {
  return tx.db
    .select({ id: tasks.id, title: tasks.title, status: tasks.status })
    .from(tasks)
    .where(inCompany(tx, tasks, eq(tasks.runId, runId)))
    .orderBy(tasks.createdAt, tasks.effectIndex);
}
