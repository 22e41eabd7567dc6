import { and, asc, desc, eq, getTableColumns, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { Room } from "#agency/run/room.ts";
import { runSteps, runs } from "#agency/run/tables.ts";
import type { Origin } from "#contract/origins.ts";
import type { Fact } from "#contract/report.ts";
import type { Page } from "#contract/cursor.ts";
import type { RunStatus } from "#contract/runs.ts";
import type { Tx } from "#platform/context.ts";
import { pageOf, placeOf, valueOf } from "#platform/db/cursor.ts";
import { company, prepared } from "#platform/db/prepared.ts";
import { together } from "#platform/db/transaction.ts";
import type { OpenDatabase } from "#platform/db/open.ts";
import { bringBack, moveAway } from "#platform/kept/store.ts";

export type RunRow = typeof runs.$inferSelect;
export type StepRow = typeof runSteps.$inferSelect;
export type NewRun = Omit<typeof runs.$inferInsert, "companyId" | "createdAt">;
export type NewStep = Omit<typeof runSteps.$inferInsert, "companyId">;

const mine = (tx: Tx, id: string) => and(eq(runs.companyId, tx.company), eq(runs.id, id));
const held = (tx: Tx, id: string, token: string) =>
  and(mine(tx, id), eq(runs.status, "running"), eq(runs.leaseToken, token));
const stepsOf = (tx: Tx, runId: string) => and(eq(runSteps.companyId, tx.company), eq(runSteps.runId, runId));
/** The database's clock, by which leases go: those of instances differ. */
const fromNow = (milliseconds: number) => sql`clock_timestamp() + ${`${milliseconds} milliseconds`}::interval`;

export async function add(tx: Tx, row: NewRun): Promise<void> {
  await tx.db.insert(runs).values({ ...row, companyId: tx.company, createdAt: tx.now });
}

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

export async function find(tx: Tx, id: string): Promise<RunRow | null> {
  const [row] = await tx.db.select().from(runs).where(mine(tx, id));
  return row ?? null;
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

/** Finds the run another one delegated, by what it was asked. */
export async function findChild(tx: Tx, parentId: string, fingerprint: string): Promise<RunRow | null> {
  const [row] = await tx.db
    .select()
    .from(runs)
    .where(and(eq(runs.companyId, tx.company), eq(runs.parentId, parentId), eq(runs.fingerprint, fingerprint)));
  return row ?? null;
}

/** The runs that one delegated, first asked first. */
export function childrenOf(tx: Tx, parentId: string): Promise<RunRow[]> {
  return tx.db
    .select()
    .from(runs)
    .where(and(eq(runs.companyId, tx.company), eq(runs.parentId, parentId)))
    .orderBy(asc(runs.createdAt), asc(runs.id));
}

/** What the runs above one are doing, itself included. */
export async function fingerprintsAbove(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await tx.db.execute<{ fingerprint: string }>(sql`
    WITH RECURSIVE above AS (
      SELECT parent_id, fingerprint FROM agent_runs WHERE company_id = ${tx.company} AND id = ${id}
      UNION ALL
      SELECT r.parent_id, r.fingerprint FROM agent_runs r JOIN above a ON r.id = a.parent_id
      WHERE r.company_id = ${tx.company}
    ) SELECT fingerprint FROM above`);
  return rows.map((row) => row.fingerprint);
}

/** Adds a run that is done already, with its steps. */
export async function addDone(
  tx: Tx,
  row: NewRun,
  done: readonly Pick<StepRow, "key" | "title" | "detail">[],
): Promise<void> {
  const moments = { startedAt: tx.now, finishedAt: tx.now };
  const of = { companyId: tx.company, runId: row.id, status: "done" as const, ...moments };
  await together(
    tx,
    () => add(tx, { ...row, ...moments, status: "done" }),
    async () => {
      await tx.db.insert(runSteps).values(done.map((step, position) => ({ ...step, ...of, position })));
    },
  );
}

/** Waits for whoever claims another run of the company, and holds the gate until the transaction ends. */
export async function passGate(tx: Tx): Promise<void> {
  await tx.db.$client.query({ text: gateText }, [tx.company]);
}

const gateText = `
  INSERT INTO agent_run_gates (company_id) VALUES ($1) ON CONFLICT (company_id) DO UPDATE SET company_id = excluded.company_id`;

/** How many runs are under way and wait; delegated ones belong to the one that delegated them. */
export async function room(tx: Tx): Promise<Room> {
  const { rows } = await tx.db.$client.query({ text: roomText }, [tx.company]);
  return (rows as Room[])[0] ?? { underWay: 0, due: 0, queued: 0 };
}

const roomText = `
  SELECT count(*) FILTER (WHERE status = 'running' AND lease_until > clock_timestamp())::int AS "underWay",
    count(*) FILTER (WHERE status = 'queued' AND (not_before IS NULL OR not_before <= clock_timestamp()))::int AS due,
    count(*) FILTER (WHERE status = 'queued')::int AS queued
  FROM agent_runs WHERE company_id = $1 AND status IN ('queued', 'running') AND parent_id IS NULL`;

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
    .where(held(tx, id, token))
    .returning({ stopAskedAt: runs.stopAskedAt });
  return { held: row !== undefined, stopAsked: Boolean(row?.stopAskedAt) };
}

/** Lets a run wait again for some milliseconds, with a sentence that says why; gives whether it does. One that was asked to stop does not. */
export async function release(tx: Tx, id: string, token: string, sentence: string, pause: number): Promise<boolean> {
  const rows = await tx.db
    .update(runs)
    .set({ status: "queued", leaseToken: null, leaseUntil: null, sentence, notBefore: fromNow(pause) })
    .where(and(held(tx, id, token), isNull(runs.stopAskedAt)))
    .returning({ id: runs.id });
  return rows.length > 0;
}

export type Ending = {
  status: Extract<RunStatus, "done" | "failed" | "stopped">;
  output?: unknown;
  facts?: Fact[];
  origin?: Origin;
  sentence?: string | null;
};

/** Ends a run that this worker holds; gives whether it did. One that was asked to stop is not done any more. */
export async function end(tx: Tx, id: string, token: string, ending: Ending): Promise<boolean> {
  const { status, output = null, facts = [], origin = null, sentence = null, ...more } = ending;
  more satisfies Record<string, never>;
  const done = [status, JSON.stringify(output), JSON.stringify(facts), origin, sentence, tx.now.toISOString()];
  const { rowCount } = await tx.db.$client.query({ text: endText }, [tx.company, id, token, ...done]);
  return rowCount === 1;
}

/** Constant, so that it is built and planned once. */
const endText = `
  UPDATE agent_runs SET status = $4, output = nullif($5::jsonb, 'null'), facts = $6::jsonb, origin = coalesce($7, origin),
    sentence = $8, finished_at = $9::timestamptz, lease_token = NULL, lease_until = NULL
  WHERE company_id = $1 AND id = $2 AND lease_token = $3 AND status = 'running'
    AND ($4 <> 'done' OR stop_asked_at IS NULL)`;

/** Whether this worker still has a run. */
export async function isHeldBy(tx: Tx, id: string, token: string): Promise<boolean> {
  const rows = await tx.db
    .select({ id: runs.id })
    .from(runs)
    .where(held(tx, id, token));
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

/** The run that has waited longest and is due, or whose worker is gone. */
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
        // Written out, so that their index is used.
        sql`${runs.status} IN ('queued', 'running')`,
        or(
          and(eq(runs.status, "queued"), or(isNull(runs.notBefore), lte(runs.notBefore, sql`clock_timestamp()`))),
          // Its job may have come while there was no room.
          and(eq(runs.status, "running"), lte(runs.leaseUntil, sql`clock_timestamp()`)),
        ),
      ),
    )
    .orderBy(asc(runs.createdAt), asc(runs.id))
    .limit(1),
);

