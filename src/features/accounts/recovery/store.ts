import { and, count, eq, gt, lt } from "drizzle-orm";
import { passwordLinks } from "#features/accounts/recovery/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import type { Database } from "#platform/db/database.ts";

export type LinkRow = typeof passwordLinks.$inferSelect;

const ofPerson = (tx: Tx, userId: string) => inCompany(tx, passwordLinks, eq(passwordLinks.userId, userId));

/** The account with this address, before the company is known; null if none can sign in. */
export async function findByAddress(
  database: Database,
  emailKey: string,
): Promise<{ companyId: string; userId: string } | null> {
  const [row] = await database.query<{ company_id: string; user_id: string }>("SELECT * FROM address_door($1)", [
    emailKey,
  ]);
  return row ? { companyId: row.company_id, userId: row.user_id } : null;
}

/** The link of a token, before its company is known. */
export async function findByToken(
  database: Database,
  tokenHash: Buffer,
): Promise<{ companyId: string; id: string } | null> {
  const [row] = await database.query<{ company_id: string; id: string }>("SELECT * FROM password_link_door($1)", [
    tokenHash,
  ]);
  return row ? { companyId: row.company_id, id: row.id } : null;
}

export async function find(tx: Tx, id: string): Promise<LinkRow | null> {
  const [row] = await tx.db
    .select()
    .from(passwordLinks)
    .where(inCompany(tx, passwordLinks, eq(passwordLinks.id, id)));
  return row ?? null;
}

export async function countSince(tx: Tx, userId: string, since: Date): Promise<number> {
  const [row] = await tx.db
    .select({ links: count() })
    .from(passwordLinks)
    .where(and(ofPerson(tx, userId), gt(passwordLinks.createdAt, since)));
  return row?.links ?? 0;
}

export async function add(tx: Tx, row: Omit<LinkRow, "companyId">): Promise<void> {
  await tx.db.insert(passwordLinks).values({ ...row, companyId: tx.company });
}

/** Removes all links of a person: one was used, or their password or address changed. */
export async function dropLinks(tx: Tx, userId: string): Promise<void> {
  await tx.db.delete(passwordLinks).where(ofPerson(tx, userId));
}

/** Removes the company's links that are too old to count towards the hourly limit. */
export async function dropOld(tx: Tx, before: Date): Promise<void> {
  await tx.db.delete(passwordLinks).where(inCompany(tx, passwordLinks, lt(passwordLinks.createdAt, before)));
}
