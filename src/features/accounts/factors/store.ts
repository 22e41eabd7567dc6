import { and, count, eq, gt, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { maxAttempts, type Standing } from "#features/accounts/factors/rules.ts";
import { authenticators, passkeys, recoveryCodes, signInSteps } from "#features/accounts/factors/tables.ts";
import { linkedIdentities } from "#features/accounts/provider/tables.ts";
import { companies, users } from "#features/accounts/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import type { Database } from "#platform/db/database.ts";
import { batch } from "#platform/db/transaction.ts";

type Table =
  | typeof authenticators
  | typeof recoveryCodes
  | typeof passkeys
  | typeof signInSteps
  | typeof linkedIdentities;
const ofPerson = (tx: Tx, table: Table, userId: string) => inCompany(tx, table, eq(table.userId, userId));

/** Which second factors a person has, and whether the company or the operator requires one. */
export async function standing(tx: Tx, userId: string): Promise<Standing> {
  const [row] = await tx.db
    .select({
      isRequired: companies.requiresSecondFactor,
      authenticator: sql<boolean>`EXISTS (SELECT FROM ${authenticators} WHERE ${authenticators.companyId} = ${tx.company}
        AND ${authenticators.userId} = ${userId} AND ${authenticators.confirmedAt} IS NOT NULL)`,
      passkey: sql<boolean>`EXISTS (SELECT FROM ${passkeys} WHERE ${passkeys.companyId} = ${tx.company}
        AND ${passkeys.userId} = ${userId})`,
    })
    .from(companies)
    .where(inCompany(tx, companies));
  if (!row) throw new Error("The company does not exist.");
  return { ...row, isRequired: row.isRequired || tx.installation.requiresSecondFactor };
}

/** The people of the company who have a second factor. */
export async function people(tx: Tx): Promise<Set<string>> {
  const [apps, keys] = await batch(
    tx,
    () =>
      tx.db
        .select({ id: authenticators.userId })
        .from(authenticators)
        .where(inCompany(tx, authenticators, isNotNull(authenticators.confirmedAt))),
    () => tx.db.selectDistinct({ id: passkeys.userId }).from(passkeys).where(inCompany(tx, passkeys)),
  );
  return new Set([...apps, ...keys].map(({ id }) => id));
}

/** How many people who can sign in have no second factor. */
export async function countWithout(tx: Tx): Promise<number> {
  const all = await tx.db
    .select({ id: users.id })
    .from(users)
    .where(inCompany(tx, users, eq(users.isActive, true)));
  const having = await people(tx);
  return all.filter(({ id }) => !having.has(id)).length;
}

export async function setRequired(tx: Tx, isRequired: boolean): Promise<boolean> {
  const changed = await tx.db
    .update(companies)
    .set({ requiresSecondFactor: isRequired })
    .where(inCompany(tx, companies, eq(companies.requiresSecondFactor, !isRequired)))
    .returning({ id: companies.companyId });
  return changed.length > 0;
}

export type AuthenticatorRow = typeof authenticators.$inferSelect;

export async function findAuthenticator(tx: Tx, userId: string): Promise<AuthenticatorRow | null> {
  const [row] = await tx.db
    .select()
    .from(authenticators)
    .where(ofPerson(tx, authenticators, userId));
  return row ?? null;
}

/** Replaces an unconfirmed app; returns false if there is a confirmed one. */
export async function startAuthenticator(tx: Tx, userId: string, secret: Buffer): Promise<boolean> {
  const started = await tx.db
    .insert(authenticators)
    .values({ companyId: tx.company, userId, secret, startedAt: tx.now })
    .onConflictDoUpdate({
      target: [authenticators.companyId, authenticators.userId],
      set: { secret, startedAt: tx.now },
      setWhere: isNull(authenticators.confirmedAt),
    })
    .returning({ id: authenticators.userId });
  return started.length > 0;
}

/** Accepts the code of a time step once; `confirms` turns the app on. Returns whether the step was not used before. */
export async function useStep(tx: Tx, userId: string, step: number, confirms: boolean): Promise<boolean> {
  const used = await tx.db
    .update(authenticators)
    .set({ lastStep: step, ...(confirms && { confirmedAt: tx.now }) })
    .where(
      and(
        ofPerson(tx, authenticators, userId),
        confirms ? isNull(authenticators.confirmedAt) : isNotNull(authenticators.confirmedAt),
        or(isNull(authenticators.lastStep), lt(authenticators.lastStep, step)),
      ),
    )
    .returning({ id: authenticators.userId });
  return used.length > 0;
}

/** Returns whether there was one. */
export async function removeAuthenticator(tx: Tx, userId: string): Promise<boolean> {
  const removed = await tx.db
    .delete(authenticators)
    .where(and(ofPerson(tx, authenticators, userId), isNotNull(authenticators.confirmedAt)))
    .returning({ id: authenticators.userId });
  return removed.length > 0;
}

export async function setRecoveryCodes(tx: Tx, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await removeRecoveryCodes(tx, userId);
  await tx.db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ companyId: tx.company, userId, codeHash })));
}

