import { eq, gt, lte, sql } from "drizzle-orm";
import { usernameOf } from "#features/accounts/store.ts";
import { needSnoozes } from "#features/today/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export type Snooze = { key: string; actOn: string | null; until: string; by: string };

const own = (tx: Tx, key: string) => inCompany(tx, needSnoozes, eq(needSnoozes.key, key));

/** What is snoozed beyond a day. */
export const snoozes = (tx: Tx, today: string): Promise<Snooze[]> =>
  tx.db
    .select({
      key: needSnoozes.key,
      actOn: needSnoozes.actOn,
      until: needSnoozes.until,
      by: sql<string>`coalesce(${usernameOf(sql`${needSnoozes.companyId}`, sql`${needSnoozes.snoozedBy}`)}, 'a former member')`,
    })
    .from(needSnoozes)
    .where(inCompany(tx, needSnoozes, gt(needSnoozes.until, today)));

export async function snooze(tx: Tx, { key, actOn, until }: Omit<Snooze, "by">, by: string): Promise<void> {
  const row = { actOn, until, snoozedBy: by, snoozedAt: tx.now };
  await tx.db
    .insert(needSnoozes)
    .values({ ...row, companyId: tx.company, key })
    .onConflictDoUpdate({ target: [needSnoozes.companyId, needSnoozes.key], set: row });
}

export async function wake(tx: Tx, key: string): Promise<boolean> {
  return (await tx.db.delete(needSnoozes).where(own(tx, key))).rowCount === 1;
}

/** Forgets what is snoozed no longer. */
export async function forgetOver(tx: Tx, today: string): Promise<void> {
  await tx.db.delete(needSnoozes).where(inCompany(tx, needSnoozes, lte(needSnoozes.until, today)));
}