/** A run's steps in their order. */
export function steps(tx: Tx, runId: string): Promise<StepRow[]> {
  return tx.db.select().from(runSteps).where(stepsOf(tx, runId)).orderBy(asc(runSteps.position));
}

/** Writes how a step stands, for whoever holds the run; a position has one row. Gives whether it is held. */
export async function putStep(tx: Tx, step: NewStep, token: string): Promise<boolean> {
  const {
    runId,
    position,
    key,
    title,
    tool = null,
    status,
    detail = null,
    result = null,
    startedAt,
    finishedAt = null,
  } = step;
  const { rowCount } = await tx.db.execute(sql`
    INSERT INTO agent_run_steps (company_id, run_id, position, key, title, tool, status, detail, result, started_at, finished_at)
    SELECT company_id, id, ${position}::int, ${key}, ${title}, ${tool}, ${status}, ${detail},
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

/**
 * Runs of all companies that are due or begun, that nobody works on and for which no job waits: whoever had them died too often to be
 * given the job again. Of those that wait the first is enough: whoever ends a run wakes the next.
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

/** Gives the runs that only a new job brings on, as the owner, past every wall; milliseconds since when. */
export async function forgotten(
  connectOwner: OpenDatabase["connectOwner"],
  job: string,
  since: number,
): Promise<{ company: string; id: string }[]> {
  const owner = connectOwner();
  await owner.connect();
  try {
    return (await owner.query<{ company: string; id: string }>(forgottenRuns, [`${since} milliseconds`, job])).rows;
  } finally {
    await owner.end();
  }
}

const pageSize = 50;

type Asked = { agentId?: string | undefined; cursor?: string | undefined };

/** One page of runs, newest first, of one agent where one is given. */
export async function list(tx: Tx, { agentId, cursor }: Asked): Promise<Page<readonly RunRow[]>> {
  const asked = { company: tx.company, list: "runs", agentId };
  const [createdAt = "", id = ""] = cursor ? placeOf(cursor, asked, ["instant", "id"]) : [];
  const older = sql`(${runs.createdAt}, ${runs.id}) < (${valueOf("instant", createdAt)}, ${valueOf("id", id)})`;
  const rows = await tx.db
    .select({ ...getTableColumns(runs), exactly: sql<string>`${runs.createdAt}::text` })
    .from(runs)
    .where(
      and(eq(runs.companyId, tx.company), agentId ? eq(runs.agentId, agentId) : undefined, cursor ? older : undefined),
    )
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(pageSize + 1);
  return pageOf(rows, pageSize, asked, (row) => [row.exactly, row.id]);
}

/** Stops all of the company's runs, takes them away with their steps and keeps them in a bundle; gives how many. */
export async function moveAllAway(tx: Tx, bundle: string): Promise<number> {
  // Whoever works on one finds that it is no longer theirs, and ends.
  await tx.db
    .update(runs)
    .set({ status: "stopped", sentence: "The company's data was reset.", leaseToken: null, finishedAt: tx.now })
    .where(and(eq(runs.companyId, tx.company), inArray(runs.status, ["queued", "running"])));
  await moveAway(tx, bundle, runSteps, eq(runSteps.companyId, tx.company));
  return moveAway(tx, bundle, runs, eq(runs.companyId, tx.company));
}

/** Puts the runs of a bundle back as they were. */
export async function bringAllBack(tx: Tx, bundle: string): Promise<void> {
  await bringBack(tx, bundle, runs);
  await bringBack(tx, bundle, runSteps);
}
