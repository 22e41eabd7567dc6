import { and, asc, eq, gte, sql } from "drizzle-orm";
import { heldBy } from "#agency/run/lease/store.ts";
import { runSteps, runs } from "#agency/run/tables.ts";
import type { Draft } from "#contract/runs.ts";
import type { Cost } from "#contract/words.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export type StepRow = typeof runSteps.$inferSelect;
export type NewStep = Omit<typeof runSteps.$inferInsert, "companyId">;

const stepsOf = (tx: Tx, runId: string) => inCompany(tx, runSteps, eq(runSteps.runId, runId));

export function ofRun(tx: Tx, runId: string): Promise<StepRow[]> {
  return tx.db.select().from(runSteps).where(stepsOf(tx, runId)).orderBy(asc(runSteps.position));
}

/** Writes a step's state if the run is held; one row per position. Returns whether it is. */
export async function put(tx: Tx, step: NewStep, token: string): Promise<boolean> {
  const { runId, position, key, title, action = null, status, detail = null, result = null } = step;
  const how = [position, key, title, action, status, detail, result === null ? null : JSON.stringify(result)];
  const when = [step.startedAt.toISOString(), step.finishedAt?.toISOString() ?? null];
  const { rowCount } = await tx.db.$client.query({ text: putText }, [tx.company, runId, token, ...how, ...when]);
  return rowCount === 1;
}

/** Constant, so that it is built and planned once. */
const putText = `
  INSERT INTO agent_run_steps (company_id, run_id, position, key, title, tool, status, detail, result, started_at, finished_at)
  SELECT company_id, id, $4::int, $5, $6, $7, $8, $9, $10::jsonb, $11::timestamptz, $12::timestamptz
  FROM agent_runs WHERE company_id = $1 AND id = $2 AND status = 'running' AND lease_token = $3::uuid
  FOR SHARE
  ON CONFLICT (company_id, run_id, position) DO UPDATE SET key = excluded.key, title = excluded.title, tool = excluded.tool,
    status = excluded.status, detail = excluded.detail, result = excluded.result, started_at = excluded.started_at,
    finished_at = excluded.finished_at`;

/** Writes what a run has cost so far, while the caller holds its lease. */
export async function putCost(tx: Tx, runId: string, token: string, { state, usd }: Cost): Promise<void> {
  await tx.db
    .update(runs)
    .set({ costState: state, costUsd: usd })
    .where(heldBy(tx, runId, token));
}

/** Shows which engine works on a run, while the caller holds its lease. */
export async function putEngine(tx: Tx, runId: string, token: string, engine: string): Promise<void> {
  await tx.db
    .update(runs)
    .set({ engine })
    .where(heldBy(tx, runId, token));
}

/** Shows what a model has written so far; false if the caller no longer holds the run. */
export async function putDraft(tx: Tx, runId: string, token: string, draft: Draft | null): Promise<boolean> {
  const rows = await tx.db
    .update(runs)
    .set({ draft })
    .where(inCompany(tx, runs, eq(runs.id, runId), eq(runs.leaseToken, token)))
    .returning({ id: runs.id });
  return rows.length > 0;
}

/** Deletes a run's steps from a position on; the caller must hold its lease. */
export async function removeFrom(
  tx: Tx,
  { runId, position }: { runId: string; position: number },
  token: string,
): Promise<void> {
  // Locks the run, so that no one takes it over in between.
  const isHeld = sql`EXISTS (SELECT FROM ${runs} WHERE ${heldBy(tx, runId, token)} FOR SHARE)`;
  await tx.db.delete(runSteps).where(and(stepsOf(tx, runId), gte(runSteps.position, position), isHeld));
}

/** Deletes the texts sent to and received from models by runs that ended before a time; returns how many runs. */
export async function forgetTexts(tx: Tx, before: Date): Promise<number> {
  const { rows } = await tx.db.execute<{ count: number }>(sql`
    WITH old AS (
      UPDATE agent_runs SET given = NULL WHERE company_id = ${tx.company} AND given IS NOT NULL
        AND finished_at < ${before.toISOString()}::timestamptz AND (engine <> 'rules' OR degraded) RETURNING id
    ), steps AS (
      UPDATE agent_run_steps s SET result = NULL FROM old
      WHERE s.company_id = ${tx.company} AND s.run_id = old.id AND s.result IS NOT NULL
    ) SELECT count(*)::int AS count FROM old`);
  return rows[0]?.count ?? 0;
}

/** The actions finished child runs used, and their agents. */
export async function actionsBelow(tx: Tx, runId: string): Promise<{ agentId: string; action: string }[]> {
  const { rows } = await tx.db.execute<{ agentId: string; action: string }>(sql`
    WITH RECURSIVE below AS (
      SELECT id, agent_id FROM agent_runs WHERE company_id = ${tx.company} AND parent_id = ${runId} AND status = 'done'
      UNION ALL
      SELECT r.id, r.agent_id FROM agent_runs r JOIN below b ON r.parent_id = b.id
      WHERE r.company_id = ${tx.company} AND r.status = 'done'
    )
    SELECT DISTINCT b.agent_id AS "agentId", translate(s.tool, '.-', '__') AS action FROM below b
    JOIN agent_run_steps s ON s.company_id = ${tx.company} AND s.run_id = b.id
    WHERE s.tool IS NOT NULL AND s.status = 'done' ORDER BY 1, 2`);
  return rows;
}