export async function removeRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.db.delete(recoveryCodes).where(ofPerson(tx, recoveryCodes, userId));
}

/** Accepts a recovery code once; returns whether it was unused. */
export async function useRecoveryCode(tx: Tx, userId: string, codeHash: Buffer): Promise<boolean> {
  const used = await tx.db
    .update(recoveryCodes)
    .set({ usedAt: tx.now })
    .where(and(ofPerson(tx, recoveryCodes, userId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)))
    .returning({ id: recoveryCodes.userId });
  return used.length > 0;
}

export async function countRecoveryCodes(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx.db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(ofPerson(tx, recoveryCodes, userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}

/** Adds a step after the password and deletes the person's expired ones. */
export async function addStep(tx: Tx, row: { userId: string; tokenHash: Buffer; expiresAt: Date }): Promise<void> {
  await tx.db.delete(signInSteps).where(and(ofPerson(tx, signInSteps, row.userId), lt(signInSteps.expiresAt, tx.now)));
  await tx.db.insert(signInSteps).values({ companyId: tx.company, id: crypto.randomUUID(), ...row });
}

export type Step = { companyId: string; id: string; userId: string };

/** The sign-in step of a token, before its company is known. */
export async function findStep(database: Database, tokenHash: Buffer, now: Date): Promise<Step | null> {
  const [row] = await database.query<{ company_id: string; id: string; user_id: string }>(
    "SELECT * FROM sign_in_step_door($1, $2)",
    [tokenHash, now],
  );
  return row ? { companyId: row.company_id, id: row.id, userId: row.user_id } : null;
}

const openStep = (tx: Tx, id: string) =>
  inCompany(
    tx,
    signInSteps,
    eq(signInSteps.id, id),
    gt(signInSteps.expiresAt, tx.now),
    lt(signInSteps.attempts, maxAttempts),
  );

/** Counts a wrong code; returns how many there are now, or null if the step has ended. */
export async function countAttempt(tx: Tx, id: string): Promise<number | null> {
  const [row] = await tx.db
    .update(signInSteps)
    .set({ attempts: sql`${signInSteps.attempts} + 1` })
    .where(openStep(tx, id))
    .returning({ attempts: signInSteps.attempts });
  return row?.attempts ?? null;
}

export async function isStepOpen(tx: Tx, id: string): Promise<boolean> {
  return (await tx.db.select({ id: signInSteps.id }).from(signInSteps).where(openStep(tx, id))).length > 0;
}

/** Ends a person's sign-ins that wait for the second factor. */
export async function endSteps(tx: Tx, userId: string): Promise<void> {
  await tx.db.delete(signInSteps).where(ofPerson(tx, signInSteps, userId));
}

/** Removes every way to sign in except the password; returns whether there was any. */
export async function removeAll(tx: Tx, userId: string): Promise<boolean> {
  const { authenticator, passkey } = await standing(tx, userId);
  for (const table of [authenticators, recoveryCodes, passkeys, signInSteps])
    await tx.db.delete(table).where(ofPerson(tx, table, userId));
  const links = await tx.db
    .delete(linkedIdentities)
    .where(ofPerson(tx, linkedIdentities, userId))
    .returning({ id: linkedIdentities.userId });
  return authenticator || passkey || links.length > 0;
}
