import { and, count as amountOf, desc, eq, gt, gte, lt, max, ne, notInArray, sql } from "drizzle-orm";
import { autopilotCycles, autopilots } from "#features/orchestrator/autopilot/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import { journal, journalHeads } from "#platform/journal/tables.ts";

export type Settings = Omit<typeof autopilots.$inferSelect, "companyId">;
export type CycleRow = typeof autopilotCycles.$inferSelect;

/** Older cycles are deleted. */
const keptCycles = 500;

export async function find(tx: Tx): Promise<Settings | null> {
  const [row] = await tx.db.select().from(autopilots).where(inCompany(tx, autopilots));
  return row ?? null;
}

export async function put(tx: Tx, settings: Settings): Promise<void> {
  await tx.db
    .insert(autopilots)
    .values({ ...settings, companyId: tx.company })
    .onConflictDoUpdate({ target: autopilots.companyId, set: settings });
}

export async function head(tx: Tx): Promise<number> {
  const [row] = await tx.db.select({ seq: journalHeads.seq }).from(journalHeads).where(inCompany(tx, journalHeads));
  return row?.seq ?? 0;
}

/** Resources whose events are auto-pilot's own, or change nothing that a cycle looks at. */
const ignoredResources = ["run", "orchestrator", "autopilot", "user", "session", "notification"];

/** Entries of the journal since a cycle, without those of agents at work. */
export async function countNew(tx: Tx, since: number): Promise<number> {
  const [row] = await tx.db
    .select({ count: amountOf() })
    .from(journal)
    .where(
      inCompany(
        tx,
        journal,
        gt(journal.seq, since),
        ne(journal.actorKind, "agent"),
        notInArray(journal.resource, ignoredResources),
      ),
    );
  return row?.count ?? 0;
}

const isOne = (tx: Tx, id: string) => inCompany(tx, autopilotCycles, eq(autopilotCycles.id, id));

/** Adds a cycle and deletes those too old to be shown. */
export async function add(tx: Tx, row: Omit<typeof autopilotCycles.$inferInsert, "companyId">): Promise<void> {
  await tx.db.insert(autopilotCycles).values({ ...row, companyId: tx.company });
  await tx.db
    .delete(autopilotCycles)
    .where(inCompany(tx, autopilotCycles, lt(autopilotCycles.number, row.number - keptCycles)));
}

export async function findCycle(tx: Tx, id: string): Promise<CycleRow | null> {
  const [row] = await tx.db.select().from(autopilotCycles).where(isOne(tx, id));
  return row ?? null;
}

export async function findNumber(tx: Tx, number: number): Promise<CycleRow | null> {
  const [row] = await tx.db
    .select()
    .from(autopilotCycles)
    .where(inCompany(tx, autopilotCycles, eq(autopilotCycles.number, number)));
  return row ?? null;
}

/** The last cycle before this one that performed its checks. */
export async function lookedBefore(tx: Tx, { number }: CycleRow): Promise<CycleRow | null> {
  const [row] = await tx.db
    .select()
    .from(autopilotCycles)
    .where(
      inCompany(
        tx,
        autopilotCycles,
        lt(autopilotCycles.number, number),
        ne(autopilotCycles.status, "failed"),
        sql`jsonb_array_length(${autopilotCycles.looked}) > 0`,
      ),
    )
    .orderBy(desc(autopilotCycles.number))
    .limit(1);
  return row ?? null;
}

/** Where in the journal a cycle ended: the head while it runs, its start if it was skipped before it ran. */
export async function endOf(tx: Tx, { id, status, seq }: CycleRow): Promise<number> {
  if (status === "running") return head(tx);
  const [row] = await tx.db
    .select({ seq: max(journal.seq) })
    .from(journal)
    .where(inCompany(tx, journal, eq(journal.resource, "autopilot"), eq(journal.resourceId, id)));
  return row?.seq ?? seq;
}

export async function findRunning(tx: Tx): Promise<CycleRow | null> {
  const [row] = await tx.db
    .select()
    .from(autopilotCycles)
    .where(inCompany(tx, autopilotCycles, eq(autopilotCycles.status, "running")));
  return row ?? null;
}

/** Gives a cycle that runs to a new attempt; null if it has ended. */
export async function takeOver(tx: Tx, id: string): Promise<CycleRow | null> {
  const [row] = await tx.db
    .update(autopilotCycles)
    .set({ attempt: crypto.randomUUID() })
    .where(and(isOne(tx, id), eq(autopilotCycles.status, "running")))
    .returning();
  return row ?? null;
}

type Attempt = Pick<CycleRow, "id" | "attempt">;

/** A cycle that runs, if this attempt still has it. */
const isHeldBy = (tx: Tx, { id, attempt }: Attempt) =>
  and(
    isOne(tx, id),
    eq(autopilotCycles.status, "running"),
    sql`${autopilotCycles.attempt} IS NOT DISTINCT FROM ${attempt}`,
  );

export async function isHeld(tx: Tx, by: Attempt): Promise<boolean> {
  const rows = await tx.db.select({ id: autopilotCycles.id }).from(autopilotCycles).where(isHeldBy(tx, by));
  return rows.length > 0;
}

type Progress = Pick<CycleRow, "did" | "left">;

/** Saves what an attempt has done so far; false if the cycle has ended or another attempt has it. */
export async function saveProgress(tx: Tx, by: Attempt, { did, left }: Progress): Promise<boolean> {
  const kept = await tx.db
    .update(autopilotCycles)
    .set({ did, left })
    .where(isHeldBy(tx, by))
    .returning({ id: autopilotCycles.id });
  return kept.length > 0;
}

/** Adds to a cycle's runs as one starts, and to its cost when one ends, for every attempt of the cycle. */
export async function count(tx: Tx, id: string, { runs = 0, usd = 0 }: { runs?: number; usd?: number }): Promise<void> {
  await tx.db
    .update(autopilotCycles)
    .set({ runs: sql`${autopilotCycles.runs} + ${runs}`, costUsd: sql`${autopilotCycles.costUsd} + ${usd}` })
    .where(isOne(tx, id));
}

/** Ends a cycle that this attempt has. */
export async function end(
  tx: Tx,
  by: Attempt,
  set: Partial<Pick<CycleRow, "status" | "sentence" | "looked" | "did" | "left" | "finishedAt">>,
): Promise<void> {
  await tx.db.update(autopilotCycles).set(set).where(isHeldBy(tx, by));
}

export function listCycles(tx: Tx, most: number): Promise<CycleRow[]> {
  return tx.db
    .select()
    .from(autopilotCycles)
    .where(inCompany(tx, autopilotCycles))
    .orderBy(desc(autopilotCycles.number))
    .limit(most);
}

export async function spentSince(tx: Tx, moment: Date): Promise<{ runs: number; costUsd: number }> {
  const [row] = await tx.db
    .select({
      runs: sql<number>`coalesce(sum(${autopilotCycles.runs}), 0)::int`,
      costUsd: sql<number>`coalesce(sum(${autopilotCycles.costUsd}), 0)::float8`,
    })
    .from(autopilotCycles)
    .where(inCompany(tx, autopilotCycles, gte(autopilotCycles.startedAt, moment)));
  return row ?? { runs: 0, costUsd: 0 };
}
