import { asc, inArray, sql } from "drizzle-orm";
import { comments } from "#features/communications/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export type CommentRow = typeof comments.$inferSelect;

/** Comments after the one with this time and id, oldest first. */
export function commentsSince(tx: Tx, at: Date, id: string, limit: number): Promise<CommentRow[]> {
  return tx.db
    .select()
    .from(comments)
    .where(
      inCompany(
        tx,
        comments,
        sql`(${comments.createdAt}, ${comments.id}) > (${at.toISOString()}::timestamptz, ${id}::uuid)`,
      ),
    )
    .orderBy(asc(comments.createdAt), asc(comments.id))
    .limit(limit);
}

export function commentsOf(tx: Tx, ids: readonly string[]): Promise<CommentRow[]> {
  return tx.db
    .select()
    .from(comments)
    .where(inCompany(tx, comments, inArray(comments.id, [...ids])));
}
