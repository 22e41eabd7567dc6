import { and, desc, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { isOpenWork, tasks } from "#features/tasks/tables.ts";
import type { Tx } from "#platform/context.ts";
import { pick, inCompany } from "#platform/db/columns.ts";

const isOpen = (tx: Tx) => inCompany(tx, tasks, isOpenWork(tasks));

/** More than people look at in a day. */
const mostAtOnce = 500;

export type DueTask = { id: string; title: string; userId: string; dueOn: string };

/** Open tasks that are assigned to people and due before a moment, latest due date first. */
export async function dueForPeople(tx: Tx, before: Date): Promise<DueTask[]> {
  const rows = await tx.db
    .select({
      ...pick(tasks, "id title"),
      userId: tasks.assignedUserId,
      dueOn: sql<string>`(${tasks.dueDate} AT TIME ZONE ${tx.timeZone})::date::text`,
    })
    .from(tasks)
    .where(and(isOpen(tx), isNotNull(tasks.assignedUserId), lt(tasks.dueDate, before)))
    .orderBy(desc(tasks.dueDate), tasks.id)
    .limit(mostAtOnce);
  return rows.flatMap(({ userId, ...row }) => (userId ? [{ ...row, userId }] : []));
}

/** Those of these ids that are open tasks of a person. */
export async function openAmong(tx: Tx, ids: readonly string[], userId: string): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(isOpen(tx), eq(tasks.assignedUserId, userId), inArray(tasks.id, [...ids])));
  return new Set(rows.map(({ id }) => id));
}
