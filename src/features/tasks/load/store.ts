import { and, asc, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { peopleAs } from "#features/accounts/store.ts";
import { agentsAs } from "#features/agents/store.ts";
import { mostCounted, type WorkList, type WorkView } from "#features/tasks/load/contract.ts";
import type { LateTask, OverrunTask, TaskLoad, TaskTotals, Week } from "#features/tasks/load/rows.ts";
import type { WorkFilter } from "#features/tasks/load/rules.ts";
import { hoursFrom } from "#features/tasks/rules.ts";
import { closedOf, tasks } from "#features/tasks/tables.ts";
import type { Tx } from "#platform/context.ts";
import { pageOf, placeOf, valueOf } from "#platform/db/cursor.ts";
import { batch } from "#platform/db/transaction.ts";

const assignee = agentsAs("assignee");
const finisher = peopleAs("finisher");

/** Tasks completed within this many days count for estimates. */
const timedDays = 90;
const pageSize = 50;

/** Excludes questions to agents. */
const isWork = (tx: Tx) =>
  and(eq(tasks.companyId, tx.company), sql`${tasks.metadata}->>'type' IS DISTINCT FROM 'user_question'`);
const isOpen = (tx: Tx) => and(isWork(tx), sql`${closedOf(tasks.status)} = 0`);
const isOverdue = (tx: Tx) => sql`${tasks.dueDate} < ${tx.now.toISOString()}::timestamptz`;
const isUnassigned = sql`${tasks.assignedAgentId} IS NULL`;
const isDone = (tx: Tx) => and(isWork(tx), eq(tasks.status, "completed"));
const sinceDays = (tx: Tx, days: number) =>
  sql`${tasks.completionDate} >= ${tx.now.toISOString()}::timestamptz - make_interval(days => ${days}::int)`;
const completedOn = (tx: Tx) => sql`(${tasks.completionDate} AT TIME ZONE ${tx.timeZone})::date`;
/** Only entered hours are compared with the estimate. */
const isTimed = sql`${tasks.metadata} ? ${sql.raw(`'${hoursFrom}'`)}`;
const isOver = sql`${isTimed} AND ${tasks.actualHours} > ${tasks.estimatedHours}`;
const isEstimated = (tx: Tx) => and(isDone(tx), sinceDays(tx, timedDays), isNotNull(tasks.estimatedHours));

const countWhere = (condition: SQL) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;
const ofAssignee = and(eq(assignee.companyId, tasks.companyId), eq(assignee.id, tasks.assignedAgentId));

/** The condition of each view. */
const viewConditions: Record<WorkView, (tx: Tx) => SQL | undefined> = {
  open: isOpen,
  late: (tx) => and(isOpen(tx), isOverdue(tx)),
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

/** The five most overdue tasks. */
export function late(tx: Tx): Promise<LateTask[]> {
  return tx.db
    .select({
      id: tasks.id,
      title: tasks.title,
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
      id: tasks.id,
      title: tasks.title,
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

/** Most overdue first, else the newest. */
function orderOf(view: WorkView): { by: SQL; descending: boolean } {
  if (view === "late") return { by: sql`${tasks.dueDate}`, descending: false };
  return {
    by: sql`${view === "open" || view === "unassigned" ? tasks.createdAt : tasks.completionDate}`,
    descending: true,
  };
}

/** One page, with the total. */
export async function list(
  tx: Tx,
  { view = "open", cursor, ...filter }: WorkFilter & { cursor?: string | undefined },
): Promise<WorkList> {
  const key = { company: tx.company, list: "work", view, ...filter };
  const { by, descending } = orderOf(view);
  const [value = "", id = ""] = cursor ? placeOf(cursor, key, ["instant", "id"]) : [];
  const direction = descending ? desc : asc;
  const matches = and(
    viewConditions[view](tx),
    filter.assignee ? eq(tasks.assignedAgentId, filter.assignee) : undefined,
    filter.from ? sql`${completedOn(tx)} >= ${filter.from}::date` : undefined,
    filter.to ? sql`${completedOn(tx)} <= ${filter.to}::date` : undefined,
  );
  const isAfter = cursor
    ? sql`(${by}, ${tasks.id}) ${sql.raw(descending ? "<" : ">")} (${valueOf("instant", value)}, ${valueOf("id", id)})`
    : undefined;
  const [found, countResult] = await batch(
    tx,
    () =>
      tx.db
        .select({
          place: sql<string>`(${by})::text`,
          task: {
            id: tasks.id,
            title: tasks.title,
            description: tasks.description,
            status: tasks.status,
            priority: tasks.priority,
            dueDate: tasks.dueDate,
            completionDate: tasks.completionDate,
            completedBy: finisher.username,
            estimatedHours: tasks.estimatedHours,
            workedHours: sql<number | null>`(CASE WHEN ${isTimed} THEN ${tasks.actualHours} END)::float8`,
            createdAt: tasks.createdAt,
          },
          assignedAgent: { id: assignee.id, name: assignee.name, role: assignee.role },
        })
        .from(tasks)
        .leftJoin(assignee, ofAssignee)
        .leftJoin(finisher, and(eq(finisher.companyId, tasks.companyId), eq(finisher.id, tasks.completedBy)))
        .where(and(matches, isAfter))
        .orderBy(direction(by), direction(tasks.id))
        .limit(pageSize + 1),
    () =>
      tx.db.execute<{ total: number }>(
        sql`SELECT count(*)::int AS total FROM (SELECT FROM ${tasks} WHERE ${matches} LIMIT ${mostCounted + 1}) r`,
      ),
  );
  const { rows, nextCursor } = pageOf(found, pageSize, key, ({ place, task }) => [place, task.id]);
  return {
    rows: rows.map(({ task, assignedAgent }) => ({
      ...task,
      assignedAgent,
      dueDate: task.dueDate?.toISOString() ?? null,
      completionDate: task.completionDate?.toISOString() ?? null,
      createdAt: task.createdAt.toISOString(),
    })),
    nextCursor,
    total: countResult.rows[0]?.total ?? 0,
  };
}
