import { aliasedTable, and, desc, eq, gt, inArray, lt, ne, or } from "drizzle-orm";
import type pg from "pg";
import type { MemberRole } from "#contract/roles.ts";
import { type Currency, currency } from "#contract/words.ts";
import type { Company, User } from "#features/accounts/contract.ts";
import { maxSessions } from "#features/accounts/rules.ts";
import { companies, consents, sessions, users } from "#features/accounts/tables.ts";
import { mintCompany, type Tx } from "#platform/context.ts";
import type { Database } from "#platform/db/database.ts";
import { batch } from "#platform/db/transaction.ts";
import { asOperator } from "#platform/db/operator.ts";
import { violatedConstraint } from "#platform/db/trouble.ts";
import type { Session } from "#platform/http/session.ts";
import { personKeys } from "#platform/journal/tables.ts";
import { skeletonOf } from "#platform/skeleton.ts";

/** The users table under an alias, for lists of other rooms that show who did something. */
export const peopleAs = (name: string) => aliasedTable(users, name);

export type GateRow = {
  company_id: string;
  session_id: string;
  user_id: string;
  username: string;
  role: MemberRole;
  currency: string;
  time_zone: string;
  version: string;
  sealed_key: Buffer | null;
};

/** Checks a session in one statement, before the company is known. */
export async function checkSession(database: Database, tokenHash: Buffer, now: Date): Promise<Session | null> {
  const [row] = await database.query<GateRow>("SELECT * FROM session_gate($1, $2)", [tokenHash, now]);
  return row ? toSession(row) : null;
}

/** Converts the check's row; brands its company id. */
export function toSession(row: GateRow): Session {
  return {
    company: mintCompany(row.company_id),
    sessionId: row.session_id,
    userId: row.user_id,
    username: row.username,
    role: row.role,
    currency: row.currency,
    timeZone: row.time_zone,
    version: row.version,
    sealedKey: row.sealed_key,
  };
}

/** The account with this name, before the company is known. */
export async function findForSignIn(
  database: Database,
  usernameKey: string,
): Promise<{ companyId: string; userId: string; passwordHash: string } | null> {
  const [row] = await database.query<{ company_id: string; user_id: string; password_hash: string }>(
    "SELECT * FROM sign_in_door($1)",
    [usernameKey],
  );
  return row ? { companyId: row.company_id, userId: row.user_id, passwordHash: row.password_hash } : null;
}

export type Account = { companyId: string; userId: string; username: string; companyName: string; isActive: boolean };

/** Accounts with this username or address across all companies, for the operator. */
export async function findForOperator(owner: pg.Client, key: string): Promise<Account[]> {
  const { rows } = await owner.query<Account>(
    `SELECT u.company_id AS "companyId", u.id AS "userId", u.username, c.name AS "companyName",
       u.is_active AND c.is_active AS "isActive"
     FROM users u JOIN companies c ON c.company_id = u.company_id
     WHERE u.username_key = $1 OR u.email_key = $1 ORDER BY u.username_key`,
    [key],
  );
  return rows;
}

/** Counts demos and other companies, also in a database that no version has set up yet. */
export async function countForOperator(owner: pg.Client): Promise<{ demos: number; others: number }> {
  const { rows: found } = await owner.query<{ isThere: boolean }>(
    `SELECT to_regclass('companies') IS NOT NULL AS "isThere"`,
  );
  if (!found[0]?.isThere) return { demos: 0, others: 0 };
  // An older database lacks this column; none of its companies is a demo.
  const { rows } = await owner.query<{ demos: number; others: number }>(
    `SELECT count(*) FILTER (WHERE is_demo)::int AS demos, count(*) FILTER (WHERE NOT is_demo)::int AS others
     FROM (SELECT coalesce((to_jsonb(c)->>'is_demo')::boolean, false) AS is_demo FROM companies c) marked`,
  );
  return rows[0] ?? { demos: 0, others: 0 };
}

