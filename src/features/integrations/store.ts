import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { type Health, renewalMs, renewAheadMs } from "#features/integrations/rules.ts";
import type { ConnectionStatus, LogEntry } from "#features/integrations/contract.ts";
import { connectionLog, connections, connectionSeen } from "#features/integrations/tables.ts";
import type { RecordKind, RecordSource } from "#features/records/contract.ts";
import { tableOf } from "#features/records/store.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

const own = (tx: Tx) => inCompany(tx, connections, isNotNull(connections.status));
const at = (tx: Tx, id: number) => and(own(tx), eq(connections.id, id));

/** The columns, and how the access token stands by the database's clock. */
const withTimes = {
  row: connections,
  isStale: sql<boolean>`coalesce(${connections.expiresAt} <= now() + ${renewAheadMs}::int * interval '1 millisecond', false)`,
  isOver: sql<boolean>`coalesce(${connections.expiresAt} <= now(), false)`,
};

type Row = typeof connections.$inferSelect;
export type ConnectionRow = Row & { status: NonNullable<Row["status"]>; isStale: boolean; isOver: boolean };

const flat = ({ row, ...times }: { row: Row; isStale: boolean; isOver: boolean }) =>
  ({ ...row, ...times }) as ConnectionRow;

export async function list(tx: Tx): Promise<ConnectionRow[]> {
  return (await tx.db.select(withTimes).from(connections).where(own(tx)).orderBy(asc(connections.id))).map(flat);
}

export async function find(tx: Tx, id: number): Promise<ConnectionRow | null> {
  const [found] = await tx.db.select(withTimes).from(connections).where(at(tx, id));
  return found ? flat(found) : null;
}

export async function findOf(tx: Tx, connector: string): Promise<ConnectionRow | null> {
  const [found] = await tx.db
    .select(withTimes)
    .from(connections)
    .where(and(own(tx), eq(connections.connector, connector)));
  return found ? flat(found) : null;
}

/** Makes or finds the connector's row, for what is sealed for its number; writes of a company are serialized. */
export async function numberOf(tx: Tx, connector: string): Promise<number> {
  const of = inCompany(tx, connections, eq(connections.connector, connector));
  const [known] = await tx.db.select({ id: connections.id }).from(connections).where(of);
  if (known) return known.id;
  const [{ id } = { id: 1 }] = await tx.db
    .select({ id: sql<number>`coalesce(max(${connections.id}), 0) + 1` })
    .from(connections)
    .where(inCompany(tx, connections));
  await tx.db.insert(connections).values({ companyId: tx.company, id, connector, scopes: [], connectedAt: tx.now });
  return id;
}

/** Changes a connection, or brings back one that was disconnected. */
export async function change(tx: Tx, id: number, to: Partial<Omit<Row, "companyId" | "id" | "connector">>) {
  await tx.db
    .update(connections)
    .set(to)
    .where(inCompany(tx, connections, eq(connections.id, id)));
}

/** Lets this instance renew the tokens; false while another does, or after another has. */
export async function leaseRenewal(tx: Tx, id: number, token: string, version: number): Promise<boolean> {
  const { rowCount } = await tx.db
    .update(connections)
    .set({ renewalToken: token, renewalUntil: sql`now() + ${renewalMs}::int * interval '1 millisecond'` })
    .where(
      and(
        at(tx, id),
        eq(connections.tokenVersion, version),
        sql`(${connections.renewalUntil} IS NULL OR ${connections.renewalUntil} <= now())`,
      ),
    );
  return rowCount === 1;
}

/** Notes that something changed at a service that is read; its number, unless that was noted before. */
export async function hasten(tx: Tx, connector: string): Promise<number | null> {
  const isRead = inArray(connections.status, ["active", "error"]);
  const waits = and(own(tx), eq(connections.connector, connector), isRead, isNull(connections.hastenedAt));
  const [row] = await tx.db
    .update(connections)
    .set({ hastenedAt: tx.now })
    .where(waits)
    .returning({ id: connections.id });
  return row?.id ?? null;
}

const inMs = (ms: number) => sql`now() + ${ms}::float8 * interval '1 millisecond'`;

/** Lets this instance read a connection's rows; false while another does. */
export async function leaseSync(tx: Tx, id: number, token: string, ms: number): Promise<boolean> {
  const { rowCount } = await tx.db
    .update(connections)
    .set({ syncToken: token, syncUntil: inMs(ms), hastenedAt: null })
    .where(and(at(tx, id), sql`(${connections.syncUntil} IS NULL OR ${connections.syncUntil} <= now())`));
  return rowCount === 1;
}

/** Changes a connection while its rows are read by this instance; false: another took over. `ms` null gives it back. */
export async function asReader(
  tx: Tx,
  id: number,
  token: string,
  { ms, ...to }: { ms: number | null } & Partial<Pick<Row, "cursor" | "lastSyncAt" | "isReadingAll" | "watchedUntil">>,
): Promise<boolean> {
  const until = ms === null ? { syncToken: null, syncUntil: null } : { syncUntil: inMs(ms) };
  const { rowCount } = await tx.db
    .update(connections)
    .set({ ...to, ...until })
    .where(and(at(tx, id), eq(connections.syncToken, token)));
  return rowCount === 1;
}

