import { and, asc, eq } from "drizzle-orm";
import { calendarLinks } from "#features/reports/calendar/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import type { Database } from "#platform/db/database.ts";

export type LinkRow = typeof calendarLinks.$inferSelect;

const own = (tx: Tx, userId: string) => inCompany(tx, calendarLinks, eq(calendarLinks.userId, userId));

export const list = (tx: Tx, userId: string): Promise<LinkRow[]> =>
  tx.db
    .select()
    .from(calendarLinks)
    .where(own(tx, userId))
    .orderBy(asc(calendarLinks.createdAt), asc(calendarLinks.id));

export async function add(tx: Tx, row: Omit<LinkRow, "companyId" | "lastReadAt">): Promise<LinkRow> {
  const [added] = await tx.db
    .insert(calendarLinks)
    .values({ ...row, companyId: tx.company })
    .returning();
  if (!added) throw new Error("The address was not stored.");
  return added;
}

export async function remove(tx: Tx, userId: string, id: string): Promise<boolean> {
  const rows = await tx.db
    .delete(calendarLinks)
    .where(and(own(tx, userId), eq(calendarLinks.id, id)))
    .returning({ id: calendarLinks.id });
  return rows.length > 0;
}

export async function find(tx: Tx, id: string): Promise<LinkRow | null> {
  const [row] = await tx.db
    .select()
    .from(calendarLinks)
    .where(inCompany(tx, calendarLinks, eq(calendarLinks.id, id)));
  return row ?? null;
}

export async function markRead(tx: Tx, id: string): Promise<void> {
  await tx.db
    .update(calendarLinks)
    .set({ lastReadAt: tx.now })
    .where(inCompany(tx, calendarLinks, eq(calendarLinks.id, id)));
}

/** The address of a secret, before its company is known. */
export async function findByToken(
  database: Database,
  tokenHash: Buffer,
): Promise<{ companyId: string; id: string } | null> {
  const [row] = await database.query<{ company_id: string; id: string }>("SELECT * FROM calendar_door($1)", [
    tokenHash,
  ]);
  return row ? { companyId: row.company_id, id: row.id } : null;
}
