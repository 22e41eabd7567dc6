import { and, desc, eq, inArray, lt, ne, sql } from "drizzle-orm";
import { searchRange } from "#features/security/audit/contract.ts";
import { auditVerifications } from "#features/security/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export type Filter = {
  from?: string | undefined;
  to?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  resource?: string | undefined;
  severity?: string | undefined;
  q?: string | undefined;
};

export type Row = {
  seq: number;
  at: Date;
  actorKind: "user" | "agent" | "system";
  actorId: string | null;
  agentId: string | null;
  action: string;
  resource: string;
  resourceId: string | null;
  title: string;
  severity: "info" | "warning" | "critical";
  details: Record<string, unknown>;
  hash: Buffer;
};

const columns = `j.seq::float8 AS seq, j.at, j.actor_kind AS "actorKind", j.actor_id AS "actorId", j.agent_id AS "agentId", j.action,
  j.resource, j.resource_id AS "resourceId", j.title, j.severity, j.details, j.hash`;

/**
 * Records before a number that match a filter, newest first. Action, severity and time have an index; other filters look
 * through `searchRange` records that match those, and `searchedTo` is the number to continue from, null at the end.
 */
export async function find(
  tx: Tx,
  filter: Filter,
  before: number,
  most: number,
): Promise<{ rows: Row[]; searchedTo: number | null }> {
  const { query } = tx.db.$client;
  const bounds = await boundsOf(tx, filter, before);
  if (!bounds) return { rows: [], searchedTo: null };
  const values: unknown[] = [tx.company, bounds.before, bounds.from];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const indexed = [
    "company_id = $1 AND seq < $2 AND seq >= $3",
    ...(filter.action ? [`action = ${add(filter.action)}`] : []),
    ...(filter.severity ? [`severity = ${add(filter.severity)}`] : []),
    // Repeats the condition of the partial index, so that PostgreSQL can use it.
    ...(filter.severity && filter.severity !== "info" ? ["severity <> 'info'"] : []),
  ].join(" AND ");
  const inRange = [...values];
  const range = (what: string) => `SELECT ${what} FROM journal WHERE ${indexed} ORDER BY seq DESC LIMIT ${searchRange}`;
  const narrowing = [
    ...(filter.from ? [`j.at >= ${add(filter.from)}::timestamptz`] : []),
    ...(filter.to ? [`j.at <= ${add(filter.to)}::timestamptz`] : []),
    ...(filter.actor === "system" ? ["j.actor_kind = 'system' AND j.agent_id IS NULL"] : []),
    ...(filter.actor && filter.actor !== "system" ? [actorIs(add(filter.actor))] : []),
    ...(filter.resource ? [`j.resource = ${add(filter.resource)}`] : []),
    ...wordsOf(filter.q).map(
      (word) => `lower(concat_ws(' ', j.title, j.action, j.resource, j.resource_id)) LIKE ${add(patternOf(word))}`,
    ),
  ];
  const where = narrowing.length > 0 ? `WHERE ${narrowing.join(" AND ")}` : "";
  const text = `SELECT ${columns} FROM (${range("*")}) j ${where} ORDER BY j.seq DESC LIMIT ${most}`;
  const { rows } = await query({ text }, values);
  if (rows.length === most || narrowing.length === 0) return { rows: rows as Row[], searchedTo: null };
  const oldest = `SELECT min(seq)::float8 AS oldest, count(*)::int AS count FROM (${range("seq")}) j`;
  const { rows: ends } = await query({ text: oldest }, inRange);
  const end = ends[0] as { oldest: number | null; count: number };
  return { rows: rows as Row[], searchedTo: end.count === searchRange ? end.oldest : null };
}

/** An agent is the actor of what it did; a person only of what no agent did. */
const actorIs = (id: string): string =>
  `(j.agent_id = ${id}::uuid AND j.actor_kind <> 'user' OR j.actor_id = ${id}::uuid)`;

const mostWords = 8;
const wordsOf = (q = ""): string[] => q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords);
const patternOf = (word: string): string => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** How many neighbouring records may be out of time order, because they were recorded at once. */
const outOfOrder = 1_000;

