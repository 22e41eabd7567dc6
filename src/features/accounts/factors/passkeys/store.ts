import { and, asc, eq, sql } from "drizzle-orm";
import type { Passkey } from "#features/accounts/factors/passkeys/contract.ts";
import { passkeys } from "#features/accounts/factors/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export type PasskeyRow = typeof passkeys.$inferSelect;
const own = (tx: Tx, userId: string) => inCompany(tx, passkeys, eq(passkeys.userId, userId));

export const toPasskey = ({ id, name, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/** A person's passkeys, oldest first. */
export function list(tx: Tx, userId: string): Promise<PasskeyRow[]> {
  return tx.db.select().from(passkeys).where(own(tx, userId)).orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

export async function find(tx: Tx, userId: string, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await tx.db
    .select()
    .from(passkeys)
    .where(and(own(tx, userId), eq(passkeys.credentialId, credentialId)));
  return row ?? null;
}

export async function add(tx: Tx, row: Omit<typeof passkeys.$inferInsert, "companyId">): Promise<PasskeyRow> {
  const [added] = await tx.db
    .insert(passkeys)
    .values({ ...row, companyId: tx.company })
    .returning();
  if (!added) throw new Error("The passkey was not added.");
  return added;
}

/** Marks a passkey as used; returns false if its counter did not increase, which suggests a copied passkey. */
export async function markUsed(tx: Tx, id: string, counter: number): Promise<boolean> {
  const used = await tx.db
    .update(passkeys)
    .set({ counter, lastUsedAt: tx.now })
    .where(
      inCompany(
        tx,
        passkeys,
        eq(passkeys.id, id),
        sql`(${passkeys.counter} < ${counter} OR (${passkeys.counter} = 0 AND ${counter} = 0))`,
      ),
    )
    .returning({ id: passkeys.id });
  return used.length > 0;
}

export async function remove(tx: Tx, userId: string, id: string): Promise<PasskeyRow | null> {
  const [removed] = await tx.db
    .delete(passkeys)
    .where(and(own(tx, userId), eq(passkeys.id, id)))
    .returning();
  return removed ?? null;
}
