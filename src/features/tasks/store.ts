import { and, count, desc, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Page } from "#contract/cursor.ts";
import { parseWritten, type Written } from "#contract/written.ts";
import { peopleAs } from "#features/accounts/store.ts";
import { agentsAs } from "#features/agents/store.ts";
import { type Task, type TaskLine, type TaskStatus, task, taskLine } from "#features/tasks/contract.ts";
import { markHeld, workRun } from "#features/tasks/rules.ts";
import { closedOf, effectOrderOf, heldBy, tasks } from "#features/tasks/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inTurn, type Place, placeOf, valueOf } from "#platform/db/cursor.ts";
import { inserting } from "#platform/db/inserting.ts";
import { company, prepared } from "#platform/db/prepared.ts";
import {
  length,
  listing,
  optional,
  type Placed,
  placed,
  type View,
  view,
  written,
  writtenPage,
} from "#platform/db/view.ts";
import { keepCopies, taken } from "#platform/kept/store.ts";

export type TaskRow = typeof tasks.$inferSelect;

const page = 50;

const finisher = peopleAs("finisher");
const assignee = agentsAs("assignee");
const holder = peopleAs("holder");

const lineColumns = {
  id: tasks.id,
  title: tasks.title,
  description: tasks.description,
  assignedAgent: optional({ id: assignee.id, name: assignee.name, role: assignee.role }),
  assignedPerson: optional({ id: holder.id, name: holder.username }),
  status: tasks.status,
  priority: tasks.priority,
  dueDate: tasks.dueDate,
  completionDate: tasks.completionDate,
  completedBy: finisher.username,
  createdAt: tasks.createdAt,
  planId: written("text", heldBy(tasks.metadata)),
};
const fullView = view(task, {
  ...lineColumns,
  companyId: tasks.companyId,
  assignedAgentId: tasks.assignedAgentId,
  assignedUserId: tasks.assignedUserId,
  estimatedHours: tasks.estimatedHours,
  actualHours: tasks.actualHours,
  decisionId: tasks.decisionId,
  runId: tasks.runId,
  origin: tasks.origin,
  metadata: tasks.metadata,
});

const params = {
  id: sql.placeholder("id"),
  status: sql.placeholder("status"),
  ids: sql.placeholder("ids"),
};
/** The end of the previous page. */
const last = {
  closed: valueOf("int", sql.placeholder("closed")),
  createdAt: valueOf("instant", sql.placeholder("createdAt")),
  turn: valueOf("int", sql.placeholder("turn")),
  id: valueOf("id", params.id),
};
type Params = { [name in keyof typeof params | keyof typeof last]?: string | undefined };
const isClosed = closedOf(tasks.status);
/** Tasks of one decision are equally old and keep the order of its effects. */
const effectOrder = effectOrderOf(tasks.effectIndex);
const newest = [desc(tasks.createdAt), desc(effectOrder), desc(tasks.id)];
/** Compares the time alone too: with row-level security the index does not serve the row comparison. */
const older = sql`${tasks.createdAt} <= ${last.createdAt}
  AND (${tasks.createdAt}, ${effectOrder}, ${tasks.id}) < (${last.createdAt}, ${last.turn}, ${last.id})`;

const hasStatus = sql`${tasks.status} = ${params.status}`;
const openFirst = [isClosed, ...newest];
/** The list's prepared statements for one view. */
function listsOf<Row>(of: View<Row>) {
  const ordered = placed(of, [isClosed, tasks.createdAt, effectOrder, tasks.id]);
  const pagesWhere = (order: SQL[], ...conditions: SQL[]) =>
    listing<Row, Params, Placed<Row>>(ordered, (db, selection) =>
      db
        .select(selection)
        .from(tasks)
        .leftJoin(assignee, and(eq(assignee.companyId, tasks.companyId), eq(assignee.id, tasks.assignedAgentId)))
        .leftJoin(holder, and(eq(holder.companyId, tasks.companyId), eq(holder.id, tasks.assignedUserId)))
        .leftJoin(finisher, and(eq(finisher.companyId, tasks.companyId), eq(finisher.id, tasks.completedBy)))
        .where(and(eq(tasks.companyId, company), ...conditions))
        .orderBy(...order)
        .limit(length(page + 1)),
    );
  return {
    first: pagesWhere(openFirst),
    firstOfStatus: pagesWhere(newest, hasStatus),
    olderOfGroup: pagesWhere(openFirst, sql`${isClosed} = ${last.closed}`, older),
    nextGroup: pagesWhere(openFirst, sql`${isClosed} > ${last.closed}`),
    olderOfStatus: pagesWhere(newest, hasStatus, older),
    one: pagesWhere([], sql`${tasks.id} = ${params.id}`),
    some: pagesWhere([], sql`${tasks.id} = ANY(${params.ids}::uuid[])`),
  };
}
type Lists<Row> = ReturnType<typeof listsOf<Row>>;
const fullLists: Lists<Task> = listsOf(fullView);
const lineLists: Lists<TaskLine> = listsOf(view(taskLine, lineColumns));

