import { and, desc, eq, gt, inArray, lt, ne, or } from "drizzle-orm";
import type { MemberRole } from "#contract/roles.ts";
import type { Scope } from "#contract/scopes.ts";
import { maxSessions } from "#features/accounts/rules.ts";
import { type SessionEnd, sessionEnds } from "#features/accounts/sessions/rules.ts";
import { endedSessions, sessions } from "#features/accounts/tables.ts";
import { mintCompany, type Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import type { Database } from "#platform/db/database.ts";
import { inserting } from "#platform/db/inserting.ts";
import { company, given, prepared } from "#platform/db/prepared.ts";
import { batch } from "#platform/db/transaction.ts";
import type { Caller, CallerGate } from "#platform/http/caller.ts";
import { cookieLife } from "#platform/http/session.ts";
import { version as program } from "#platform/version.ts";

type GateRow = {
  company_id: string;
  id: string;
  user_id: string;
  username: string;
  role: MemberRole;
  scopes: Scope[] | null;
  currency: string;
  time_zone: string;
  version: string;
  sealed_key: Buffer | null;
  is_limited: boolean;
  page: Buffer | null;
};

/**
 * Checks a session or an API token in one statement, before any company is known, and returns its company. If the
 * dashboard is requested, its cached page is included.
 */
export async function checkCaller(
  database: Database,
  requiresFactor: boolean,
  ...[{ kind, hash, address }, now, dashboard]: Parameters<CallerGate>
): Promise<Caller | null> {
  const asked = dashboard ? [program, dashboard.known] : [null, null];
  const text = "SELECT * FROM caller_gate($1, $2, $3, $4, $5, $6, $7)";
  const [row] = await database.query<GateRow>(text, [kind, hash, now, ...asked, address ?? null, requiresFactor]);
  if (!row) return null;
  return {
    company: mintCompany(row.company_id),
    id: row.id,
    userId: row.user_id,
    username: row.username,
    role: row.role,
    scopes: row.scopes,
    currency: row.currency,
    timeZone: row.time_zone,
    version: row.version,
    sealedKey: row.sealed_key,
    isLimited: row.is_limited,
    page: row.page,
  };
}

export async function whyEnded(database: Database, tokenHash: Buffer, now: Date): Promise<string | null> {
  const [row] = await database.query<{ reason: SessionEnd | null }>("SELECT ended_session_door($1, $2) AS reason", [
    tokenHash,
    now,
  ]);
  return row?.reason ? sessionEnds[row.reason] : null;
}

type DoorRow = { company_id: string; user_id: string; username_key: string; password_hash: string };

/** The account with this username or address, before the company is known. */
export async function findForSignIn(
  database: Database,
  account: string,
): Promise<{ companyId: string; userId: string; usernameKey: string; passwordHash: string } | null> {
  const [row] = await database.query<DoorRow>("SELECT * FROM sign_in_door($1)", [account]);
  if (!row) return null;
  return {
    companyId: row.company_id,
    userId: row.user_id,
    usernameKey: row.username_key,
    passwordHash: row.password_hash,
  };
}

type NewSession = { userId: string; tokenHash: Buffer; lifeMs: number; signedInAt: Date; isLimited: boolean };

/** Adds a session and deletes the person's expired ones and the oldest beyond the limit. */
export async function addSession(tx: Tx, row: NewSession): Promise<void> {
  const { now } = tx;
  const { userId, tokenHash, lifeMs, signedInAt: createdAt, isLimited } = row;
  const address = tx.origin?.address ?? null;
  const userAgent = tx.origin?.userAgent.slice(0, 500) ?? null;
  const expiresAt = new Date(createdAt.getTime() + lifeMs);
  const [, removed] = await batch(
    tx,
    () =>
      insertSessions(tx, [
        {
          id: crypto.randomUUID(),
          userId,
          tokenHash,
          createdAt,
          seenAt: now,
          expiresAt,
          userAgent,
          address,
          isLimited,
        },
      ]),
    () => removeOldSessions(tx, { userId, now }),
  );
  const isExpired = (row: Removed): boolean => row.expiresAt < now;
  await keepEnds(tx, removed.filter(isExpired), "expired");
  await keepEnds(
    tx,
    removed.filter((row) => !isExpired(row)),
    "crowded",
  );
}
type Removed = { tokenHash: Buffer; expiresAt: Date };
const insertSessions = inserting(sessions);
const removeOldSessions = prepared<Removed, { userId: string; now: Date }>((db) => {
  const own = and(eq(sessions.companyId, company), eq(sessions.userId, given("userId")));
  const byAge = db.select({ id: sessions.id }).from(sessions).where(own).orderBy(desc(sessions.createdAt));
  const isOver = or(lt(sessions.expiresAt, given("now")), inArray(sessions.id, byAge.offset(maxSessions)));
  return db
    .delete(sessions)
    .where(and(own, isOver))
    .returning({ tokenHash: sessions.tokenHash, expiresAt: sessions.expiresAt });
});

/** For as long as the browser keeps the cookie. */
async function keepEnds(tx: Tx, ended: readonly { tokenHash: Buffer }[], reason: SessionEnd): Promise<void> {
  if (ended.length === 0) return;
  const before = new Date(tx.now.getTime() - cookieLife);
  const isOld = inCompany(tx, endedSessions, lt(endedSessions.endedAt, before));
  await tx.db.delete(endedSessions).where(isOld);
  await tx.db
    .insert(endedSessions)
    .values(ended.map(({ tokenHash }) => ({ companyId: tx.company, tokenHash, reason, endedAt: tx.now })))
    .onConflictDoNothing();
}

const idleMs = 12 * 3_600_000;

/** A person's sessions that the gate still lets in, the last used first. */
export function ofPerson(tx: Tx, userId: string): Promise<(typeof sessions.$inferSelect)[]> {
  return tx.db
    .select()
    .from(sessions)
    .where(
      inCompany(
        tx,
        sessions,
        eq(sessions.userId, userId),
        gt(sessions.expiresAt, tx.now),
        gt(sessions.seenAt, new Date(tx.now.getTime() - idleMs)),
      ),
    )
    .orderBy(desc(sessions.seenAt), desc(sessions.createdAt));
}

/** When a session's person signed in, or chose a new password. */
export async function signedInAt(tx: Tx, sessionId: string): Promise<Date | null> {
  const [row] = await tx.db
    .select({ at: sessions.createdAt })
    .from(sessions)
    .where(inCompany(tx, sessions, eq(sessions.id, sessionId)));
  return row?.at ?? null;
}

export async function confirmedAt(tx: Tx, sessionId: string): Promise<Date | null> {
  const [row] = await tx.db
    .select({ at: sessions.confirmedAt })
    .from(sessions)
    .where(inCompany(tx, sessions, eq(sessions.id, sessionId)));
  return row?.at ?? null;
}

export async function confirmSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.db
    .update(sessions)
    .set({ confirmedAt: tx.now })
    .where(inCompany(tx, sessions, eq(sessions.id, sessionId)));
}

