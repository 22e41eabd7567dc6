import { and, desc, eq, lt, sql } from "drizzle-orm";
import { peopleAs } from "#features/accounts/store.ts";
import { packLinks } from "#features/reports/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import type { Database } from "#platform/db/database.ts";

export type LinkRow = typeof packLinks.$inferSelect;
const maker = peopleAs("maker");
const own = (tx: Tx, id: string) => inCompany(tx, packLinks, eq(packLinks.id, id));
/** Without what they show. */
export type LinkLine = Omit<LinkRow, "pack" | "companyId" | "tokenHash"> & { by: string | null };

export function list(tx: Tx, most: number): Promise<LinkLine[]> {
  return tx.db
    .select({
      id: packLinks.id,
      period: packLinks.period,
      createdBy: packLinks.createdBy,
      createdAt: packLinks.createdAt,
      expiresAt: packLinks.expiresAt,
      opened: packLinks.opened,
      lastOpenedAt: packLinks.lastOpenedAt,
      by: maker.username,
    })
    .from(packLinks)
    .leftJoin(maker, and(eq(maker.companyId, packLinks.companyId), eq(maker.id, packLinks.createdBy)))
    .where(inCompany(tx, packLinks))
    .orderBy(desc(packLinks.createdAt), desc(packLinks.id))
    .limit(most);
}

export async function find(tx: Tx, id: string): Promise<LinkRow | null> {
  const [row] = await tx.db.select().from(packLinks).where(own(tx, id));
  return row ?? null;
}

export async function add(tx: Tx, row: Omit<typeof packLinks.$inferInsert, "companyId" | "createdAt">): Promise<void> {
  await tx.db.insert(packLinks).values({ ...row, companyId: tx.company, createdAt: tx.now });
}

export async function remove(tx: Tx, id: string): Promise<boolean> {
  return (await tx.db.delete(packLinks).where(own(tx, id)).returning({ id: packLinks.id })).length > 0;
}

/** Removes links that expired before a moment. */
export async function removeExpired(tx: Tx, before: Date): Promise<void> {
  await tx.db.delete(packLinks).where(inCompany(tx, packLinks, lt(packLinks.expiresAt, before)));
}

/** Counts an opening; returns how many there were with it. */
export async function countOpening(tx: Tx, id: string): Promise<number> {
  const [row] = await tx.db
    .update(packLinks)
    .set({ opened: sql`${packLinks.opened} + 1`, lastOpenedAt: tx.now })
    .where(own(tx, id))
    .returning({ opened: packLinks.opened });
  return row?.opened ?? 0;
}

/** The link of a token, before its company is known. */
export async function findByToken(
  database: Database,
  tokenHash: Buffer,
): Promise<{ companyId: string; id: string } | null> {
  const [row] = await database.query<{ company_id: string; id: string }>("SELECT * FROM board_pack_door($1)", [
    tokenHash,
  ]);
  return row ? { companyId: row.company_id, id: row.id } : null;
}