/** Fills the look of names from earlier versions; of names that look alike only one gets it. */
export async function fillLooks(connectOwner: () => pg.Client): Promise<void> {
  let after: string | undefined = "";
  while (after !== undefined) after = await fillSomeLooks(connectOwner, after);
}

/** Fills up to 1,000 names after one; returns the last, or undefined at the end. */
async function fillSomeLooks(connectOwner: () => pg.Client, after: string): Promise<string | undefined> {
  try {
    return await asOperator(connectOwner, async (owner) => {
      const { rows } = await owner.query<{ key: string }>(
        "SELECT username_key AS key FROM users WHERE username_look IS NULL AND username_key > $1 ORDER BY 1 LIMIT 1000",
        [after],
      );
      const keys = rows.map(({ key }) => key);
      await owner.query(
        `UPDATE users u SET username_look = f.look
         FROM (SELECT DISTINCT ON (look) key, look FROM unnest($1::text[], $2::text[]) AS g (key, look)) f
         WHERE u.username_key = f.key AND NOT EXISTS (SELECT 1 FROM users o WHERE o.username_look = f.look)`,
        [keys, keys.map(skeletonOf)],
      );
      return keys.at(-1);
    });
  } catch (error) {
    // Another instance filled one of them first; the retry sees it.
    if (violatedConstraint(error) === "users_username_look") return after;
    throw error;
  }
}

export async function passwordHashOf(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.companyId, tx.company), eq(users.id, userId)));
  return row?.passwordHash ?? null;
}

/** Sets the password, optionally only if the current hash is `before`; returns whether it did. */
export async function setPassword(tx: Tx, userId: string, passwordHash: string, before?: string): Promise<boolean> {
  const unchanged = before === undefined ? undefined : eq(users.passwordHash, before);
  const changed = await tx.db
    .update(users)
    .set({ passwordHash, updatedAt: tx.now })
    .where(and(eq(users.companyId, tx.company), eq(users.id, userId), unchanged))
    .returning({ id: users.id });
  return changed.length > 0;
}

/** Ends a person's sessions, optionally except one; returns how many. */
export async function endSessions(tx: Tx, userId: string, except?: string): Promise<number> {
  const ended = await tx.db
    .delete(sessions)
    .where(
      and(
        eq(sessions.companyId, tx.company),
        eq(sessions.userId, userId),
        except === undefined ? undefined : ne(sessions.id, except),
      ),
    )
    .returning({ id: sessions.id });
  return ended.length;
}

/** Makes a session end at the latest at a moment. */
export async function endSessionBy(tx: Tx, sessionId: string, moment: Date): Promise<void> {
  const own = and(eq(sessions.companyId, tx.company), eq(sessions.id, sessionId));
  await tx.db
    .update(sessions)
    .set({ expiresAt: moment })
    .where(and(own, gt(sessions.expiresAt, moment)));
}

export async function addCompany(tx: Tx, row: { name: string; timeZone: string; isDemo: boolean }): Promise<void> {
  await tx.db.insert(companies).values({ companyId: tx.company, createdAt: tx.now, ...row });
}

/** Returns the updated company. */
export async function setLocale(tx: Tx, locale: { currency: Currency; timeZone: string }): Promise<Company> {
  const [row] = await tx.db.update(companies).set(locale).where(eq(companies.companyId, tx.company)).returning();
  if (!row) throw new Error("The company does not exist.");
  return toCompany(row);
}

const toCompany = (row: typeof companies.$inferSelect): Company => ({
  id: row.companyId,
  name: row.name,
  currency: currency.parse(row.currency),
  timeZone: row.timeZone,
  demo: row.isDemo,
});

export async function addUser(
  tx: Tx,
  row: Pick<
    typeof users.$inferInsert,
    "id" | "username" | "usernameKey" | "usernameLook" | "email" | "emailKey" | "passwordHash" | "role"
  >,
  sealedKey: Buffer,
): Promise<void> {
  await tx.db
    .insert(users)
    .values({ companyId: tx.company, createdAt: tx.now, updatedAt: tx.now, lastLoginAt: tx.now, ...row });
  await tx.db.insert(personKeys).values({ companyId: tx.company, userId: row.id, sealedKey });
}

