import { asc, inArray, sql } from "drizzle-orm";
import { communications } from "#features/communications/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export type MessageRow = typeof communications.$inferSelect;

/** Messages after the one with this time and id, oldest first. */
export function messagesSince(tx: Tx, at: Date, id: string, limit: number): Promise<MessageRow[]> {
  return tx.db
    .select()
    .from(communications)
    .where(
      inCompany(
        tx,
        communications,
        sql`(${communications.createdAt}, ${communications.id}) > (${at.toISOString()}::timestamptz, ${id}::uuid)`,
      ),
    )
    .orderBy(asc(communications.createdAt), asc(communications.id))
    .limit(limit);
}

export function messagesOf(tx: Tx, ids: readonly string[]): Promise<MessageRow[]> {
  return tx.db
    .select()
    .from(communications)
    .where(inCompany(tx, communications, inArray(communications.id, [...ids])));
}
