import { desc, eq, gt, ne, sql } from "drizzle-orm";
import type pg from "pg";
import { erasures, exports, retentionRuns } from "#features/privacy/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import { type Receipt, signReceipt } from "#platform/personal/receipts.ts";

const exportsOf = (tx: Tx, userId: string, after: Date) =>
  inCompany(tx, exports, eq(exports.userId, userId), gt(exports.createdAt, after));

/** When a person exported their data since a moment, newest first. */
export async function exportsSince(tx: Tx, userId: string, after: Date, most: number): Promise<Date[]> {
  const rows = await tx.db
    .select({ at: exports.createdAt })
    .from(exports)
    .where(exportsOf(tx, userId, after))
    .orderBy(desc(exports.createdAt))
    .limit(most);
  return rows.map(({ at }) => at);
}

export async function addExport(tx: Tx, userId: string): Promise<void> {
  await tx.db.insert(exports).values({ companyId: tx.company, id: crypto.randomUUID(), userId, createdAt: tx.now });
}

export async function addErasure(tx: Tx, userId: string, rows: number): Promise<void> {
  await tx.db
    .insert(erasures)
    .values({ companyId: tx.company, userId, erasedAt: tx.now, rows, mac: signReceipt(tx.secrets, tx.company, userId) })
    .onConflictDoNothing();
}

export async function hasErasure(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx.db
    .select({ userId: erasures.userId })
    .from(erasures)
    .where(inCompany(tx, erasures, eq(erasures.userId, userId)));
  return rows.length > 0;
}

/** The receipts of all companies, for the tables' owner. */
export async function allErasures(owner: pg.Client): Promise<Receipt[]> {
  const { rows } = await owner.query<{ company: string; user: string; at: Date }>(
    'SELECT company_id AS company, user_id AS "user", erased_at AS at FROM erasures ORDER BY erased_at',
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

type RetentionRun = typeof retentionRuns.$inferSelect;

export async function addRetention(
  tx: Tx,
  { day, source, before, deleted }: Omit<RetentionRun, "companyId" | "ranAt">,
) {
  await tx.db
    .insert(retentionRuns)
    .values({ companyId: tx.company, day, source, before, deleted, ranAt: tx.now })
    .onConflictDoUpdate({
      target: [retentionRuns.companyId, retentionRuns.day, retentionRuns.source],
      set: { deleted: sql`${retentionRuns.deleted} + ${deleted}`, ranAt: tx.now },
    });
}

/** The source of the row that each day's run adds at its end, whether or not it deleted anything. */
export const wholeRun = "all";
const ofTables = (tx: Tx) => inCompany(tx, retentionRuns, ne(retentionRuns.source, wholeRun));

/** When retention last went through everything. */
export async function lastRetention(tx: Tx): Promise<Date | null> {
  const [row] = await tx.db
    .select({ at: retentionRuns.ranAt })
    .from(retentionRuns)
    .where(inCompany(tx, retentionRuns, eq(retentionRuns.source, wholeRun)))
    .orderBy(desc(retentionRuns.day))
    .limit(1);
  return row?.at ?? null;
}

/** What retention deleted lately, newest first. */
export async function retentionOf(tx: Tx, most: number): Promise<RetentionRun[]> {
  return tx.db
    .select()
    .from(retentionRuns)
    .where(ofTables(tx))
    .orderBy(desc(retentionRuns.day), retentionRuns.source)
    .limit(most);
}

export async function deletedOn(tx: Tx, day: string, source: string): Promise<number> {
  const [row] = await tx.db
    .select({ deleted: retentionRuns.deleted })
    .from(retentionRuns)
    .where(inCompany(tx, retentionRuns, eq(retentionRuns.day, day), eq(retentionRuns.source, source)));
  return row?.deleted ?? 0;
}