export async function addConsent(tx: Tx, userId: string, kind: string, terms: string): Promise<void> {
  const row = { companyId: tx.company, id: crypto.randomUUID(), userId, kind, terms, givenAt: tx.now };
  await tx.db.insert(consents).values(row);
}

/** Adds a session and deletes the person's expired ones and the oldest beyond the limit. */
export async function addSession(tx: Tx, userId: string, tokenHash: Buffer, lifeMs: number): Promise<void> {
  const id = crypto.randomUUID();
  const expiresAt = new Date(tx.now.getTime() + lifeMs);
  const own = and(eq(sessions.companyId, tx.company), eq(sessions.userId, userId));
  const byAge = tx.db.select({ id: sessions.id }).from(sessions).where(own).orderBy(desc(sessions.createdAt));
  await batch(
    tx,
    async () => {
      const row = { companyId: tx.company, id, userId, tokenHash, createdAt: tx.now, seenAt: tx.now, expiresAt };
      await tx.db.insert(sessions).values(row);
    },
    async () => {
      const isExpired = or(lt(sessions.expiresAt, tx.now), inArray(sessions.id, byAge.offset(maxSessions)));
      await tx.db.delete(sessions).where(and(own, isExpired));
    },
  );
}

/** Returns whether the session existed. */
export async function endSession(tx: Tx, sessionId: string): Promise<boolean> {
  const ended = await tx.db
    .delete(sessions)
    .where(and(eq(sessions.companyId, tx.company), eq(sessions.id, sessionId)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

export async function markSignedIn(tx: Tx, userId: string): Promise<void> {
  await tx.db
    .update(users)
    .set({ lastLoginAt: tx.now, updatedAt: tx.now })
    .where(and(eq(users.companyId, tx.company), eq(users.id, userId)));
}

/** The largest exposure a person may approve, in the company's currency; null: no personal limit. */
export async function approvalLimit(tx: Tx, userId: string): Promise<number | null> {
  const [row] = await tx.db
    .select({ limit: users.approvalLimit })
    .from(users)
    .where(and(eq(users.companyId, tx.company), eq(users.id, userId)));
  return row?.limit ?? null;
}

/** The company's locale, for work without a session. */
export async function locale(tx: Tx): Promise<{ currency: Currency; timeZone: string } | null> {
  const [row] = await tx.db
    .select({ currency: companies.currency, timeZone: companies.timeZone })
    .from(companies)
    .where(eq(companies.companyId, tx.company));
  return row ? { currency: currency.parse(row.currency), timeZone: row.timeZone } : null;
}

/** Role, name and encrypted key, for journal entries in a person's name. */
export async function findActor(
  tx: Tx,
  userId: string,
): Promise<{ role: MemberRole; username: string; sealedKey: Buffer | null } | null> {
  const [row] = await tx.db
    .select({ role: users.role, username: users.username, sealedKey: personKeys.sealedKey })
    .from(users)
    .leftJoin(personKeys, and(eq(personKeys.companyId, users.companyId), eq(personKeys.userId, users.id)))
    .where(and(eq(users.companyId, tx.company), eq(users.id, userId)));
  return row ?? null;
}

export async function findUser(tx: Tx, userId: string): Promise<User | null> {
  const [row] = await tx.db
    .select()
    .from(users)
    .innerJoin(companies, eq(companies.companyId, users.companyId))
    .where(and(eq(users.companyId, tx.company), eq(users.id, userId)));
  if (!row) return null;
  const { users: person, companies: company } = row;
  return {
    id: person.id,
    username: person.username,
    email: person.email,
    companyId: person.companyId,
    role: person.role,
    firstName: person.firstName,
    lastName: person.lastName,
    isActive: person.isActive,
    lastLoginAt: person.lastLoginAt?.toISOString() ?? null,
    createdAt: person.createdAt.toISOString(),
    company: toCompany(company),
  };
}

export async function usernames(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx.db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(eq(users.companyId, tx.company));
  return new Map(rows.map((row) => [row.id, row.username]));
}
