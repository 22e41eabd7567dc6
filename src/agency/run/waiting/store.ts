import { and, asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { RunCounts } from "#agency/run/waiting/room.ts";
import { runs } from "#agency/run/tables.ts";
import type { Tx } from "#platform/context.ts";
import type { OpenDatabase } from "#platform/db/open.ts";
import { asOperator } from "#platform/db/operator.ts";
import { company, prepared } from "#platform/db/prepared.ts";

/** Serializes claims of a company's runs; held until the transaction ends. */
export async function acquireRunLock(tx: Tx): Promise<void> {
  await tx.db.$client.query({ text: gateText }, [tx.company]);
}

const gateText = `
  INSERT INTO agent_run_gates (company_id) VALUES ($1) ON CONFLICT (company_id) DO UPDATE SET company_id = excluded.company_id`;

/** Counts running and waiting runs; delegated ones belong to their parent. */
export async function countRuns(tx: Tx): Promise<RunCounts> {
  const { rows } = await tx.db.$client.query({ text: countText }, [tx.company]);
  return (rows as RunCounts[])[0] ?? { underWay: 0, due: 0, queued: 0 };
}

const countText = `
  SELECT count(*) FILTER (WHERE status = 'running' AND lease_until > clock_timestamp())::int AS "underWay",
    count(*) FILTER (WHERE status = 'queued' AND (not_before IS NULL OR not_before <= clock_timestamp()))::int AS due,
    count(*) FILTER (WHERE status = 'queued')::int AS queued
  FROM agent_runs WHERE company_id = $1 AND status IN ('queued', 'running') AND parent_id IS NULL`;

/** The longest-waiting run that is due, or whose worker is gone. */
export async function nextQueued(tx: Tx): Promise<string | null> {
  return (await longestQueued(tx, {}))[0]?.id ?? null;
}

const longestQueued = prepared<{ id: string }>((db) =>
  db
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        eq(runs.companyId, company),
        isNull(runs.parentId),
        // A literal, so that the partial index is used.
        sql`${runs.status} IN ('queued', 'running')`,
        or(
          and(eq(runs.status, "queued"), or(isNull(runs.notBefore), lte(runs.notBefore, sql`clock_timestamp()`))),
          // Its job may have come while there was no capacity.
          and(eq(runs.status, "running"), lte(runs.leaseUntil, sql`clock_timestamp()`)),
        ),
      ),
    )
    .orderBy(asc(runs.createdAt), asc(runs.id))
    .limit(1),
);

/**
 * Due or started runs of all companies with neither worker nor job: their workers died too often for the job to be
 * retried. The first waiting one is enough, because the end of any run wakes the next.
 */
const forgottenRuns = `
  WITH open AS (
    SELECT company_id, id, status, lease_until, coalesce(not_before, created_at) AS due,
      row_number() OVER (PARTITION BY company_id, status ORDER BY created_at, id) AS place,
      bool_or(status = 'running') OVER (PARTITION BY company_id) AS is_any_begun
    FROM agent_runs WHERE status IN ('queued', 'running') AND parent_id IS NULL
  )
  SELECT company_id AS company, id FROM open
  WHERE CASE status WHEN 'running' THEN lease_until < clock_timestamp() - $1::interval
      ELSE NOT is_any_begun AND place = 1 AND due < clock_timestamp() - $1::interval END
    AND NOT EXISTS (SELECT FROM pgboss.job j WHERE j.name = $2 AND j.state IN ('created', 'retry', 'active')
      AND j.data->'input'->>'runId' = open.id::text)`;

/** Runs that only a new job can resume. Queries as the owner, past row-level security; `since` is in milliseconds. */
export async function forgotten(
  connectOwner: OpenDatabase["connectOwner"],
  job: string,
  since: number,
): Promise<{ company: string; id: string }[]> {
  const { rows } = await asOperator(connectOwner, (owner) =>
    owner.query<{ company: string; id: string }>(forgottenRuns, [`${since} milliseconds`, job]),
  );
  return rows;
}
