import { asc, eq, inArray, sql } from "drizzle-orm";
import { tasks } from "#features/tasks/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export type CompletedTask = typeof tasks.$inferSelect;

/** Tasks completed after one of them, oldest first. */
export function completedSince(tx: Tx, at: Date, id: string, most: number): Promise<CompletedTask[]> {
  return tx.db
    .select()
    .from(tasks)
    .where(
      inCompany(
        tx,
        tasks,
        eq(tasks.status, "completed"),
        sql`(${tasks.completionDate}, ${tasks.id}) > (${at.toISOString()}::timestamptz, ${id}::uuid)`,
      ),
    )
    .orderBy(asc(tasks.completionDate), asc(tasks.id))
    .limit(most);
}

export function completedOf(tx: Tx, ids: readonly string[]): Promise<CompletedTask[]> {
  return tx.db
    .select()
    .from(tasks)
    .where(inCompany(tx, tasks, eq(tasks.status, "completed"), inArray(tasks.id, [...ids])));
}