/** Returns whether the session existed; `reason` is for its browser, unless that asked for it. */
export async function endSession(tx: Tx, sessionId: string, reason: SessionEnd | null): Promise<boolean> {
  const ended = await tx.db
    .delete(sessions)
    .where(inCompany(tx, sessions, eq(sessions.id, sessionId)))
    .returning({ tokenHash: sessions.tokenHash });
  if (reason) await keepEnds(tx, ended, reason);
  return ended.length > 0;
}

/** Ends a person's sessions, or everybody's, optionally except one; returns how many. */
export async function endSessions(tx: Tx, userId: string | null, reason: SessionEnd, except?: string): Promise<number> {
  const ended = await tx.db
    .delete(sessions)
    .where(
      inCompany(
        tx,
        sessions,
        userId === null ? undefined : eq(sessions.userId, userId),
        except === undefined ? undefined : ne(sessions.id, except),
      ),
    )
    .returning({ tokenHash: sessions.tokenHash });
  await keepEnds(tx, ended, reason);
  return ended.length;
}

export async function endSessionBy(tx: Tx, sessionId: string, moment: Date): Promise<void> {
  const own = inCompany(tx, sessions, eq(sessions.id, sessionId));
  await tx.db
    .update(sessions)
    .set({ expiresAt: moment })
    .where(and(own, gt(sessions.expiresAt, moment)));
}

/** Whether a session of the company was in use since a moment. */
export async function hasSessionSince(tx: Tx, since: Date): Promise<boolean> {
  const rows = await tx.db
    .select({ id: sessions.id })
    .from(sessions)
    .where(inCompany(tx, sessions, gt(sessions.seenAt, since)))
    .limit(1);
  return rows.length > 0;
}
