import { asc, desc, eq, gt, gte, inArray, sql } from "drizzle-orm";
import type { Tx } from "#platform/context.ts";
import { journal } from "#platform/journal/tables.ts";
import { pick, inCompany } from "#platform/db/columns.ts";

/** Journal entries about these rows, oldest first, at most 200. */
export function linesAbout(tx: Tx, resourceIds: readonly string[]): Promise<(typeof journal.$inferSelect)[]> {
  return tx.db
    .select()
    .from(journal)
    .where(inCompany(tx, journal, inArray(journal.resourceId, [...resourceIds])))
    .orderBy(asc(journal.seq))
    .limit(200);
}

/**
 * Entries of some kinds after a number, oldest first. Writes of one company commit in the order of their numbers, so
 * none appears later before one that was read.
 */
export function entriesAfter(
  tx: Tx,
  seq: number,
  actions: readonly string[],
  most: number,
): Promise<{ seq: number; action: string; resourceId: string | null; details: Record<string, unknown> }[]> {
  return tx.db
    .select({ seq: journal.seq, action: journal.action, resourceId: journal.resourceId, details: journal.details })
    .from(journal)
    .where(inCompany(tx, journal, inArray(journal.action, [...actions]), gt(journal.seq, seq)))
    .orderBy(asc(journal.seq))
    .limit(most);
}

/** Entries about these rows, newest first: when, about which and the title. */
export function newestAbout(
  tx: Tx,
  resourceIds: readonly string[],
  most: number,
): Promise<{ at: Date; resourceId: string | null; title: string }[]> {
  return tx.db
    .select({ at: journal.at, resourceId: journal.resourceId, title: journal.title })
    .from(journal)
    .where(inCompany(tx, journal, inArray(journal.resourceId, [...resourceIds])))
    .orderBy(desc(journal.seq))
    .limit(most);
}

/** The result of verifying a part of the chain; `fault` is the first record that does not match. */
export type ChainPart = { from: number; to: number; head: number; fault: { seq: number; sentence: string } | null };

/** The most records read at once, and how many of the newest are always read as well. */
const verified = { most: 1_000, newest: 250 };

/**
 * Verifies a part of the company's chain after `from`, and its newest records: each hash against the record's content
 * and the hash before. Calls that each start where the last one ended cover the whole journal in turn.
 */
export async function verifyPart(tx: Tx, from: number): Promise<ChainPart> {
  const { rows } = await tx.db.execute(sql`
    WITH head AS (SELECT seq, hash FROM journal_heads WHERE company_id = ${tx.company}),
    part AS (
      SELECT seq, prev_hash, hash, lag(seq) OVER w AS before_seq, lag(hash) OVER w AS before_hash,
        journal_hash(prev_hash, company_id, seq, at, actor_kind, actor_id, agent_id, action, resource, resource_id,
          title, details, severity, compliance_relevant, sealed, sealed_for) = hash AS is_content
      FROM journal
      WHERE company_id = ${tx.company}
        AND ((seq >= ${from} AND seq <= ${from + verified.most}) OR seq >= (SELECT seq FROM head) - ${verified.newest})
      WINDOW w AS (ORDER BY seq)
    )
    SELECT (SELECT seq FROM head)::float8 AS head,
      (SELECT min(seq) FROM part WHERE NOT is_content)::float8 AS edited,
      (SELECT min(seq) FROM part WHERE before_seq = seq - 1 AND before_hash <> prev_hash)::float8 AS unchained,
      (SELECT min(seq) FROM part p WHERE seq > 1 AND NOT EXISTS (
        SELECT FROM journal b WHERE b.company_id = ${tx.company} AND b.seq = p.seq - 1))::float8 AS gap,
      (SELECT hash FROM part ORDER BY seq DESC LIMIT 1) IS DISTINCT FROM (SELECT hash FROM head) AS "isCutOff"`);
  type Found = { head: number; edited: number | null; unchained: number | null; gap: number | null; isCutOff: boolean };
  const [found] = rows as Found[];
  const head = found?.head ?? 0;
  const to = Math.min(from + verified.most, head);
  const faults = [
    found?.edited != null && { seq: found.edited, sentence: `Record ${found.edited} was edited.` },
    found?.unchained != null && {
      seq: found.unchained,
      sentence: `Record ${found.unchained} does not follow the one before.`,
    },
    found?.gap != null && { seq: found.gap - 1, sentence: `Record ${found.gap - 1} was removed.` },
    (found === undefined || found.isCutOff) && { seq: head, sentence: "The end of the journal is missing." },
  ].filter((one) => one !== false);
  return { from: from + 1, to, head, fault: faults[0] ?? null };
}

