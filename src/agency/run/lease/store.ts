import { and, eq, getTableColumns, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { byId, type NewRun, type RunRow } from "#agency/run/store.ts";
import { runs } from "#agency/run/tables.ts";
import type { Origin } from "#contract/origins.ts";
import type { Fact } from "#contract/report.ts";
import type { RunStatus } from "#contract/runs.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

/** The run, if this worker holds it, as a condition. */
export const heldBy = (tx: Tx, id: string, token: string) =>
  and(byId(tx, id), eq(runs.status, "running"), eq(runs.leaseToken, token));
/** Leases use the database's clock, because those of instances differ. */
const fromNow = (milliseconds: number) => sql`clock_timestamp() + ${`${milliseconds} milliseconds`}::interval`;

/** Adds a run that its creator works on immediately. */
export async function addHeld(tx: Tx, row: NewRun, token: string, lease: number): Promise<RunRow> {
  const held = { status: "running" as const, leaseToken: token, leaseUntil: fromNow(lease), attempts: 1 };
  const [added] = await tx.db
    .insert(runs)
    .values({ ...row, ...held, companyId: tx.company, createdAt: tx.now, startedAt: tx.now })
    .returning();
  if (!added) throw new Error("The run was not written.");
  return added;
}

/** Finds a run and the milliseconds left on its lease, by the database's clock. */
export async function findLeased(tx: Tx, id: string): Promise<{ row: RunRow; heldFor: number } | null> {
  const [found] = await tx.db
    .select({
      row: getTableColumns(runs),
      heldFor: sql<number>`coalesce(extract(epoch FROM ${runs.leaseUntil} - clock_timestamp()) * 1000, 0)::float8`,
    })
    .from(runs)
    .where(byId(tx, id));
  return found ?? null;
}

/** Claims a queued run or one whose worker is gone; null if it is held or ended. */
export async function claim(tx: Tx, id: string, token: string, lease: number): Promise<RunRow | null> {
  const [row] = await tx.db
    .update(runs)
    .set({
      status: "running",
      // Left by a worker that is gone.
      draft: null,
      leaseToken: token,
      leaseUntil: fromNow(lease),
      attempts: sql`${runs.attempts} + 1`,
      startedAt: sql`coalesce(${runs.startedAt}, ${tx.now.toISOString()}::timestamptz)`,
      sentence: null,
    })
    .where(
      and(
        byId(tx, id),
        or(eq(runs.status, "queued"), and(eq(runs.status, "running"), lte(runs.leaseUntil, sql`clock_timestamp()`))),
      ),
    )
    .returning();
  return row ?? null;
}

/** Takes over a run from any holder: the parent's lease guarantees that no one else works on it. */
export async function take(tx: Tx, id: string, token: string, lease: number): Promise<RunRow | null> {
  const [row] = await tx.db
    .update(runs)
    .set({
      status: "running",
      draft: null,
      leaseToken: token,
      leaseUntil: fromNow(lease),
      attempts: sql`${runs.attempts} + 1`,
    })
    .where(and(byId(tx, id), inArray(runs.status, ["queued", "running"])))
    .returning();
  return row ?? null;
}

/** Renews the lease; returns whether the run is still held and whether it should stop. */
export async function renew(
  tx: Tx,
  id: string,
  token: string,
  lease: number,
): Promise<{ held: boolean; stopAsked: boolean }> {
  const [row] = await tx.db
    .update(runs)
    .set({ leaseUntil: fromNow(lease) })
    .where(heldBy(tx, id, token))
    .returning({ stopAskedAt: runs.stopAskedAt });
  return { held: row !== undefined, stopAsked: Boolean(row?.stopAskedAt) };
}

/** Requeues a run after a pause, with the reason; false if it was asked to stop. */
export async function release(
  tx: Tx,
  id: string,
  token: string,
  sentence: string,
  { pause, ...spent }: { pause: number } & Pick<RunRow, "engine" | "costState" | "costUsd">,
): Promise<boolean> {
  const rows = await tx.db
    .update(runs)
    .set({
      status: "queued",
      draft: null,
      leaseToken: null,
      leaseUntil: null,
      sentence,
      notBefore: fromNow(pause),
      ...spent,
    })
    .where(and(heldBy(tx, id, token), isNull(runs.stopAskedAt)))
    .returning({ id: runs.id });
  return rows.length > 0;
}

export type Ending = {
  status: Extract<RunStatus, "done" | "failed" | "stopped">;
  output?: unknown;
  facts?: Fact[];
  origin?: Origin;
  sentence?: string | null;
  /** The engine, its cost and whether rules replaced it; omitted fields stay unchanged. */
  engine?: string;
  degraded?: boolean;
  costState?: RunRow["costState"];
  costUsd?: number | null;
};

/** Ends a run this worker holds; false if it does not, or if a run asked to stop would become done. */
export async function end(tx: Tx, id: string, token: string, ending: Ending): Promise<boolean> {
  const { status, output = null, facts = [], origin = null, sentence = null, ...engineFields } = ending;
  const { engine = null, costState = null, costUsd = null, degraded = null, ...more } = engineFields;
  more satisfies Record<string, never>;
  const done = [status, JSON.stringify(output), JSON.stringify(facts), origin, sentence, tx.now.toISOString()];
  const spent = [engine, costState, costUsd, degraded];
  const { rowCount } = await tx.db.$client.query({ text: endText }, [tx.company, id, token, ...done, ...spent]);
  return rowCount === 1;
}

/** Constant, so it is planned once. */
const endText = `
  UPDATE agent_runs SET status = $4, output = nullif($5::jsonb, 'null'), facts = $6::jsonb, origin = coalesce($7, origin),
    draft = NULL, sentence = $8, finished_at = $9::timestamptz, lease_token = NULL, lease_until = NULL,
    engine = coalesce($10, engine), cost_state = coalesce($11, cost_state),
    cost_usd = CASE WHEN $11 IS NULL THEN cost_usd ELSE $12::numeric END,
    degraded = coalesce($13::boolean, degraded)
  WHERE company_id = $1 AND id = $2 AND lease_token = $3 AND status = 'running'
    AND ($4 <> 'done' OR stop_asked_at IS NULL)`;

export async function isHeldBy(tx: Tx, id: string, token: string): Promise<boolean> {
  const rows = await tx.db
    .select({ id: runs.id })
    .from(runs)
    .where(heldBy(tx, id, token));
  return rows.length > 0;
}

/** Ends a run without a live worker; returns it, or null if it had ended or has a worker. */
export async function endUnheld(tx: Tx, id: string, ending: Ending): Promise<RunRow | null> {
  const [row] = await tx.db
    .update(runs)
    .set({ ...ending, draft: null, leaseToken: null, leaseUntil: null, finishedAt: tx.now })
    .where(
      and(
        byId(tx, id),
        or(eq(runs.status, "queued"), and(eq(runs.status, "running"), lte(runs.leaseUntil, sql`clock_timestamp()`))),
      ),
    )
    .returning();
  return row ?? null;
}

/** Ends all unfinished runs below one; returns them. */
export function endBelow(tx: Tx, id: string, ending: Ending): Promise<RunRow[]> {
  const below = sql`(WITH RECURSIVE below AS (
    SELECT id FROM agent_runs WHERE company_id = ${tx.company} AND parent_id = ${id}
    UNION ALL
    SELECT r.id FROM agent_runs r JOIN below b ON r.parent_id = b.id WHERE r.company_id = ${tx.company}
  ) SELECT id FROM below)`;
  return tx.db
    .update(runs)
    .set({ ...ending, leaseToken: null, leaseUntil: null, finishedAt: tx.now })
    .where(inCompany(tx, runs, sql`${runs.id} IN ${below}`, inArray(runs.status, ["queued", "running"])))
    .returning();
}

/** Asks an unfinished run to stop; false if it ended or was asked before. */
export async function askToStop(tx: Tx, id: string, personId: string): Promise<boolean> {
  const rows = await tx.db
    .update(runs)
    .set({ stopAskedAt: tx.now, stopAskedBy: personId })
    .where(and(byId(tx, id), inArray(runs.status, ["queued", "running"]), isNull(runs.stopAskedAt)))
    .returning({ id: runs.id });
  return rows.length > 0;
}

/** Asks all unfinished runs to stop, or only those the clock or an event started, each with the runs below it. */
export function askAllToStop(
  tx: Tx,
  { alone, by }: { alone: boolean; by: string | null },
): Promise<Pick<RunRow, "id" | "status" | "parentId">[]> {
  const asked = sql`(WITH RECURSIVE asked AS (
    SELECT id FROM agent_runs WHERE company_id = ${tx.company} AND parent_id IS NULL
      AND status IN ('queued', 'running') ${alone ? sql`AND trigger IN ('schedule', 'event')` : sql``}
    UNION ALL
    SELECT r.id FROM agent_runs r JOIN asked a ON r.parent_id = a.id WHERE r.company_id = ${tx.company}
  ) SELECT id FROM asked)`;
  return tx.db
    .update(runs)
    .set({ stopAskedAt: tx.now, stopAskedBy: by })
    .where(
      inCompany(
        tx,
        runs,
        sql`${runs.id} IN ${asked}`,
        inArray(runs.status, ["queued", "running"]),
        isNull(runs.stopAskedAt),
      ),
    )
    .returning({ id: runs.id, status: runs.status, parentId: runs.parentId });
}
