import { sql } from "drizzle-orm";
import type { FeedLine, Reset } from "#features/feed/rules.ts";
import { pageSize } from "#features/feed/rules.ts";
import { companyReset, companyResetUndone } from "#features/setup/reset/events.ts";
import type { Tx } from "#platform/context.ts";

/** Written in: of a limit that is not known the planner expects a tenth of all rows, and reads them all. */
const most = pageSize + 1;

/** Above every number a journal reaches. */
const fromTheTop = Number.MAX_SAFE_INTEGER;

/**
 * Each type's newest lines come straight from the index that has them in their order: a page of each type at most is read,
 * however long the journal and however rare the type. A line's status is the one the newest event about its subject gave it.
 */
const textOf = (ofAgent: boolean): string => `
SELECT p.seq, p.at, p.action, p.title, p.details, p.severity, p.agent_id AS "agentId", p.actor_id AS "personId",
  p.actor_kind = 'user' AS "byPerson", p.details->'line' AS line,
  CASE WHEN p.details->'line' ? 'status' THEN (
    SELECT newer.details->'line'->>'status' FROM journal newer
    WHERE newer.company_id=$1 AND newer.resource_id=p.resource_id AND newer.details->'line' ? 'status'
    ORDER BY newer.seq DESC LIMIT 1) END AS status
FROM (
  SELECT l.* FROM (
    SELECT newest.seq FROM unnest($3::text[]) shown(action) CROSS JOIN LATERAL (
      SELECT j.seq FROM journal j WHERE j.company_id=$1 AND j.action=shown.action AND j.seq<$2${ofAgent ? " AND j.agent_id=$4" : ""}
      ORDER BY j.seq DESC LIMIT ${most}) newest
    ORDER BY newest.seq DESC LIMIT ${most}
  ) n JOIN journal l ON l.company_id=$1 AND l.seq=n.seq
  ORDER BY l.seq DESC LIMIT ${most}
) p
ORDER BY p.seq DESC`;

const texts = { ofAll: textOf(false), ofAgent: textOf(true) };

/** Planning this anew takes longer than running it, and no value asks for another plan. */
const planOnce = "SELECT set_config('plan_cache_mode', 'force_generic_plan', true)";

/** The newest lines of these types of events, or those before a number of the journal; one more than a page where there are more. */
export async function lines(
  tx: Tx,
  types: readonly string[],
  { agent, before }: { agent?: string | undefined; before?: string | undefined },
): Promise<FeedLine[]> {
  const values = [tx.company, before ?? fromTheTop, types];
  const { query } = tx.db.$client;
  // Asked for at the same moment both reach the database in one message, which is one transaction.
  const [, { rows }] = await Promise.all([
    query({ text: planOnce }, []),
    agent ? query({ text: texts.ofAgent }, [...values, agent]) : query({ text: texts.ofAll }, values),
  ]);
  return (rows as (Omit<FeedLine, "at"> & { at: Date })[]).map((row) => ({ ...row, at: row.at.toISOString() }));
}

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