/** The record numbers that a time range spans; null if it has no records. */
async function boundsOf(
  tx: Tx,
  { from, to }: Filter,
  before: number,
): Promise<{ from: number; before: number } | null> {
  const bound = async (condition: string, order: string, edge: string, at: string): Promise<number | null> => {
    const text = `SELECT ${edge}(seq)::float8 AS seq FROM (
      SELECT seq FROM journal WHERE company_id = $1 AND at ${condition} $2::timestamptz ORDER BY ${order} LIMIT ${outOfOrder}) j`;
    const { rows } = await tx.db.$client.query({ text }, [tx.company, at]);
    return (rows[0] as { seq: number | null }).seq;
  };
  const oldest = from ? await bound(">=", "at, seq", "min", from) : 0;
  const newest = to ? await bound("<=", "at DESC, seq DESC", "max", to) : before;
  if (oldest === null || newest === null) return null;
  return { from: oldest, before: Math.min(before, to ? newest + 1 : before) };
}

/** One record with the columns that only its own page shows. */
export async function findOne(tx: Tx, seq: number) {
  const { rows } = await tx.db.$client.query(
    {
      text: `SELECT ${columns}, j.compliance_relevant AS "complianceRelevant", j.sealed, j.sealed_for AS "sealedFor",
          j.prev_hash AS "prevHash"
        FROM journal j WHERE j.company_id = $1 AND j.seq = $2`,
    },
    [tx.company, seq],
  );
  type One = Row & { complianceRelevant: boolean; sealed: Buffer | null; sealedFor: string | null; prevHash: Buffer };
  return (rows[0] as One | undefined) ?? null;
}

/** The distinct actions, read through the index without scanning every record; at most 500. */
export async function actions(tx: Tx): Promise<string[]> {
  const { rows } = await tx.db.execute<{ action: string }>(sql`
    WITH RECURSIVE found(action, n) AS (
      (SELECT action, 1 FROM journal WHERE company_id = ${tx.company} ORDER BY action LIMIT 1)
      UNION ALL
      SELECT (SELECT j.action FROM journal j WHERE j.company_id = ${tx.company} AND j.action > f.action ORDER BY j.action LIMIT 1), n + 1
      FROM found f WHERE f.action IS NOT NULL AND n < 500
    )
    SELECT action FROM found WHERE action IS NOT NULL`);
  return rows.map(({ action }) => action);
}

export type VerificationRow = typeof auditVerifications.$inferSelect;
const own = (tx: Tx) => inCompany(tx, auditVerifications);
const isOne = (tx: Tx, id: string) => and(own(tx), eq(auditVerifications.id, id));

/** Newest first. */
export function verifications(tx: Tx, most: number): Promise<VerificationRow[]> {
  return tx.db.select().from(auditVerifications).where(own(tx)).orderBy(desc(auditVerifications.startedAt)).limit(most);
}

/** The newest verification that finished with a result, as a list of at most one. */
export function lastEnded(tx: Tx): Promise<VerificationRow[]> {
  return tx.db
    .select()
    .from(auditVerifications)
    .where(and(own(tx), inArray(auditVerifications.status, ["intact", "broken"])))
    .orderBy(desc(auditVerifications.startedAt))
    .limit(1);
}

export async function running(tx: Tx): Promise<VerificationRow | null> {
  const [row] = await tx.db
    .select()
    .from(auditVerifications)
    .where(and(own(tx), eq(auditVerifications.status, "running")));
  return row ?? null;
}

export async function findVerification(tx: Tx, id: string): Promise<VerificationRow | null> {
  const [row] = await tx.db.select().from(auditVerifications).where(isOne(tx, id));
  return row ?? null;
}

/** Adds a running verification; null if one is running already. */
export async function addVerification(
  tx: Tx,
  given: { startedBy: string | null; total: number },
): Promise<VerificationRow | null> {
  const [row] = await tx.db
    .insert(auditVerifications)
    .values({ companyId: tx.company, id: crypto.randomUUID(), status: "running", startedAt: tx.now, ...given })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

/** Changes a running verification; null if it has ended. */
export async function changeVerification(
  tx: Tx,
  id: string,
  change: Partial<Omit<VerificationRow, "companyId" | "id">>,
): Promise<VerificationRow | null> {
  const [row] = await tx.db
    .update(auditVerifications)
    .set(change)
    .where(and(isOne(tx, id), eq(auditVerifications.status, "running")))
    .returning();
  return row ?? null;
}

export async function dropOld(tx: Tx, before: Date): Promise<void> {
  await tx.db
    .delete(auditVerifications)
    .where(and(own(tx), lt(auditVerifications.startedAt, before), ne(auditVerifications.status, "running")));
}