type Query = { status?: TaskStatus | undefined; shape?: "lines" | undefined; cursor?: string | undefined };

/** Open tasks first, the newest first in each group. */
export async function list(
  tx: Tx,
  { status, shape, cursor }: Query,
): Promise<Page<Written<Task[]> | Written<TaskLine[]>>> {
  const asked = { company: tx.company, list: "tasks", status };
  const place = cursor ? placeOf(cursor, asked, ["int", "instant", "int", "id"]) : null;
  return shape === "lines"
    ? writtenPage(await rowsOf(tx, lineLists, status, place), page, asked)
    : writtenPage(await rowsOf(tx, fullLists, status, place), page, asked);
}

function rowsOf<Row>(
  tx: Tx,
  lists: Lists<Row>,
  status: TaskStatus | undefined,
  place: Place | null,
): Promise<Placed<Row>[]> {
  if (!place) return status ? lists.firstOfStatus(tx, { status }) : lists.first(tx, {});
  const [closed, createdAt, turn, id] = place;
  if (status) return lists.olderOfStatus(tx, { status, createdAt, turn, id });
  return inTurn(
    page + 1,
    () => lists.olderOfGroup(tx, { closed, createdAt, turn, id }),
    () => lists.nextGroup(tx, { closed }),
  );
}

export async function find(tx: Tx, id: string): Promise<TaskRow | null> {
  const [row] = await byId(tx, { id });
  return row ?? null;
}
const byId = prepared<TaskRow, { id: string }>((db) =>
  db
    .select()
    .from(tasks)
    .where(and(eq(tasks.companyId, company), eq(tasks.id, params.id))),
);

/** Locks these tasks in one order, so that two bulk changes never wait for each other. */
export function lockAll(tx: Tx, ids: readonly string[]): Promise<TaskRow[]> {
  return tx.db
    .select()
    .from(tasks)
    .where(and(eq(tasks.companyId, tx.company), inArray(tasks.id, [...ids])))
    .orderBy(tasks.id)
    .for("update");
}

export async function show(tx: Tx, id: string): Promise<Written<Task> | null> {
  const [row] = await fullLists.one(tx, { id });
  return row ?? null;
}

export async function statusesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, TaskStatus>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.db
    .select({ id: tasks.id, status: tasks.status })
    .from(tasks)
    .where(and(eq(tasks.companyId, tx.company), inArray(tasks.id, [...ids])));
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** Open tasks with their titles and the rows that a plan's tasks are about, the newest first. */
export function openTitles(tx: Tx): Promise<{ id: string; title: string; href: string | null }[]> {
  return tx.db
    .select({ id: tasks.id, title: tasks.title, href: sql<string | null>`${tasks.metadata} ->> 'source'` })
    .from(tasks)
    .where(and(eq(tasks.companyId, tx.company), sql`${isClosed} = 0`))
    .orderBy(desc(tasks.createdAt))
    .limit(500);
}

type Extra = { estimatedHours: number | null; stuck: string | null; hasResult: boolean };

/** Tasks with their estimates and how far their agent got: open ones first, then the newest. */
export async function detailedLines(tx: Tx, most: number): Promise<(TaskLine & Extra)[]> {
  const rows = await tx.db
    .select({
      id: tasks.id,
      estimatedHours: tasks.estimatedHours,
      stuck: sql<string | null>`${tasks.metadata} ->> 'stuck'`,
      hasResult: sql<boolean>`jsonb_exists(${tasks.metadata}, 'result')`,
    })
    .from(tasks)
    .where(eq(tasks.companyId, tx.company))
    .orderBy(...openFirst)
    .limit(most);
  const lines = await linesOf(
    tx,
    rows.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const none: Extra = { estimatedHours: null, stuck: null, hasResult: false };
  return lines.map((line) => ({ ...none, ...line, ...byId.get(line.id) }));
}

/** By priority and due day. */
const byUrgency = [
  sql`array_position(ARRAY['high', 'medium', 'low'], ${tasks.priority})`,
  sql`${tasks.dueDate} NULLS LAST`,
  tasks.createdAt,
  tasks.id,
];
const isPending = (tx: Tx) => and(eq(tasks.companyId, tx.company), eq(tasks.status, "pending"));
/** As `isWorkable`, and not as an agent gave it back. */
const isForAgent = sql`${tasks.metadata} ->> 'type' IS DISTINCT FROM 'user_question'
  AND ${heldBy(tasks.metadata)} IS NULL
  AND (NOT jsonb_exists(${tasks.metadata}, 'stuckAt')
    OR ${tasks.updatedAt} > (${tasks.metadata} ->> 'stuckAt')::timestamptz)`;

/** Pending tasks by urgency, those that one of these agents can start first; at most `most` of either. */
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
    .where(and(eq(tasks.companyId, tx.company), eq(tasks.status, "in_progress")));
  return row?.count ?? 0;
}

