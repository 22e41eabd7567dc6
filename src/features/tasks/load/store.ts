import { and, asc, desc, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { peopleAs } from "#features/accounts/store.ts";
import { agentsAs } from "#features/agents/store.ts";
import { mostCounted, type WorkList, type WorkSort, type WorkView } from "#features/tasks/load/contract.ts";
import type { LateTask, OverrunTask, TaskLoad, TaskTotals, Week } from "#features/tasks/load/rows.ts";
import type { WorkFilter } from "#features/tasks/load/rules.ts";
import { hoursFrom } from "#features/tasks/rules.ts";
import { closedOf, heldBy, isOpenWork, isOverdueWork, tasks } from "#features/tasks/tables.ts";
import { startOfLastDays } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";
import { pageOf, placeOf, valueOf } from "#platform/db/cursor.ts";
import { batch } from "#platform/db/transaction.ts";
import { pick, inCompany } from "#platform/db/columns.ts";

const assignee = agentsAs("assignee");
const finisher = peopleAs("finisher");
const holder = peopleAs("holder");

/** Tasks completed within this many days count for estimates. */
const timedDays = 90;
const pageSize = 50;

/** Excludes questions to agents. */
const isWork = (tx: Tx) => inCompany(tx, tasks, sql`${tasks.metadata}->>'type' IS DISTINCT FROM 'user_question'`);
const isHeld = sql<boolean>`${heldBy(tasks.metadata)} IS NOT NULL`;
const isListedOpen = (tx: Tx) => and(isWork(tx), sql`${closedOf(tasks.status)} = 0`);
/** A task that waits for its plan is listed, but is not open work yet. */
const isOpen = (tx: Tx) => and(isWork(tx), isOpenWork(tasks));
const isOverdue = (tx: Tx) => isOverdueWork(tx.now, tasks);
const isUnassigned = sql`${tasks.assignedAgentId} IS NULL AND ${tasks.assignedUserId} IS NULL`;
const isDone = (tx: Tx) => and(isWork(tx), eq(tasks.status, "completed"));
/** Whole days of the company, today included. */
const sinceDays = (tx: Tx, days: number) =>
  sql`${tasks.completionDate} >= ${startOfLastDays(days, tx).toISOString()}::timestamptz`;
const completedOn = (tx: Tx) => sql`(${tasks.completionDate} AT TIME ZONE ${tx.timeZone})::date`;
/** Only entered hours are compared with the estimate. */
const isTimed = sql`${tasks.metadata} ? ${sql.raw(`'${hoursFrom}'`)}`;
const isOver = sql`${isTimed} AND ${tasks.actualHours} > ${tasks.estimatedHours}`;
const isEstimated = (tx: Tx) => and(isDone(tx), sinceDays(tx, timedDays), isNotNull(tasks.estimatedHours));

const countWhere = (condition: SQL) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;
const ofAssignee = and(eq(assignee.companyId, tasks.companyId), eq(assignee.id, tasks.assignedAgentId));

const viewConditions: Record<WorkView, (tx: Tx) => SQL | undefined> = {
  open: isListedOpen,
  late: (tx) => and(isWork(tx), isOverdue(tx)),
  unassigned: (tx) => and(isOpen(tx), isUnassigned),
  done: isDone,
  timed: (tx) => and(isEstimated(tx), isTimed),
  over: (tx) => and(isEstimated(tx), isOver),
  untimed: (tx) => and(isEstimated(tx), sql`NOT (${isTimed})`),
};

/** Open tasks by agent, most overdue first; at most 10. */
export function byAssignee(tx: Tx): Promise<TaskLoad[]> {
  return tx.db
    .select({
      agentId: assignee.id,
      name: assignee.name,
      role: sql<string>`${assignee.role}`,
      open: sql<number>`count(*)::int`,
      overdue: countWhere(isOverdue(tx)),
    })
    .from(tasks)
    .innerJoin(assignee, ofAssignee)
    .where(isOpen(tx))
    .groupBy(assignee.id, assignee.name, assignee.role)
    .orderBy(sql`5 DESC, 4 DESC, 1`)
    .limit(10);
}

export async function totals(tx: Tx): Promise<TaskTotals> {
  const [open] = await tx.db
    .select({
      open: sql<number>`count(*)::int`,
      overdue: countWhere(isOverdue(tx)),
      unassigned: countWhere(isUnassigned),
    })
    .from(tasks)
    .where(isOpen(tx));
  const [done] = await tx.db
    .select({
      timed: countWhere(isTimed),
      untimed: countWhere(sql`NOT (${isTimed})`),
      over: countWhere(isOver),
      hoursOver: sql<number>`coalesce(sum(${tasks.actualHours} - ${tasks.estimatedHours}) FILTER (WHERE ${isOver}), 0)::float8`,
    })
    .from(tasks)
    .where(isEstimated(tx));
  return { open: 0, overdue: 0, unassigned: 0, timed: 0, untimed: 0, over: 0, hoursOver: 0, ...open, ...done };
}

/** Open tasks with those that wait for their plan. */
export async function countListed(tx: Tx): Promise<number> {
  const [row] = await tx.db.select({ count: sql<number>`count(*)::int` }).from(tasks).where(isListedOpen(tx));
  return row?.count ?? 0;
}

/** The five most overdue tasks. */
export function late(tx: Tx): Promise<LateTask[]> {
  return tx.db
    .select({
      ...pick(tasks, "id title"),
      dueOn: sql<string>`(${tasks.dueDate} AT TIME ZONE ${tx.timeZone})::date::text`,
      hours: sql<number>`floor(extract(epoch FROM ${tx.now.toISOString()}::timestamptz - ${tasks.dueDate}) / 3600)::int`,
      assignee: assignee.name,
    })
    .from(tasks)
    .leftJoin(assignee, ofAssignee)
    .where(viewConditions.late(tx))
    .orderBy(tasks.dueDate, tasks.id)
    .limit(5);
}

/** The five tasks of the last 90 days with most hours over the estimate. */
export function overruns(tx: Tx): Promise<OverrunTask[]> {
  return tx.db
    .select({
      ...pick(tasks, "id title"),
      estimated: sql<number>`${tasks.estimatedHours}::float8`,
      actual: sql<number>`${tasks.actualHours}::float8`,
    })
    .from(tasks)
    .where(viewConditions.over(tx))
    .orderBy(sql`${tasks.actualHours} - ${tasks.estimatedHours} DESC`, tasks.id)
    .limit(5);
}

/** Completed tasks per week before `today`, in the company's time zone. */
export function doneByWeek(tx: Tx, today: string, weeks: number): Promise<Week[]> {
  const back = sql`((${today}::date - ${completedOn(tx)}) / 7)`;
  return tx.db
    .select({ from: sql<string>`(${today}::date - 6 - 7 * ${back})::text`, done: sql<number>`count(*)::int` })
    .from(tasks)
    .where(
      and(
        isDone(tx),
        sinceDays(tx, weeks * 7 + 1),
        sql`${today}::date - ${completedOn(tx)} BETWEEN 0 AND ${weeks * 7 - 1}::int`,
      ),
    )
    .groupBy(sql`1`);
}

type SortColumn = { by: SQL; kind: "instant" | "int" | "text" };

/** Tasks without a due date come last. */
const byDueDate: SortColumn = { by: sql`coalesce(${tasks.dueDate}, '9999-12-31Z'::timestamptz)`, kind: "instant" };
/** Of equal ones the oldest comes first. */
const byAge: SortColumn = { by: sql`${tasks.createdAt}`, kind: "instant" };
const sortColumns: Record<Exclude<WorkSort, "newest">, readonly SortColumn[]> = {
  due: [byDueDate, byAge],
  priority: [
    { by: sql`(CASE ${tasks.priority} WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END)`, kind: "int" },
    byDueDate,
    byAge,
  ],
  title: [{ by: sql`lower(${tasks.title})`, kind: "text" }, byAge],
};

/** Overdue tasks by due date, others newest first, unless sorted. */
function orderOf(
  view: WorkView,
  sort: WorkSort = view === "late" ? "due" : "newest",
): { columns: readonly SortColumn[]; descending: boolean } {
  const heldLast = (descending: boolean): SortColumn[] =>
    view === "open" ? [{ by: sql`((${isHeld}) = ${!descending})::int`, kind: "int" }] : [];
  if (sort !== "newest") return { columns: [...heldLast(false), ...sortColumns[sort]], descending: false };
  const isOpenView = view === "open" || view === "late" || view === "unassigned";
  return {
    columns: [...heldLast(true), { by: sql`${isOpenView ? tasks.createdAt : tasks.completionDate}`, kind: "instant" }],
    descending: true,
  };
}

/** One page, with the total. */
export async function list(
  tx: Tx,
  { view = "open", sort, cursor, ...filter }: WorkFilter & { cursor?: string | undefined },
): Promise<WorkList> {
  const key = { company: tx.company, list: "work", view, sort, ...filter };
  const { columns, descending } = orderOf(view, sort);
  const kinds = [...columns.map(({ kind }) => kind), "id" as const];
  const place = cursor ? placeOf(cursor, key, kinds) : null;
  const direction = descending ? desc : asc;
  const matches = and(
    viewConditions[view](tx),
    filter.assignee
      ? or(eq(tasks.assignedAgentId, filter.assignee), eq(tasks.assignedUserId, filter.assignee))
      : undefined,
    filter.from ? sql`${completedOn(tx)} >= ${filter.from}::date` : undefined,
    filter.to ? sql`${completedOn(tx)} <= ${filter.to}::date` : undefined,
  );
  const keys = [...columns.map(({ by }) => by), sql`${tasks.id}`];
  const values = kinds.map((kind, at) => valueOf(kind, place?.[at] ?? ""));
  const isAfter = place
    ? sql`(${sql.join(keys, sql`, `)}) ${sql.raw(descending ? "<" : ">")} (${sql.join(values, sql`, `)})`
    : undefined;
  const [found, countResult] = await batch(
    tx,
    () =>
      tx.db
        .select({
          place: sql<string[]>`ARRAY[${sql.join(
            keys.map((one) => sql`(${one})::text`),
            sql`, `,
          )}]`,
          task: {
            ...pick(tasks, "id title description status priority dueDate completionDate"),
            completedBy: finisher.username,
            estimatedHours: tasks.estimatedHours,
            workedHours: sql<number | null>`(CASE WHEN ${isTimed} THEN ${tasks.actualHours} END)::float8`,
            createdAt: tasks.createdAt,
            planId: heldBy(tasks.metadata),
          },
          assignedAgent: { id: assignee.id, name: assignee.name, role: assignee.role },
          assignedPerson: { id: holder.id, name: holder.username },
        })
        .from(tasks)
        .leftJoin(assignee, ofAssignee)
        .leftJoin(holder, and(eq(holder.companyId, tasks.companyId), eq(holder.id, tasks.assignedUserId)))
        .leftJoin(finisher, and(eq(finisher.companyId, tasks.companyId), eq(finisher.id, tasks.completedBy)))
        .where(and(matches, isAfter))
        .orderBy(...keys.map((one) => direction(one)))
        .limit(pageSize + 1),
    () =>
      tx.db.execute<{ total: number; held: number }>(
        sql`SELECT (count(*) FILTER (WHERE NOT held))::int AS total, (count(*) FILTER (WHERE held))::int AS held
          FROM (SELECT ${view === "open" ? isHeld : sql`false`} AS held FROM ${tasks} WHERE ${matches}
            LIMIT ${mostCounted + 1}) r`,
      ),
  );
  const { rows, nextCursor } = pageOf(found, pageSize, key, ({ place }) => place);
  return {
    rows: rows.map(({ task, assignedAgent, assignedPerson }) => ({
      ...task,
      assignedAgent,
      assignedPerson,
      dueDate: task.dueDate?.toISOString() ?? null,
      completionDate: task.completionDate?.toISOString() ?? null,
      createdAt: task.createdAt.toISOString(),
    })),
    nextCursor,
    total: countResult.rows[0]?.total ?? 0,
    held: countResult.rows[0]?.held ?? 0,
  };
}