const none = { renewalToken: null, renewalUntil: null };

export type SealedTokens = {
  sealedAccess: Buffer;
  /** Undefined: the one before stays. */
  sealedRefresh: Buffer | undefined;
  expiresInMs: number | null;
  refreshExpiresInMs: number | null;
};

/** Keeps tokens: renewed ones only while the lease is held; null: a person connected again. */
export async function keepTokens(tx: Tx, id: number, lease: string | null, tokens: SealedTokens): Promise<boolean> {
  const { sealedAccess, sealedRefresh, expiresInMs, refreshExpiresInMs } = tokens;
  const { rowCount } = await tx.db
    .update(connections)
    .set({
      sealedAccess,
      ...(sealedRefresh ? { sealedRefresh } : lease === null && { sealedRefresh: null }),
      expiresAt: expiresInMs === null ? null : inMs(expiresInMs),
      ...(refreshExpiresInMs === null
        ? lease === null && { refreshExpiresAt: null }
        : { refreshExpiresAt: inMs(refreshExpiresInMs) }),
      tokenVersion: sql`${connections.tokenVersion} + 1`,
      ...none,
    })
    .where(and(at(tx, id), ...(lease === null ? [] : [eq(connections.renewalToken, lease)])));
  return rowCount === 1;
}

/** What a state was seen with: the lease of a renewal, or the version of the tokens. */
export type SeenWith = { lease: string } | { version: number };

/** Stores how a connection stands; false if someone changed its sign-in meanwhile. Gives a lease back. */
export async function setHealth(
  tx: Tx,
  id: number,
  { status, errorCount, problem, accountId, accountName }: Health & Partial<Pick<Row, "accountId" | "accountName">>,
  seen: SeenWith,
): Promise<boolean> {
  const { rowCount } = await tx.db
    .update(connections)
    .set({ status, errorCount, problem, accountId, accountName, ...("lease" in seen && none) })
    .where(
      and(
        at(tx, id),
        "lease" in seen ? eq(connections.renewalToken, seen.lease) : eq(connections.tokenVersion, seen.version),
      ),
    );
  return rowCount === 1;
}

/** Deletes everything secret and everything about the account. */
export async function wipe(tx: Tx, id: number): Promise<void> {
  await change(tx, id, {
    ...none,
    syncToken: null,
    syncUntil: null,
    status: null,
    accountId: null,
    accountName: null,
    scopes: [],
    sealedCredentials: null,
    sealedAccess: null,
    sealedRefresh: null,
    expiresAt: null,
    refreshExpiresAt: null,
    errorCount: 0,
    problem: null,
    cursor: null,
    isReadingAll: false,
    hastenedAt: null,
    watchedUntil: null,
    lastSyncAt: null,
    connectedBy: null,
  });
  await forgetSeen(tx, id);
}

const seenOf = (tx: Tx, id: number) => inCompany(tx, connectionSeen, eq(connectionSeen.connection, id));

/** Notes what a reading of everything brought. */
export async function noteSeen(tx: Tx, connection: number, kind: string, externalIds: readonly string[]) {
  if (externalIds.length === 0) return;
  const rows = externalIds.map((externalId) => ({ companyId: tx.company, connection, kind, externalId }));
  await tx.db.insert(connectionSeen).values(rows).onConflictDoNothing();
}

/** The ids of a source's records of a kind that a reading of everything did not bring. */
export async function unseen(tx: Tx, connection: number, kind: RecordKind, source: RecordSource): Promise<string[]> {
  const table = tableOf[kind];
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    SELECT ${table.externalId} AS id FROM ${table} WHERE ${table.companyId} = ${tx.company}::uuid AND ${table.source} = ${source}
      AND NOT EXISTS (SELECT FROM ${connectionSeen} s WHERE s.company_id = ${tx.company}::uuid AND s.connection = ${connection}
        AND s.kind = ${kind} AND s.external_id = ${table.externalId})`);
  return rows.map(({ id }) => id);
}

export const forgetSeen = (tx: Tx, id: number) => tx.db.delete(connectionSeen).where(seenOf(tx, id));

const mostLogged = 500;
const logOf = (tx: Tx, id: number) => inCompany(tx, connectionLog, eq(connectionLog.connection, id));

/** Writes a line of a connection's log; writes of a company are serialized. */
export async function log(
  tx: Tx,
  connection: number,
  action: LogEntry["action"],
  status: ConnectionStatus,
  message: string,
): Promise<void> {
  const [{ last } = { last: 0 }] = await tx.db
    .select({ last: sql<number>`coalesce(max(${connectionLog.id}), 0)` })
    .from(connectionLog)
    .where(logOf(tx, connection));
  const row = { companyId: tx.company, connection, id: last + 1, status, action, createdAt: tx.now };
  await tx.db.insert(connectionLog).values({ ...row, message: message.slice(0, 500) });
  await tx.db.delete(connectionLog).where(and(logOf(tx, connection), lte(connectionLog.id, last + 1 - mostLogged)));
}

export const logLines = (tx: Tx, connection: number) =>
  tx.db.select().from(connectionLog).where(logOf(tx, connection)).orderBy(desc(connectionLog.id));

export const forgetLog = (tx: Tx, connection: number) => tx.db.delete(connectionLog).where(logOf(tx, connection));
