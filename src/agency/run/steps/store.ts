import { and, asc, eq, gte, sql } from "drizzle-orm";
import { heldBy } from "#agency/run/lease/store.ts";
import { runSteps, runs } from "#agency/run/tables.ts";
import type { Tx } from "#platform/context.ts";

export type StepRow = typeof runSteps.$inferSelect;
export type NewStep = Omit<typeof runSteps.$inferInsert, "companyId">;

const stepsOf = (tx: Tx, runId: string) => and(eq(runSteps.companyId, tx.company), eq(runSteps.runId, runId));

export function ofRun(tx: Tx, runId: string): Promise<StepRow[]> {
  return tx.db.select().from(runSteps).where(stepsOf(tx, runId)).orderBy(asc(runSteps.position));
}

/** Writes a step's state if the run is held; one row per position. Returns whether it is. */
export async function put(tx: Tx, step: NewStep, token: string): Promise<boolean> {
  const {
    runId,
    position,
    key,
    title,
    action = null,
    status,
    detail = null,
    result = null,
    startedAt,
    finishedAt = null,
  } = step;
  const { rowCount } = await tx.db.execute(sql`
    INSERT INTO agent_run_steps (company_id, run_id, position, key, title, tool, status, detail, result, started_at, finished_at)
    SELECT company_id, id, ${position}::int, ${key}, ${title}, ${action}, ${status}, ${detail},
      ${result === null ? null : JSON.stringify(result)}::jsonb, ${startedAt.toISOString()}::timestamptz,
      ${finishedAt?.toISOString() ?? null}::timestamptz
    FROM agent_runs
    WHERE company_id = ${tx.company} AND id = ${runId} AND status = 'running' AND lease_token = ${token}::uuid
    FOR SHARE
    ON CONFLICT (company_id, run_id, position) DO UPDATE SET key = excluded.key, title = excluded.title, tool = excluded.tool,
      status = excluded.status, detail = excluded.detail, result = excluded.result, started_at = excluded.started_at,
      finished_at = excluded.finished_at`);
  return rowCount === 1;
}

/** Deletes a run's steps from a position on, if the run is held. */
export async function removeFrom(
  tx: Tx,
  { runId, position }: { runId: string; position: number },
  token: string,
): Promise<void> {
  // Locks the run, so that no one takes it over in between.
  const isHeld = sql`EXISTS (SELECT FROM ${runs} WHERE ${heldBy(tx, runId, token)} FOR SHARE)`;
  await tx.db.delete(runSteps).where(and(stepsOf(tx, runId), gte(runSteps.position, position), isHeld));
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
