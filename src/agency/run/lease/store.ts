import { and, eq, getTableColumns, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { mine, type NewRun, type RunRow } from "#agency/run/store.ts";
import { runs } from "#agency/run/tables.ts";
import type { Origin } from "#contract/origins.ts";
import type { Fact } from "#contract/report.ts";
import type { RunStatus } from "#contract/runs.ts";
import type { Tx } from "#platform/context.ts";

/** A run that this worker holds, as a condition. */
export const heldBy = (tx: Tx, id: string, token: string) =>
  and(mine(tx, id), eq(runs.status, "running"), eq(runs.leaseToken, token));
/** The database's clock, by which leases go: those of instances differ. */
const fromNow = (milliseconds: number) => sql`clock_timestamp() + ${`${milliseconds} milliseconds`}::interval`;

/** Adds a run that its writer works on from the start; gives it. */
export async function addHeld(tx: Tx, row: NewRun, token: string, lease: number): Promise<RunRow> {
  const held = { status: "running" as const, leaseToken: token, leaseUntil: fromNow(lease), attempts: 1 };
  const [added] = await tx.db
    .insert(runs)
    .values({ ...row, ...held, companyId: tx.company, createdAt: tx.now, startedAt: tx.now })
    .returning();
  if (!added) throw new Error("The run was not written.");
  return added;
}

/** Finds a run and for how many milliseconds somebody still holds it, by the database's clock. */
export async function findLeased(tx: Tx, id: string): Promise<{ row: RunRow; heldFor: number } | null> {
  const [found] = await tx.db
    .select({
      row: getTableColumns(runs),
      heldFor: sql<number>`coalesce(extract(epoch FROM ${runs.leaseUntil} - clock_timestamp()) * 1000, 0)::float8`,
    })
    .from(runs)
    .where(mine(tx, id));
  return found ?? null;
}

/** Takes a run that waits, or whose worker is gone; gives it, or null when somebody holds it or it is over. */
export async function claim(tx: Tx, id: string, token: string, lease: number): Promise<RunRow | null> {
  const [row] = await tx.db
    .update(runs)
    .set({
      status: "running",
      leaseToken: token,
      leaseUntil: fromNow(lease),
      attempts: sql`${runs.attempts} + 1`,
      startedAt: sql`coalesce(${runs.startedAt}, ${tx.now.toISOString()}::timestamptz)`,
      sentence: null,
    })
    .where(
      and(
        mine(tx, id),
        or(eq(runs.status, "queued"), and(eq(runs.status, "running"), lte(runs.leaseUntil, sql`clock_timestamp()`))),
      ),
    )
    .returning();
  return row ?? null;
}

/** Takes a run from whoever held it: its parent's lease says that nobody else works on it. */
export async function take(tx: Tx, id: string, token: string, lease: number): Promise<RunRow | null> {
  const [row] = await tx.db
    .update(runs)
    .set({ status: "running", leaseToken: token, leaseUntil: fromNow(lease), attempts: sql`${runs.attempts} + 1` })
    .where(and(mine(tx, id), inArray(runs.status, ["queued", "running"])))
    .returning();
  return row ?? null;
}

/** Holds on to a run; gives whether it is still held and whether it shall stop. */
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

/** Lets a run wait again for some milliseconds, with a sentence that says why; gives whether it does. One that was asked to stop does not. */
export async function release(
  tx: Tx,
  id: string,
  token: string,
  sentence: string,
  { pause, ...spent }: { pause: number } & Pick<RunRow, "engine" | "costState" | "costUsd">,
): Promise<boolean> {
  const rows = await tx.db
    .update(runs)
    .set({ status: "queued", leaseToken: null, leaseUntil: null, sentence, notBefore: fromNow(pause), ...spent })
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
  /** Who did the thinking and what it cost; left out, what stands there stays. */
  engine?: string;
  costState?: RunRow["costState"];
  costUsd?: number | null;
};

/** Ends a run that this worker holds; gives whether it did. One that was asked to stop is not done any more. */
export async function end(tx: Tx, id: string, token: string, ending: Ending): Promise<boolean> {
  const { status, output = null, facts = [], origin = null, sentence = null, ...thinking } = ending;
  const { engine = null, costState = null, costUsd = null, ...more } = thinking;
  more satisfies Record<string, never>;
  const done = [status, JSON.stringify(output), JSON.stringify(facts), origin, sentence, tx.now.toISOString()];
  const spent = [engine, costState, costUsd];
  const { rowCount } = await tx.db.$client.query({ text: endText }, [tx.company, id, token, ...done, ...spent]);
  return rowCount === 1;
}

/** Constant, so that it is built and planned once. */
const endText = `
  UPDATE agent_runs SET status = $4, output = nullif($5::jsonb, 'null'), facts = $6::jsonb, origin = coalesce($7, origin),
    sentence = $8, finished_at = $9::timestamptz, lease_token = NULL, lease_until = NULL,
    engine = coalesce($10, engine), cost_state = coalesce($11, cost_state),
    cost_usd = CASE WHEN $11 IS NULL THEN cost_usd ELSE $12::numeric END
  WHERE company_id = $1 AND id = $2 AND lease_token = $3 AND status = 'running'
    AND ($4 <> 'done' OR stop_asked_at IS NULL)`;

/** Whether this worker still has a run. */
export async function isHeldBy(tx: Tx, id: string, token: string): Promise<boolean> {
  const rows = await tx.db
    .select({ id: runs.id })
    .from(runs)
    .where(heldBy(tx, id, token));
  return rows.length > 0;
}

/** Ends a run that nobody holds, or that was given up; gives it as it was, or null when it was over. */
export async function endUnheld(tx: Tx, id: string, ending: Ending): Promise<RunRow | null> {
  const [row] = await tx.db
    .update(runs)
    .set({ ...ending, leaseToken: null, leaseUntil: null, finishedAt: tx.now })
    .where(
      and(
        mine(tx, id),
        or(eq(runs.status, "queued"), and(eq(runs.status, "running"), lte(runs.leaseUntil, sql`clock_timestamp()`))),
      ),
    )
    .returning();
  return row ?? null;
}

/** Ends whatever below a run is not over; gives it. */
export function endBelow(tx: Tx, id: string, ending: Ending): Promise<RunRow[]> {
  const below = sql`(WITH RECURSIVE below AS (
    SELECT id FROM agent_runs WHERE company_id = ${tx.company} AND parent_id = ${id}
    UNION ALL
    SELECT r.id FROM agent_runs r JOIN below b ON r.parent_id = b.id WHERE r.company_id = ${tx.company}
  ) SELECT id FROM below)`;
  return tx.db
    .update(runs)
    .set({ ...ending, leaseToken: null, leaseUntil: null, finishedAt: tx.now })
    .where(
      and(eq(runs.companyId, tx.company), sql`${runs.id} IN ${below}`, inArray(runs.status, ["queued", "running"])),
    )
    .returning();
}

/** Asks a run that waits or is under way to stop; gives whether it still was. */
export async function askToStop(tx: Tx, id: string, personId: string): Promise<boolean> {
  const rows = await tx.db
    .update(runs)
    .set({ stopAskedAt: tx.now, stopAskedBy: personId })
    .where(and(mine(tx, id), inArray(runs.status, ["queued", "running"]), isNull(runs.stopAskedAt)))
    .returning({ id: runs.id });
  return rows.length > 0;
}
