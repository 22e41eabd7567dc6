import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Reset } from "#features/setup/reset/contract.ts";
import { resets } from "#features/setup/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export type ResetRow = typeof resets.$inferSelect;

const byId = (tx: Tx, id: string) => inCompany(tx, resets, eq(resets.id, id));

export async function add(tx: Tx, row: Omit<typeof resets.$inferInsert, "companyId">): Promise<void> {
  await tx.db.insert(resets).values({ ...row, companyId: tx.company });
}

export async function find(tx: Tx, id: string): Promise<ResetRow | null> {
  const [row] = await tx.db.select().from(resets).where(byId(tx, id));
  return row ?? null;
}

/** Prefers resets that were not undone. */
export async function newest(tx: Tx): Promise<ResetRow | null> {
  const [row] = await tx.db
    .select()
    .from(resets)
    .where(inCompany(tx, resets))
    .orderBy(sql`${resets.undoneAt} IS NOT NULL`, desc(resets.resetAt))
    .limit(1);
  return row ?? null;
}

/** Resets that can be undone, newest first. */
export async function list(tx: Tx): Promise<Reset[]> {
  const rows = await tx.db
    .select()
    .from(resets)
    .where(inCompany(tx, resets, isNull(resets.undoneAt), gt(resets.keptUntil, tx.now)))
    .orderBy(desc(resets.resetAt));
  return rows.map(({ id, resetAt, keptUntil, agents, decisions, communications, tasks }) => ({
    id,
    resetAt: resetAt.toISOString(),
    keptUntil: keptUntil.toISOString(),
    agents,
    decisions,
    communications,
    tasks,
  }));
}

/** False if another call was first. */
export async function markUndone(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.db
    .update(resets)
    .set({ undoneAt: tx.now })
    .where(and(byId(tx, id), isNull(resets.undoneAt)))
    .returning({ id: resets.id });
  return rows.length > 0;
}

export async function keep(tx: Tx, id: string, keptUntil: Date): Promise<void> {
  await tx.db.update(resets).set({ keptUntil }).where(byId(tx, id));
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.db.delete(resets).where(byId(tx, id));
}
