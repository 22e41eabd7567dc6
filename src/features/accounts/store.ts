import { aliasedTable, and, eq, getTableColumns, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { MemberRole } from "#contract/roles.ts";
import { type Currency, currency } from "#contract/words.ts";
import type { Company, Locale, Person, User } from "#features/accounts/contract.ts";
import { companies, users } from "#features/accounts/tables.ts";
import type { Tx } from "#platform/context.ts";
import { company, given, prepared } from "#platform/db/prepared.ts";
import { personKeys } from "#platform/journal/tables.ts";
import { pick, inCompany } from "#platform/db/columns.ts";

/** The users table under an alias, for lists of other rooms that show who did something. */
export const peopleAs = (name: string) => aliasedTable(users, name);

/** The name of the person with an id, in SQL; null if unknown. */
export const usernameOf = (company: SQL, id: SQL): SQL =>
  sql`(SELECT ${users.username} FROM ${users} WHERE ${users.companyId} = ${company} AND ${users.id} = ${id})`;

export async function passwordHashOf(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(inCompany(tx, users, eq(users.id, userId)));
  return row?.passwordHash ?? null;
}

/** Sets the password, optionally only if the current hash is `before`; returns whether it did. */
export async function setPassword(tx: Tx, userId: string, passwordHash: string, before?: string): Promise<boolean> {
  const unchanged = before === undefined ? undefined : eq(users.passwordHash, before);
  const changed = await tx.db
    .update(users)
    .set({ passwordHash, updatedAt: tx.now })
    .where(inCompany(tx, users, eq(users.id, userId), unchanged))
    .returning({ id: users.id });
  return changed.length > 0;
}

export async function addCompany(tx: Tx, row: { name: string; timeZone: string; isDemo: boolean }): Promise<void> {
  await tx.db.insert(companies).values({ companyId: tx.company, createdAt: tx.now, ...row });
}

export async function findCompanyName(tx: Tx): Promise<string> {
  const [row] = await tx.db.select({ name: companies.name }).from(companies).where(inCompany(tx, companies));
  return row?.name ?? "";
}

export async function setLocale(tx: Tx, locale: Locale): Promise<Company> {
  const [row] = await tx.db.update(companies).set(locale).where(inCompany(tx, companies)).returning();
  if (!row) throw new Error("The company does not exist.");
  return toCompany(row);
}

type CompanyRow = typeof companies.$inferSelect;
export type Setup = Pick<
  CompanyRow,
  "name" | "industry" | "goals" | "departmentsActive" | "monthlyRevenue" | "monthlyRevenueCurrency" | "goalTargets"
>;
const setupColumns = pick(
  companies,
  "name industry goals departmentsActive monthlyRevenue monthlyRevenueCurrency goalTargets",
);

/** The company's setup; `forUpdate` locks it until the transaction ends. */
export async function setup(tx: Tx, forUpdate = false): Promise<Setup> {
  const query = tx.db.select(setupColumns).from(companies).where(inCompany(tx, companies));
  const [row] = await (forUpdate ? query.for("update") : query);
  if (!row) throw new Error("The company does not exist.");
  return row;
}

export async function changeSetup(tx: Tx, change: Partial<Setup>): Promise<void> {
  await tx.db.update(companies).set(change).where(inCompany(tx, companies));
}

/** A month's revenue as an admin stated it in the company's present currency; null if none. */
export async function statedMonthlyRevenue(tx: Tx): Promise<number | null> {
  const { monthlyRevenue, monthlyRevenueCurrency } = await setup(tx);
  return monthlyRevenueCurrency === tx.currency ? monthlyRevenue : null;
}

const toCompany = (row: CompanyRow): Company => ({
  id: row.companyId,
  name: row.name,
  currency: currency.parse(row.currency),
  timeZone: row.timeZone,
  fiscalYearStart: row.fiscalYearStart,
  demo: row.isDemo,
});

export async function addUser(
  tx: Tx,
  row: Pick<
    typeof users.$inferInsert,
    | "id"
    | "username"
    | "usernameKey"
    | "usernameLook"
    | "email"
    | "emailKey"
    | "passwordHash"
    | "role"
    | "approvalLimit"
    | "firstName"
    | "lastName"
    | "emailProvenAt"
  >,
  sealedKey: Buffer,
): Promise<void> {
  await tx.db
    .insert(users)
    .values({ companyId: tx.company, createdAt: tx.now, updatedAt: tx.now, lastLoginAt: tx.now, ...row });
  await tx.db.insert(personKeys).values({ companyId: tx.company, userId: row.id, sealedKey });
}

/** Changes a person's names and address. */
export async function setProfile(
  tx: Tx,
  userId: string,
  to: Partial<Pick<typeof users.$inferSelect, "firstName" | "lastName" | "email" | "emailKey" | "emailProvenAt">>,
): Promise<void> {
  await tx.db
    .update(users)
    .set({ ...to, updatedAt: tx.now })
    .where(inCompany(tx, users, eq(users.id, userId)));
}

export async function markSignedIn(tx: Tx, userId: string): Promise<void> {
  await setLastLogin(tx, { userId, now: tx.now });
}
const isPerson = and(eq(users.companyId, company), eq(users.id, given("userId")));
const setLastLogin = prepared<{ id: string }, { userId: string; now: Date }>((db) =>
  db
    .update(users)
    .set({ lastLoginAt: given("now"), updatedAt: given("now") })
    .where(isPerson)
    .returning({ id: users.id }),
);

/** The largest exposure a person may approve, in the company's currency; null: no personal limit. */
export async function approvalLimit(tx: Tx, userId: string): Promise<number | null> {
  const [row] = await limitOf(tx, { userId });
  return row?.limit ?? null;
}
const limitOf = prepared<{ limit: number | null }, { userId: string }>((db) =>
  db.select({ limit: users.approvalLimit }).from(users).where(isPerson),
);

/** The month the company's fiscal years begin in, 1 to 12. */
export async function fiscalYearStart(tx: Tx): Promise<number> {
  const [row] = await tx.db
    .select({ month: companies.fiscalYearStart })
    .from(companies)
    .where(inCompany(tx, companies));
  return row?.month ?? 1;
}

/** The company's locale, for work without a session. */
export async function locale(tx: Tx): Promise<{ currency: Currency; timeZone: string } | null> {
  const [row] = await tx.db
    .select({ currency: companies.currency, timeZone: companies.timeZone })
    .from(companies)
    .where(inCompany(tx, companies));
  return row ? { currency: currency.parse(row.currency), timeZone: row.timeZone } : null;
}

/** What signs a person in the journal: role, name and their sealed key. */
export async function findActor(tx: Tx, userId: string): Promise<Signature | null> {
  const [row] = await signatureOf(tx, { userId });
  return row ?? null;
}
type Signature = { role: MemberRole; username: string; sealedKey: Buffer | null };
const signatureOf = prepared<Signature, { userId: string }>((db) =>
  db
    .select({ role: users.role, username: users.username, sealedKey: personKeys.sealedKey })
    .from(users)
    .leftJoin(personKeys, and(eq(personKeys.companyId, users.companyId), eq(personKeys.userId, users.id)))
    .where(isPerson),
);

export async function findUser(tx: Tx, userId: string): Promise<User | null> {
  const [row] = await userWithCompany(tx, { userId });
  if (!row) return null;
  const { person, company } = row;
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
    needsSecondFactor: false,
  };
}
type WithCompany = { person: typeof users.$inferSelect; company: typeof companies.$inferSelect };
const userWithCompany = prepared<WithCompany, { userId: string }>((db) =>
  db
    .select({ person: getTableColumns(users), company: getTableColumns(companies) })
    .from(users)
    .innerJoin(companies, eq(companies.companyId, users.companyId))
    .where(isPerson),
);

