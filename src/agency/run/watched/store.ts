import { type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/context.ts";

/** What oversight monitors: the runs of the last 24 hours, counted. */
export type WatchedRuns = {
  /** The most often repeated step of a run, with the same result; a run ended for repeating itself counts one more. */
  steps: { agentId: string; runId: string; title: string; times: number }[];
  /** The same work begun again without a person in the last hour. */
  loops: { agentId: string; runId: string; label: string; times: number }[];
  /** Actions that runs were refused, newest first. */
  refused: { agentId: string; runId: string; action: string; title: string }[];
  ended: { agentId: string; failed: number; ended: number; runId: string | null }[];
  /** The newest runs in a row that a language model failed in. */
  fallbacks: { times: number; runId: string | null; sentence: string | null };
  /** Runs begun without a person, what models cost, and since when the oldest due run waits. */
  totals: { alone: number; usd: number; waitingMinutes: number };
};

/** The end of the sentence of a run that was stopped for repeating itself. */
const repeated = "%was about to repeat.";

/** Hides the titles of private runs' steps. */
const shownTitle = sql`CASE WHEN r.private_to IS NULL THEN s.title ELSE 'A step of a private conversation' END`;

export async function watchedRuns(tx: Tx): Promise<WatchedRuns> {
  const dayAgo = new Date(tx.now.getTime() - 86_400_000).toISOString();
  const hourAgo = new Date(tx.now.getTime() - 3_600_000).toISOString();
  const rows = async <Row extends Record<string, unknown>>(query: SQL) => (await tx.db.execute<Row>(query)).rows;
  const [steps, loops, refused, ended, newest, [totals]] = await Promise.all([
    rows<WatchedRuns["steps"][number]>(sql`
      SELECT agent_id AS "agentId", run_id AS "runId", title, times FROM (
        SELECT DISTINCT ON (r.agent_id) r.agent_id, r.id AS run_id, ${shownTitle} AS title,
          (count(*) + CASE WHEN r.status = 'failed' AND r.sentence LIKE ${repeated} THEN 1 ELSE 0 END)::int AS times
        FROM agent_runs r JOIN agent_run_steps s ON s.company_id = r.company_id AND s.run_id = r.id
        WHERE r.company_id = ${tx.company} AND r.created_at > ${dayAgo}::timestamptz AND s.status <> 'running'
        GROUP BY r.agent_id, r.id, r.status, r.sentence, r.private_to, r.created_at, s.key, s.title, md5(s.result::text)
        ORDER BY r.agent_id, times DESC, r.created_at DESC
      ) most`),
    rows<WatchedRuns["loops"][number]>(sql`
      SELECT DISTINCT ON (agent_id) agent_id AS "agentId", (array_agg(id ORDER BY created_at DESC))[1] AS "runId",
        min(label) AS label, count(*)::int AS times
      FROM agent_runs
      WHERE company_id = ${tx.company} AND created_at > ${hourAgo}::timestamptz AND parent_id IS NULL
        AND trigger IN ('schedule', 'event')
      GROUP BY agent_id, fingerprint ORDER BY agent_id, times DESC`),
    rows<WatchedRuns["refused"][number]>(sql`
      SELECT r.agent_id AS "agentId", r.id AS "runId", s.tool AS action, ${shownTitle} AS title
      FROM agent_runs r JOIN agent_run_steps s ON s.company_id = r.company_id AND s.run_id = r.id
      WHERE r.company_id = ${tx.company} AND r.created_at > ${dayAgo}::timestamptz AND s.tool IS NOT NULL
        AND s.status = 'failed' AND s.result->>'code' = 'forbidden'
      ORDER BY r.created_at DESC, s.position DESC LIMIT 200`),
    rows<WatchedRuns["ended"][number]>(sql`
      SELECT agent_id AS "agentId", count(*) FILTER (WHERE status = 'failed')::int AS failed, count(*)::int AS ended,
        (array_agg(id ORDER BY created_at DESC) FILTER (WHERE status = 'failed'))[1] AS "runId"
      FROM agent_runs
      WHERE company_id = ${tx.company} AND created_at > ${dayAgo}::timestamptz AND status IN ('done', 'failed')
      GROUP BY agent_id`),
    rows<{ degraded: boolean; runId: string; sentence: string | null }>(sql`
      SELECT degraded, id AS "runId", sentence FROM agent_runs
      WHERE company_id = ${tx.company} AND created_at > ${dayAgo}::timestamptz AND (degraded OR engine <> 'rules')
        AND status IN ('done', 'failed')
      ORDER BY created_at DESC, id LIMIT 50`),
    rows<WatchedRuns["totals"]>(sql`
      SELECT count(*) FILTER (WHERE parent_id IS NULL AND trigger IN ('schedule', 'event'))::int AS alone,
        coalesce(sum(cost_usd), 0)::float8 AS usd,
        coalesce(max(extract(epoch FROM ${tx.now.toISOString()}::timestamptz - coalesce(not_before, created_at)) / 60)
          FILTER (WHERE status = 'queued' AND parent_id IS NULL), 0)::float8 AS "waitingMinutes"
      FROM agent_runs
      WHERE company_id = ${tx.company} AND created_at > ${dayAgo}::timestamptz`),
  ]);
  const lastGood = newest.findIndex(({ degraded }) => !degraded);
  const failing = lastGood < 0 ? newest : newest.slice(0, lastGood);
  return {
    steps,
    loops,
    refused,
    ended,
    fallbacks: { times: failing.length, runId: failing[0]?.runId ?? null, sentence: failing[0]?.sentence ?? null },
    totals: totals ?? { alone: 0, usd: 0, waitingMinutes: 0 },
  };
}

/** The usual day: medians over the 14 days before, or over those since the first run, at least 7. */
export type NormalDay = { alone: number; usd: number };

export async function normalDay(tx: Tx): Promise<NormalDay> {
  const { rows } = await tx.db.execute(sql`
    SELECT coalesce(percentile_cont(0.5) WITHIN GROUP (ORDER BY alone), 0)::float8 AS alone,
      coalesce(percentile_cont(0.5) WITHIN GROUP (ORDER BY usd), 0)::float8 AS usd
    FROM (
      SELECT count(r.id) FILTER (WHERE r.parent_id IS NULL AND r.trigger IN ('schedule', 'event')) AS alone,
        coalesce(sum(r.cost_usd), 0) AS usd
      FROM (
        SELECT least(14, greatest(7, extract(day FROM ${tx.now.toISOString()}::timestamptz - min(created_at))))::int AS days
        FROM agent_runs WHERE company_id = ${tx.company}
      ) since, generate_series(1, since.days) AS back
      LEFT JOIN agent_runs r ON r.company_id = ${tx.company}
        AND r.created_at > ${tx.now.toISOString()}::timestamptz - make_interval(days => back + 1)
        AND r.created_at <= ${tx.now.toISOString()}::timestamptz - make_interval(days => back)
      GROUP BY back
    ) days`);
  return (rows as NormalDay[])[0] ?? { alone: 0, usd: 0 };
}
