import { and, desc, eq, isNull } from "drizzle-orm";
import type { ConsentKind } from "#features/accounts/consents/contract.ts";
import { consents, users } from "#features/accounts/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export type ConsentRow = typeof consents.$inferSelect;

const of = (tx: Tx, userId: string) => inCompany(tx, consents, eq(consents.userId, userId));
const given = (tx: Tx, userId: string, kind: ConsentKind) =>
  and(of(tx, userId), eq(consents.kind, kind), isNull(consents.withdrawnAt));

/** A person's consents that are not withdrawn. */
export async function current(tx: Tx, userId: string): Promise<ConsentRow[]> {
  return tx.db
    .select()
    .from(consents)
    .where(and(of(tx, userId), isNull(consents.withdrawnAt)));
}

/** A person's consents, including withdrawn ones, newest first. */
export async function history(tx: Tx, userId: string, most: number): Promise<ConsentRow[]> {
  return tx.db
    .select()
    .from(consents)
    .where(of(tx, userId))
    .orderBy(desc(consents.givenAt), desc(consents.id))
    .limit(most);
}

/** The new consent, or null if it is given already. */
export async function give(tx: Tx, userId: string, kind: ConsentKind, terms: string): Promise<ConsentRow | null> {
  const [row] = await tx.db
    .insert(consents)
    .values({ companyId: tx.company, id: crypto.randomUUID(), userId, kind, terms, givenAt: tx.now })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

/** The withdrawn consent, or null if there was none. */
export async function withdraw(tx: Tx, userId: string, kind: ConsentKind): Promise<ConsentRow | null> {
  const [row] = await tx.db
    .update(consents)
    .set({ withdrawnAt: tx.now })
    .where(given(tx, userId, kind))
    .returning();
  return row ?? null;
}

/** Whether a person agreed; for work no person asked for, whether an admin did. */
export async function isGiven(tx: Tx, kind: ConsentKind, userId: string | null): Promise<boolean> {
  const agreed = inCompany(tx, consents, eq(consents.kind, kind), isNull(consents.withdrawnAt));
  const rows = await tx.db
    .select({ id: consents.id })
    .from(consents)
    .innerJoin(users, and(eq(users.companyId, consents.companyId), eq(users.id, consents.userId)))
    .where(and(agreed, eq(users.isActive, true), userId === null ? eq(users.role, "admin") : eq(users.id, userId)))
    .limit(1);
  return rows.length > 0;
}
