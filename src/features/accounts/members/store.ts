import { count, eq, isNull, lt, max, ne, sql } from "drizzle-orm";
import type { MemberRole } from "#contract/roles.ts";
import { companies, sessions, users } from "#features/accounts/tables.ts";
import { endSessions } from "#features/accounts/sessions/store.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export type MemberRow = {
  id: string;
  username: string;
  firstName: string | null;
  lastName: string | null;
  email: string;
  role: MemberRole;
  approvalLimit: number | null;
  isActive: boolean;
  lastSeenAt: Date | null;
};

/** Everyone who was not removed, by name. */
export async function list(tx: Tx): Promise<MemberRow[]> {
  const seen = tx.db
    .select({ userId: sessions.userId, at: max(sessions.seenAt).as("at") })
    .from(sessions)
    .where(inCompany(tx, sessions))
    .groupBy(sessions.userId)
    .as("seen");
  const { id, username, firstName, lastName, email, role, approvalLimit, isActive } = users;
  return tx.db
    .select({
      id,
      username,
      firstName,
      lastName,
      email,
      role,
      approvalLimit,
      isActive,
      lastSeenAt: sql<Date | null>`greatest(${seen.at}, ${users.lastLoginAt})`.mapWith(users.createdAt),
    })
    .from(users)
    .leftJoin(seen, eq(seen.userId, users.id))
    .where(inCompany(tx, users, isNull(users.removedAt)))
    .orderBy(users.usernameKey);
}

/** A person's names and address, even after they were removed. */
export async function findEver(
  tx: Tx,
  id: string,
): Promise<Pick<typeof users.$inferSelect, "username" | "email" | "firstName" | "lastName"> | null> {
  const { username, email, firstName, lastName } = users;
  const [row] = await tx.db.select({ username, email, firstName, lastName }).from(users).where(one(tx, id));
  return row ?? null;
}

/** The people removed before a moment whose names are not erased yet. */
export async function removedBefore(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(inCompany(tx, users, lt(users.removedAt, before), ne(users.passwordHash, erasedHash)));
  return rows.map(({ id }) => id);
}

/** Ends everybody's access to the company. */
export async function closeCompany(tx: Tx): Promise<void> {
  await tx.db.update(companies).set({ isActive: false, closedAt: tx.now }).where(inCompany(tx, companies));
  await endSessions(tx, null, "closed");
}

/** Closes a company that a restored backup reopened, as if at an earlier moment. */
export async function closeAgain(tx: Tx, at: Date): Promise<void> {
  await tx.db
    .update(companies)
    .set({ isActive: false, closedAt: sql`least(${companies.closedAt}, ${at.toISOString()}::timestamptz)` })
    .where(inCompany(tx, companies));
}

/** Since when the company is closed; null if it is not. */
export async function closedAt(tx: Tx): Promise<Date | null> {
  const [row] = await tx.db.select({ closedAt: companies.closedAt }).from(companies).where(inCompany(tx, companies));
  return row?.closedAt ?? null;
}

/** How many people can sign in. */
export async function countActive(tx: Tx): Promise<number> {
  const [row] = await tx.db
    .select({ people: count() })
    .from(users)
    .where(inCompany(tx, users, eq(users.isActive, true)));
  return row?.people ?? 0;
}

/** Counts people who can sign in, their open sessions, those not seen since a moment, and admins. */
export async function peopleFigures(
  tx: Tx,
  since: Date,
): Promise<Record<"active" | "sessions" | "dormant" | "admins", number>> {
  const seenAt = sql`greatest(${users.lastLoginAt}, ${users.createdAt}, (SELECT max(${sessions.seenAt}) FROM ${sessions}
    WHERE ${sessions.companyId} = ${users.companyId} AND ${sessions.userId} = ${users.id}))`;
  const [row] = await tx.db
    .select({
      active: count(),
      admins: sql<number>`(count(*) FILTER (WHERE ${users.role} = 'admin'))::int`,
      dormant: sql<number>`(count(*) FILTER (WHERE ${seenAt} < ${since.toISOString()}::timestamptz))::int`,
      sessions: sql<number>`(SELECT count(*) FROM ${sessions} WHERE ${sessions.companyId} = ${tx.company}
        AND ${sessions.expiresAt} > ${tx.now.toISOString()}::timestamptz
        AND ${sessions.seenAt} > ${new Date(tx.now.getTime() - sessionIdleMs).toISOString()}::timestamptz)::int`,
    })
    .from(users)
    .where(inCompany(tx, users, eq(users.isActive, true)));
  return row ?? { active: 0, sessions: 0, dormant: 0, admins: 0 };
}
const sessionIdleMs = 12 * 3_600_000;

export async function setSeats(tx: Tx, most: number): Promise<void> {
  await tx.db.update(companies).set({ maxUsers: most }).where(inCompany(tx, companies));
}

const one = (tx: Tx, id: string) => inCompany(tx, users, eq(users.id, id));

export type Change = Partial<Pick<MemberRow, "role" | "approvalLimit" | "isActive">>;

export async function change(tx: Tx, id: string, to: Change): Promise<void> {
  await tx.db
    .update(users)
    .set({ ...to, updatedAt: tx.now })
    .where(one(tx, id));
}

/** Ends a membership. The name stays for the history; name and address can be used again, the address is deleted. */
export async function remove(tx: Tx, id: string): Promise<void> {
  const gone = `removed:${id}`;
  await tx.db
    .update(users)
    .set({
      isActive: false,
      removedAt: tx.now,
      updatedAt: tx.now,
      usernameKey: gone,
      usernameLook: gone,
      email: "",
      emailKey: gone,
      emailProvenAt: null,
      passwordHash: "removed",
      firstName: null,
      lastName: null,
    })
    .where(one(tx, id));
}

/** Overwrites everything a person was known by. The row stays, because decisions and tasks refer to it. */
export async function erase(tx: Tx, id: string): Promise<void> {
  await remove(tx, id);
  await tx.db
    .update(users)
    .set({ username: erasedName, passwordHash: erasedHash, approvalLimit: null, lastLoginAt: null })
    .where(one(tx, id));
}

export const erasedName = "Former member";
const erasedHash = "erased";
