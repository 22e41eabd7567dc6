import { and, asc, eq, inArray } from "drizzle-orm";
import type { Tx } from "#platform/context.ts";
import { journal } from "#platform/journal/tables.ts";

/** Journal entries about these rows, oldest first, at most 200. */
export function linesAbout(tx: Tx, resourceIds: readonly string[]): Promise<(typeof journal.$inferSelect)[]> {
  return tx.db
    .select()
    .from(journal)
    .where(and(eq(journal.companyId, tx.company), inArray(journal.resourceId, [...resourceIds])))
    .orderBy(asc(journal.seq))
    .limit(200);
}
