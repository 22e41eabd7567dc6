import { and, count, desc, eq, gt } from "drizzle-orm";
import type { MemberRole } from "#contract/roles.ts";
import { peopleAs } from "#features/accounts/store.ts";
import { invitations } from "#features/members/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import type { Database } from "#platform/db/database.ts";

export type InvitationRow = typeof invitations.$inferSelect;
const inviter = peopleAs("inviter");
const own = (tx: Tx, id: string) => inCompany(tx, invitations, eq(invitations.id, id));
const pending = (tx: Tx) => inCompany(tx, invitations, eq(invitations.status, "pending"));

export type Listed = { invitation: InvitationRow; invitedBy: string | null };

/** Pending invitations, also expired ones, newest first. */
export async function list(tx: Tx, most: number): Promise<Listed[]> {
  return tx.db
    .select({ invitation: invitations, invitedBy: inviter.username })
    .from(invitations)
    .leftJoin(inviter, and(eq(inviter.companyId, invitations.companyId), eq(inviter.id, invitations.invitedBy)))
    .where(pending(tx))
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(most);
}

export async function find(tx: Tx, id: string): Promise<Listed | null> {
  const [row] = await tx.db
    .select({ invitation: invitations, invitedBy: inviter.username })
    .from(invitations)
    .leftJoin(inviter, and(eq(inviter.companyId, invitations.companyId), eq(inviter.id, invitations.invitedBy)))
    .where(own(tx, id));
  return row ?? null;
}

/** The pending invitation for this address, also an expired one. */
export async function findPendingFor(tx: Tx, emailKey: string): Promise<InvitationRow | null> {
  const [row] = await tx.db
    .select()
    .from(invitations)
    .where(and(pending(tx), eq(invitations.emailKey, emailKey)));
  return row ?? null;
}

/** Invitations that can still be accepted; each takes a seat. */
export async function countOpen(tx: Tx): Promise<number> {
  const [row] = await tx.db
    .select({ count: count() })
    .from(invitations)
    .where(and(pending(tx), gt(invitations.expiresAt, tx.now)));
  return row?.count ?? 0;
}

export async function add(tx: Tx, row: Omit<typeof invitations.$inferInsert, "companyId">): Promise<void> {
  await tx.db.insert(invitations).values({ ...row, companyId: tx.company });
}

export async function renew(tx: Tx, id: string, to: { tokenHash: Buffer; expiresAt: Date }): Promise<void> {
  await tx.db.update(invitations).set(to).where(own(tx, id));
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.db.delete(invitations).where(own(tx, id));
}

/** Removes the pending invitations that a person sent; accepted ones stay. */
export const removeOf = (tx: Tx, invitedBy: string): Promise<{ id: string; role: MemberRole }[]> =>
  tx.db
    .delete(invitations)
    .where(and(pending(tx), eq(invitations.invitedBy, invitedBy)))
    .returning({ id: invitations.id, role: invitations.role });

export async function accept(tx: Tx, id: string, userId: string): Promise<void> {
  await tx.db
    .update(invitations)
    .set({ status: "accepted", acceptedAt: tx.now, acceptedBy: userId })
    .where(own(tx, id));
}

/** The invitation of a link, before its company is known. */
export async function findByToken(
  database: Database,
  tokenHash: Buffer,
): Promise<{ companyId: string; id: string } | null> {
  const [row] = await database.query<{ company_id: string; id: string }>("SELECT * FROM invitation_door($1)", [
    tokenHash,
  ]);
  return row ? { companyId: row.company_id, id: row.id } : null;
}