/** The addresses of these people, as far as they are active and their address was proven. */
export async function mailAddresses(tx: Tx, ids: readonly string[]): Promise<{ id: string; email: string }[]> {
  if (ids.length === 0) return [];
  return tx.db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inCompany(tx, users, eq(users.isActive, true), isNotNull(users.emailProvenAt), inArray(users.id, [...ids])));
}

/** The active people, by name. */
export function people(tx: Tx): Promise<Person[]> {
  return tx.db
    .select({ id: users.id, username: users.username, role: users.role })
    .from(users)
    .where(inCompany(tx, users, eq(users.isActive, true)))
    .orderBy(users.usernameKey);
}

/** The active person with an address, by its folded form. */
export async function activeWithEmail(tx: Tx, emailKey: string): Promise<string | null> {
  const [row] = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(inCompany(tx, users, eq(users.emailKey, emailKey), eq(users.isActive, true)));
  return row?.id ?? null;
}

/** The active people with the largest exposure each may approve; null: no personal limit. */
export function approvers(tx: Tx): Promise<(Person & { limit: number | null })[]> {
  const { id, username, role, approvalLimit: limit } = users;
  return tx.db
    .select({ id, username, role, limit })
    .from(users)
    .where(inCompany(tx, users, eq(users.isActive, true)));
}

export async function usernames(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx.db.select({ id: users.id, username: users.username }).from(users).where(inCompany(tx, users));
  return new Map(rows.map((row) => [row.id, row.username]));
}
