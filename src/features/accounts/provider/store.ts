import { eq } from "drizzle-orm";
import { linkedIdentities } from "#features/accounts/provider/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import type { Database } from "#platform/db/database.ts";

type Found = { companyId: string; userId: string };
type Row = { company_id: string; user_id: string };
const toFound = (row: Row | undefined): Found | null =>
  row ? { companyId: row.company_id, userId: row.user_id } : null;

/** Whose account at a provider this is, before the company is known. */
export async function findLinked(database: Database, issuer: string, subject: string): Promise<Found | null> {
  const [row] = await database.query<Row>("SELECT * FROM identity_door($1, $2)", [issuer, subject]);
  return toFound(row);
}

/** Whose address this is, before the company is known; `isProven`: they opened a mailed link. */
export async function findByAddress(
  database: Database,
  emailKey: string,
): Promise<(Found & { isProven: boolean }) | null> {
  const [row] = await database.query<Row & { is_proven: boolean }>("SELECT * FROM address_door($1)", [emailKey]);
  const found = toFound(row);
  return found && { ...found, isProven: row?.is_proven === true };
}

/** Accepts a state once; returns whether it was not used before. */
export async function useState(database: Database, digest: string, at: Date): Promise<boolean> {
  const [row] = await database.query<{ is_new: boolean }>("SELECT use_state($1, $2) AS is_new", [digest, at]);
  return row?.is_new === true;
}

const own = (tx: Tx, userId: string) => inCompany(tx, linkedIdentities, eq(linkedIdentities.userId, userId));

export function list(tx: Tx, userId: string): Promise<(typeof linkedIdentities.$inferSelect)[]> {
  return tx.db.select().from(linkedIdentities).where(own(tx, userId));
}

/** Returns false if the person has an account at this issuer already. */
export async function add(tx: Tx, row: { userId: string; issuer: string; subject: string }): Promise<boolean> {
  const added = await tx.db
    .insert(linkedIdentities)
    .values({ companyId: tx.company, linkedAt: tx.now, ...row })
    .onConflictDoNothing()
    .returning({ id: linkedIdentities.userId });
  return added.length > 0;
}

export async function remove(tx: Tx, userId: string): Promise<string[]> {
  const removed = await tx.db.delete(linkedIdentities).where(own(tx, userId)).returning();
  return removed.map(({ issuer }) => issuer);
}
