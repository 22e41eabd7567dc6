import { sql } from "drizzle-orm";
import type { FeedLine, Reset } from "#features/feed/rules.ts";
import { pageSize } from "#features/feed/rules.ts";
import { companyReset, companyResetUndone } from "#features/setup/reset/events.ts";
import type { Tx } from "#platform/context.ts";
import { quotedIn } from "#platform/journal/quotes.ts";

/** A literal in the SQL: with a parameter the planner expects a tenth of all rows and reads them all. */
const limit = pageSize + 1;

/** Above any journal number. */
const maxSeq = Number.MAX_SAFE_INTEGER;

/**
 * Reads at most one page per event type from the index, however long the journal. The status comes from the newest
 * event about the same subject.
 */
const columns = `p.seq, p.at, p.action, p.title, p.details, p.severity, p.agent_id AS "agentId",
  p.actor_id AS "personId", p.actor_kind = 'user' AS "byPerson", p.details->'line' AS line,
  CASE WHEN p.details->'line' ? 'status' THEN (
    SELECT newer.details->'line'->>'status' FROM journal newer
    WHERE newer.company_id=$1 AND newer.resource_id=p.resource_id AND newer.details->'line' ? 'status'
    ORDER BY newer.seq DESC LIMIT 1) END AS status`;

const feedQuery = (condition: string): string => `
SELECT ${columns}
FROM (
  SELECT l.* FROM (
    SELECT newest.seq FROM unnest($3::text[]) shown(action) CROSS JOIN LATERAL (
      SELECT j.seq FROM journal j WHERE j.company_id=$1 AND j.action=shown.action AND j.seq<$2${condition}
      ORDER BY j.seq DESC LIMIT ${limit}) newest
    ORDER BY newest.seq DESC LIMIT ${limit}
  ) n JOIN journal l ON l.company_id=$1 AND l.seq=n.seq
  ORDER BY l.seq DESC LIMIT ${limit}
) p
ORDER BY p.seq DESC`;

const queries = {
  ofAll: feedQuery(""),
  ofAgent: feedQuery(" AND j.agent_id=$4"),
  after: feedQuery(" AND j.seq>$4"),
  ofAgentAfter: feedQuery(" AND j.agent_id=$4 AND j.seq>$5"),
};

/** The requested entries: of one agent, before or after a journal number. */
type Range = { agent?: string | undefined; before?: string | undefined; after?: string | undefined };

/** Planning takes longer than running, and one plan fits all values. */
const useGenericPlan = "SELECT set_config('plan_cache_mode', 'force_generic_plan', true)";

/** Entries of these event types before a journal number; one more than a page if there are more. */
export async function lines(tx: Tx, types: readonly string[], { agent, before, after }: Range): Promise<FeedLine[]> {
  const values = [tx.company, before ?? maxSeq, types, ...(agent ? [agent] : []), ...(after ? [after] : [])];
  const text = agent ? queries[after ? "ofAgentAfter" : "ofAgent"] : queries[after ? "after" : "ofAll"];
  const { query } = tx.db.$client;
  // Sent together, both statements run in one implicit transaction.
  const [, { rows }] = await Promise.all([query({ text: useGenericPlan }, []), query({ text }, values)]);
  return toLines(rows);
}

const toLines = (rows: readonly object[]): FeedLine[] =>
  (rows as (Omit<FeedLine, "at"> & { at: Date })[]).map((row) => ({ ...row, at: row.at.toISOString() }));

/** Journal entries one search looks through, so that its cost does not grow with the journal. */
const searchRange = 20_000;

/** A lowercase word, with the agents and people whose name or role contains it. */
export type SearchWord = { word: string; agents: readonly string[]; people: readonly string[] };

/**
 * Entries that contain every word, within the newest `searchRange` numbers before a journal number; one more than a page
 * if there are more. `searchedTo` is the number to continue from, null at the start of the journal.
 */
export async function search(
  tx: Tx,
  types: readonly string[],
  asked: Range & { words: readonly SearchWord[] },
): Promise<{ rows: FeedLine[]; searchedTo: number | null }> {
  const { query } = tx.db.$client;
  const head = await query({ text: "SELECT seq FROM journal_heads WHERE company_id=$1" }, [tx.company]);
  const newest = Number((head.rows[0] as { seq: string } | undefined)?.seq ?? 0);
  const before = Math.min(Number(asked.before ?? maxSeq), newest + 1);
  const first = Number(asked.after ?? 0) + 1;
  const from = Math.max(before - searchRange, first);
  const values: unknown[] = [tx.company, before, types, from];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const contains = asked.words.map(
    ({ word, agents, people }) => `(text LIKE ${add(patternOf(word))} OR j.agent_id = ANY(${add(agents)}::uuid[])
      OR j.actor_kind = 'user' AND j.agent_id IS NULL AND j.actor_id = ANY(${add(people)}::uuid[]))`,
  );
  const ofAgent = asked.agent ? `AND j.agent_id = ${add(asked.agent)}::uuid` : "";
  const { rows } = await query(
    {
      text: `SELECT ${columns} FROM (
        SELECT j.* FROM journal j CROSS JOIN LATERAL (SELECT lower(concat_ws(' ', j.title, j.details->'line'->>'title', ${quotedIn("j.details->'line'")},
          jsonb_path_query_array(j.details->'line'->'text', '$[*] ? (@.type() == "string")'))) AS text) words
        WHERE j.company_id=$1 AND j.seq < $2 AND j.seq >= $4 AND j.action = ANY($3::text[]) ${ofAgent}
          AND ${contains.join(" AND ")}
        ORDER BY j.seq DESC LIMIT ${limit}) p
      ORDER BY p.seq DESC`,
    },
    values,
  );
  return { rows: toLines(rows), searchedTo: from > first ? from : null };
}

const patternOf = (word: string): string => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** The resets that were not undone, oldest first. */
export async function resets(tx: Tx): Promise<Reset[]> {
  const { rows } = await tx.db.execute<{ seq: number; at: string; undid: string | null }>(sql`
    SELECT seq, at, details->>'resetAt' AS undid FROM journal
    WHERE company_id = ${tx.company} AND action IN (${companyReset.type}, ${companyResetUndone.type})
    ORDER BY seq`);
  const undone = new Set(rows.flatMap(({ undid }) => undid ?? []));
  return rows
    .filter(({ undid }) => undid === null)
    .map((row) => ({ seq: row.seq, at: new Date(row.at).toISOString() }))
    .filter(({ at }) => !undone.has(at));
}