/** Tasks by id as lists show them, in the order of the ids; at most a page of them. */
export async function linesOf(tx: Tx, ids: readonly string[]): Promise<TaskLine[]> {
  if (ids.length === 0) return [];
  const rows = await lineLists.some(tx, { ids: `{${ids.slice(0, page).join(",")}}` });
  const byId = new Map(rows.map((row) => parseWritten<TaskLine>(row)).map((task) => [task.id, task]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Lets agents work on these tasks of a plan, or not. */
export async function hold(tx: Tx, ids: readonly string[], planId: string | null): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .update(tasks)
    .set({
      metadata: planId
        ? sql`${tasks.metadata} || ${JSON.stringify(markHeld({}, planId))}::jsonb`
        : sql`${tasks.metadata} - 'awaitsPlan'`,
    })
    .where(and(eq(tasks.companyId, tx.company), inArray(tasks.id, [...ids])));
}

/** Names the run that works on a task. */
export async function setWorkRun(tx: Tx, id: string, runId: string): Promise<void> {
  await tx.db
    .update(tasks)
    .set({ metadata: changedMetadata({ add: { [workRun]: runId } }) })
    .where(and(eq(tasks.companyId, tx.company), eq(tasks.id, id)));
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

/** Changes a task if status and hours are still as read; false otherwise. What could be undone before no longer can. */
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
      | "priority"
      | "undo"
    >
  > & { metadata?: MetadataChange | undefined },
): Promise<boolean> {
  const rows = await tx.db
    .update(tasks)
    .set({ undo: null, ...change, ...(metadata && { metadata: changedMetadata(metadata) }), updatedAt: tx.now })
    .where(
      and(
        eq(tasks.companyId, tx.company),
        eq(tasks.id, id),
        eq(tasks.status, status),
        sql`${tasks.actualHours} IS NOT DISTINCT FROM ${actualHours}::numeric`,
      ),
    )
    .returning({ id: tasks.id });
  return rows.length > 0;
}

const openOf = (tx: Tx, agentId: string) =>
  and(eq(tasks.companyId, tx.company), eq(tasks.assignedAgentId, agentId), sql`${isClosed} = 0`);

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

export function ofDecision(tx: Tx, decisionId: string): Promise<TaskRow[]> {
  return tx.db
    .select()
    .from(tasks)
    .where(and(eq(tasks.companyId, tx.company), eq(tasks.decisionId, decisionId)))
    .orderBy(tasks.effectIndex);
}

export function ofRun(tx: Tx, runId: string): Promise<{ id: string; title: string; status: string }[]> {
  return tx.db
    .select({ id: tasks.id, title: tasks.title, status: tasks.status })
    .from(tasks)
    .where(and(eq(tasks.companyId, tx.company), eq(tasks.runId, runId)))
    .orderBy(tasks.createdAt, tasks.effectIndex);
}

/** Unlinks all tasks from agents, decisions and runs, saving the links in the bundle; returns how many had one. */
export async function unassignAll(tx: Tx, bundle: string): Promise<number> {
  const { id, companyId, assignedAgentId, decisionId, effectIndex, runId, updatedAt } = tasks;
  const hasLink = and(
    eq(companyId, tx.company),
    or(isNotNull(assignedAgentId), isNotNull(decisionId), isNotNull(runId)),
  );
  const links = tx.db
    .select({ id, assignedAgentId, decisionId, effectIndex, runId, updatedAt })
    .from(tasks)
    .where(hasLink);
  const unlinked = await keepCopies(tx, bundle, tasks, links);
  await tx.db
    .update(tasks)
    .set({ assignedAgentId: null, decisionId: null, effectIndex: null, runId: null, undo: null, updatedAt: tx.now })
    .where(hasLink);
  return unlinked;
}

/** Restores the links of a bundle. Later changes stay; an unchanged task gets its old `updatedAt` back. */
export async function restoreLinks(tx: Tx, bundle: string, takenAt: Date): Promise<void> {
  await tx.db.execute(sql`
    WITH back AS (${taken(tx, bundle, tasks)})
    UPDATE ${tasks} AS task SET
      -- A person who took it in the meantime keeps it.
      assigned_agent_id = CASE WHEN task.assigned_user_id IS NULL THEN was.assigned_agent_id END,
      decision_id = was.decision_id, effect_index = was.effect_index,
      -- Earlier versions did not save the run.
      run_id = CASE WHEN jsonb_exists(back.row, 'run_id') THEN was.run_id ELSE task.run_id END,
      updated_at = CASE WHEN task.updated_at = ${takenAt.toISOString()}::timestamptz THEN was.updated_at
        ELSE task.updated_at END
    FROM back, jsonb_populate_record(NULL::${tasks}, back.row) AS was
    WHERE task.company_id = ${tx.company} AND task.id = was.id`);
}
