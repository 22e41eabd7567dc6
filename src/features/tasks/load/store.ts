import { and, eq, isNotNull, sql } from "drizzle-orm";
import { agentsAs } from "#features/agents/store.ts";
import type { LateTask, OverrunTask, TaskLoad, TaskTotals, Week } from "#features/tasks/load/rows.ts";
import { closedOf, tasks } from "#features/tasks/tables.ts";
import type { Tx } from "#platform/context.ts";

const assignee = agentsAs("assignee");
const isOpen = (tx: Tx) => and(eq(tasks.companyId, tx.company), sql`${closedOf(tasks.status)} = 0`);
const isLate = (tx: Tx) => sql`${tasks.dueDate} < ${tx.now.toISOString()}::timestamptz`;
const counts = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;
const ofAssignee = and(eq(assignee.companyId, tasks.companyId), eq(assignee.id, tasks.assignedAgentId));
const wasDone = (tx: Tx, days: number) =>
  and(
    eq(tasks.companyId, tx.company),
    eq(tasks.status, "completed"),
    sql`${tasks.completionDate} >= ${tx.now.toISOString()}::timestamptz - make_interval(days => ${days}::int)`,
  );

/** Open tasks by executive, those with most late ones first; at most 10. */
export function byAssignee(tx: Tx): Promise<TaskLoad[]> {
  return tx.db
    .select({
      agentId: assignee.id,
      name: assignee.name,
      role: sql<string>`${assignee.role}`,
      open: sql<number>`count(*)::int`,
      overdue: counts(isLate(tx)),
    })
    .from(tasks)
    .innerJoin(assignee, ofAssignee)
    .where(isOpen(tx))
    .groupBy(assignee.id, assignee.name, assignee.role)
    .orderBy(sql`5 DESC, 4 DESC, 1`)
    .limit(10);
}

/** How many tasks are open, late or without anybody, and how those of the last 90 days kept to their hours. */
export async function totals(tx: Tx): Promise<TaskTotals> {
  const [open] = await tx.db
    .select({
      open: sql<number>`count(*)::int`,
      overdue: counts(isLate(tx)),
      unassigned: counts(sql`${tasks.assignedAgentId} IS NULL`),
    })
    .from(tasks)
    .where(isOpen(tx));
  const isOver = sql`${tasks.actualHours} > ${tasks.estimatedHours}`;
  const [done] = await tx.db
    .select({
      timed: sql<number>`count(*)::int`,
      over: counts(isOver),
      hoursOver: sql<number>`coalesce(sum(${tasks.actualHours} - ${tasks.estimatedHours}) FILTER (WHERE ${isOver}), 0)::float8`,
    })
    .from(tasks)
    .where(and(wasDone(tx, 90), isNotNull(tasks.estimatedHours), isNotNull(tasks.actualHours)));
  return { open: 0, overdue: 0, unassigned: 0, timed: 0, over: 0, hoursOver: 0, ...open, ...done };
}

/** Open tasks past their day, the latest first; at most 5. */
export function late(tx: Tx): Promise<LateTask[]> {
  return tx.db
    .select({
      id: tasks.id,
      title: tasks.title,
      dueOn: sql<string>`(${tasks.dueDate} AT TIME ZONE ${tx.timeZone})::date::text`,
      assignee: assignee.name,
    })
    .from(tasks)
    .leftJoin(assignee, ofAssignee)
    .where(and(isOpen(tx), isLate(tx)))
    .orderBy(tasks.dueDate, tasks.id)
    .limit(5);
}

/** Tasks of the last 90 days that took longer than estimated, by the hours over; at most 5. */
export function overruns(tx: Tx): Promise<OverrunTask[]> {
  return tx.db
    .select({
      id: tasks.id,
      title: tasks.title,
      estimated: sql<number>`${tasks.estimatedHours}::float8`,
      actual: sql<number>`${tasks.actualHours}::float8`,
    })
    .from(tasks)
    .where(and(wasDone(tx, 90), sql`${tasks.actualHours} > ${tasks.estimatedHours}`))
    .orderBy(sql`${tasks.actualHours} - ${tasks.estimatedHours} DESC`, tasks.id)
    .limit(5);
}

/** How many tasks were done in each of the last weeks before a day, by the company's days. */
export function doneByWeek(tx: Tx, today: string, weeks: number): Promise<Week[]> {
  const day = sql`(${tasks.completionDate} AT TIME ZONE ${tx.timeZone})::date`;
  const back = sql`((${today}::date - ${day}) / 7)`;
  return tx.db
    .select({ from: sql<string>`(${today}::date - 6 - 7 * ${back})::text`, done: sql<number>`count(*)::int` })
    .from(tasks)
    .where(and(wasDone(tx, weeks * 7 + 1), sql`${today}::date - ${day} BETWEEN 0 AND ${weeks * 7 - 1}::int`))
    .groupBy(sql`1`);
}