/** Events since a moment, newest first: kind, time, agent and title. */
export async function happeningsSince(
  tx: Tx,
  since: Date,
  most: number,
): Promise<
  { action: string; at: Date; agentId: string | null; title: string; resource: string; resourceId: string | null }[]
> {
  return tx.db
    .select(pick(journal, "action at agentId title resource resourceId"))
    .from(journal)
    .where(inCompany(tx, journal, gte(journal.at, since)))
    .orderBy(desc(journal.seq))
    .limit(most);
}

/** A verified range of the chain: the number of records, the last hash, and the first record that does not match. */
export type ChainRange = { count: number; lastHash: Buffer | null; fault: ChainPart["fault"] };

/** Verifies the records after `from` up to `to`, which follow `lastHash`; null: the start of the chain. */
export async function verifyRange(tx: Tx, from: number, to: number, lastHash: Buffer | null): Promise<ChainRange> {
  const start = lastHash ?? sql`sha256(convert_to(${tx.company}::text, 'UTF8'))`;
  const { rows } = await tx.db.execute(sql`
    WITH part AS (
      SELECT seq, prev_hash, hash, coalesce(lag(seq) OVER w, ${from}) AS before_seq,
        coalesce(lag(hash) OVER w, ${start}) AS before_hash,
        journal_hash(prev_hash, company_id, seq, at, actor_kind, actor_id, agent_id, action, resource, resource_id,
          title, details, severity, compliance_relevant, sealed, sealed_for) = hash AS is_content
      FROM journal WHERE company_id = ${tx.company} AND seq > ${from} AND seq <= ${to} WINDOW w AS (ORDER BY seq)
    )
    SELECT count(*)::int AS count, (array_agg(hash ORDER BY seq DESC))[1] AS last, coalesce(max(seq), ${from})::float8 AS newest,
      (min(seq) FILTER (WHERE NOT is_content))::float8 AS edited,
      (min(seq) FILTER (WHERE before_seq = seq - 1 AND prev_hash <> before_hash))::float8 AS unchained,
      (min(before_seq + 1) FILTER (WHERE seq <> before_seq + 1))::float8 AS removed
    FROM part`);
  type Found = Record<"count" | "newest", number> & { last: Buffer | null } & Record<
      "edited" | "unchained" | "removed",
      number | null
    >;
  const [found] = rows as Found[];
  if (!found) throw new Error("The journal could not be read.");
  const removed = found.removed ?? (found.newest < to ? found.newest + 1 : null);
  const faults = [
    removed !== null && { seq: removed, sentence: `Record ${removed} was removed.` },
    found.edited !== null && { seq: found.edited, sentence: `Record ${found.edited} was edited.` },
    found.unchained !== null && {
      seq: found.unchained - 1,
      sentence: `Record ${found.unchained - 1} was edited, and its hash with it.`,
    },
  ].filter((one) => one !== false);
  const [first = null] = faults.toSorted((one, other) => one.seq - other.seq);
  return { count: found.count, lastHash: found.last, fault: first };
}

/** The head of the company's chain, and whether it is the hash of the last record. */
export async function chainHead(tx: Tx): Promise<{ seq: number; isLast: boolean }> {
  const { rows } = await tx.db.execute(sql`
    SELECT h.seq::float8 AS seq, coalesce((
      SELECT j.hash = h.hash AND j.seq = h.seq FROM journal j WHERE j.company_id = h.company_id ORDER BY j.seq DESC LIMIT 1
    ), h.seq = 0) AS "isLast"
    FROM journal_heads h WHERE h.company_id = ${tx.company}`);
  return (rows[0] as { seq: number; isLast: boolean } | undefined) ?? { seq: 0, isLast: false };
}

/** The hash of a record in hex; null if there is none. */
export async function hashAt(tx: Tx, seq: number): Promise<string | null> {
  const [row] = await tx.db
    .select({ hash: journal.hash })
    .from(journal)
    .where(inCompany(tx, journal, eq(journal.seq, seq)));
  return row ? row.hash.toString("hex") : null;
}
