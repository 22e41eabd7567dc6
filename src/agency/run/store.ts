import { and, asc, desc, eq, getTableColumns, gte, inArray, isNull, or, sql } from "drizzle-orm";
import { runs } from "#agency/run/tables.ts";
import type { Page } from "#contract/cursor.ts";
import type { Tx } from "#platform/context.ts";
import { pageOf, placeOf, valueOf } from "#platform/db/cursor.ts";
import { pick, inCompany } from "#platform/db/columns.ts";

export type RunRow = typeof runs.$inferSelect;
export type NewRun = Omit<typeof runs.$inferInsert, "companyId" | "createdAt">;

/** A run of the company by id, as a condition. */
export const byId = (tx: Tx, id: string) => inCompany(tx, runs, eq(runs.id, id));

export async function add(tx: Tx, row: NewRun): Promise<void> {
  await tx.db.insert(runs).values({ ...row, companyId: tx.company, createdAt: tx.now });
}

/** Adds to what a run says for people. */
export async function addSentence(tx: Tx, id: string, sentence: string): Promise<void> {
  await tx.db
    .update(runs)
    .set({ sentence: sql`concat_ws(' ', ${runs.sentence}, ${sentence}::text)` })
    .where(byId(tx, id));
}

export async function find(tx: Tx, id: string): Promise<RunRow | null> {
  const [row] = await tx.db.select().from(runs).where(byId(tx, id));
  return row ?? null;
}

/** Whether the actor may read a run, as a condition: a private one only the person who asked. */
const isReadable = ({ actor }: Tx) =>
  or(isNull(runs.privateTo), actor.kind === "user" ? eq(runs.privateTo, actor.id) : undefined);

/** Like `find`, without the private runs of other people. */
export async function findReadable(tx: Tx, id: string): Promise<RunRow | null> {
  const [row] = await tx.db
    .select()
    .from(runs)
    .where(and(byId(tx, id), isReadable(tx)));
  return row ?? null;
}

export async function findChild(tx: Tx, parentId: string, fingerprint: string): Promise<RunRow | null> {
  const [row] = await tx.db
    .select()
    .from(runs)
    .where(inCompany(tx, runs, eq(runs.parentId, parentId), eq(runs.fingerprint, fingerprint)));
  return row ?? null;
}

/** An agent's run with this fingerprint that was created at a moment. */
export async function findAt(
  tx: Tx,
  { agentId, fingerprint, at }: { agentId: string; fingerprint: string; at: Date },
): Promise<RunRow | null> {
  const own = inCompany(tx, runs, eq(runs.agentId, agentId), eq(runs.createdAt, at));
  const [row] = await tx.db
    .select()
    .from(runs)
    .where(and(own, eq(runs.fingerprint, fingerprint)));
  return row ?? null;
}

export type Finished = Pick<RunRow, "id" | "agentName" | "skill" | "finishedAt"> & { output: unknown };

/** An agent's latest finished run of one of these skills since a moment. */
export async function latestOf(
  tx: Tx,
  agentId: string,
  skills: readonly string[],
  since: Date,
): Promise<Finished | null> {
  const [row] = await tx.db
    .select(pick(runs, "id agentName skill finishedAt output"))
    .from(runs)
    .where(
      inCompany(
        tx,
        runs,
        eq(runs.agentId, agentId),
        gte(runs.createdAt, since),
        inArray(runs.skill, [...skills]),
        eq(runs.status, "done"),
      ),
    )
    .orderBy(desc(runs.createdAt))
    .limit(1);
  return row ?? null;
}

/** A run's children, oldest first. */
export function childrenOf(tx: Tx, parentId: string): Promise<RunRow[]> {
  return tx.db
    .select()
    .from(runs)
    .where(inCompany(tx, runs, eq(runs.parentId, parentId)))
    .orderBy(asc(runs.createdAt), asc(runs.id));
}

/** The fingerprints of a run and all its ancestors. */
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

const pageSize = 50;

type Asked = { agentId?: string | undefined; cursor?: string | undefined };

/** One page of runs, newest first, optionally of one agent. */
export async function list(tx: Tx, { agentId, cursor }: Asked): Promise<Page<readonly RunRow[]>> {
  const asked = { company: tx.company, list: "runs", agentId };
  const [createdAt = "", id = ""] = cursor ? placeOf(cursor, asked, ["instant", "id"]) : [];
  const older = sql`(${runs.createdAt}, ${runs.id}) < (${valueOf("instant", createdAt)}, ${valueOf("id", id)})`;
  const rows = await tx.db
    .select({ ...getTableColumns(runs), exactly: sql<string>`${runs.createdAt}::text` })
    .from(runs)
    .where(
      inCompany(tx, runs, isReadable(tx), agentId ? eq(runs.agentId, agentId) : undefined, cursor ? older : undefined),
    )
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(pageSize + 1);
  return pageOf(rows, pageSize, asked, (row) => [row.exactly, row.id]);
}

/** An agent's unfinished top-level runs not being stopped yet, oldest first. */
export async function unfinishedRuns(tx: Tx, agentId: string): Promise<string[]> {
  const isUnderWay = inArray(runs.status, ["queued", "running"]);
  const rows = await tx.db
    .select({ id: runs.id })
    .from(runs)
    .where(inCompany(tx, runs, eq(runs.agentId, agentId), isUnderWay, isNull(runs.stopAskedAt), isNull(runs.parentId)))
    .orderBy(asc(runs.createdAt), asc(runs.id));
  return rows.map(({ id }) => id);
}

/** Stops all of the company's runs; their workers notice that they lost them and end. */
export async function stopAll(tx: Tx, sentence: string): Promise<void> {
  await tx.db
    .update(runs)
    .set({ status: "stopped", sentence, leaseToken: null, finishedAt: tx.now })
    .where(inCompany(tx, runs, inArray(runs.status, ["queued", "running"])));
}

/** An agent's top-level runs: how many finished since a moment and their cost, and how many ever failed. */
export async function tallyOf(
  tx: Tx,
  agentId: string,
  since: Date,
): Promise<{ runs: number; costUsd: number; failed: number }> {
  const isRecent = sql`${runs.createdAt} >= ${since.toISOString()}::timestamptz AND ${runs.finishedAt} IS NOT NULL`;
  const [row] = await tx.db
    .select({
      runs: sql<number>`(count(*) FILTER (WHERE ${isRecent}))::int`,
      costUsd: sql<number>`coalesce(sum(${runs.costUsd}) FILTER (WHERE ${isRecent}), 0)::float8`,
      failed: sql<number>`(count(*) FILTER (WHERE ${runs.status} = 'failed'))::int`,
    })
    .from(runs)
    .where(inCompany(tx, runs, eq(runs.agentId, agentId), isNull(runs.parentId)));
  return row ?? { runs: 0, costUsd: 0, failed: 0 };
}
