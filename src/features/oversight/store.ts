import { and, count, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, max, ne, sql } from "drizzle-orm";
import type { LogLevel, SystemStatus } from "#features/oversight/contract.ts";
import { oversightFindings, oversightLogs, oversightStates } from "#features/oversight/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export type StateRow = typeof oversightStates.$inferSelect;
export type FindingRow = typeof oversightFindings.$inferSelect;
export type LogRow = typeof oversightLogs.$inferSelect;

const ownState = (tx: Tx) => inCompany(tx, oversightStates);
const ownFindings = (tx: Tx) => inCompany(tx, oversightFindings);
const ownLogs = (tx: Tx) => inCompany(tx, oversightLogs);

export async function state(tx: Tx): Promise<StateRow | null> {
  const [row] = await tx.db.select().from(oversightStates).where(ownState(tx));
  return row ?? null;
}

/** Locks the row, so that of concurrent checks, stops and undos one runs at a time. */
export async function lockState(tx: Tx): Promise<StateRow | null> {
  const [row] = await tx.db.select().from(oversightStates).where(ownState(tx)).for("update");
  return row ?? null;
}

export async function putState(tx: Tx, row: Omit<StateRow, "companyId">): Promise<void> {
  await tx.db
    .insert(oversightStates)
    .values({ ...row, companyId: tx.company })
    .onConflictDoUpdate({ target: oversightStates.companyId, set: row });
}

export async function changeState(tx: Tx, change: Partial<Omit<StateRow, "companyId">>): Promise<void> {
  await tx.db.update(oversightStates).set(change).where(ownState(tx));
}

/** Open and closed findings, without those that are over. */
export function activeFindings(tx: Tx): Promise<FindingRow[]> {
  return tx.db
    .select()
    .from(oversightFindings)
    .where(and(ownFindings(tx), ne(oversightFindings.state, "over")))
    .orderBy(desc(oversightFindings.createdAt), oversightFindings.id);
}

export function openFindings(tx: Tx): Promise<FindingRow[]> {
  return tx.db
    .select()
    .from(oversightFindings)
    .where(and(ownFindings(tx), eq(oversightFindings.state, "open")))
    .orderBy(desc(oversightFindings.createdAt), oversightFindings.id);
}

export async function findFinding(tx: Tx, id: string): Promise<FindingRow | null> {
  const [row] = await tx.db
    .select()
    .from(oversightFindings)
    .where(and(ownFindings(tx), eq(oversightFindings.id, id)));
  return row ?? null;
}

export async function addFinding(tx: Tx, row: Omit<typeof oversightFindings.$inferInsert, "companyId" | "createdAt">) {
  await tx.db.insert(oversightFindings).values({ ...row, companyId: tx.company, createdAt: tx.now });
}

export async function endFindings(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .update(oversightFindings)
    .set({ state: "over" })
    .where(and(ownFindings(tx), inArray(oversightFindings.id, [...ids])));
}

/** Closes an open finding; false if it is not open. */
export async function closeFinding(tx: Tx, id: string, by: string): Promise<boolean> {
  const rows = await tx.db
    .update(oversightFindings)
    .set({ state: "closed", closedBy: by, closedAt: tx.now })
    .where(and(ownFindings(tx), eq(oversightFindings.id, id), eq(oversightFindings.state, "open")))
    .returning({ id: oversightFindings.id });
  return rows.length > 0;
}

/** Marks an intervention as undone; false if it already was. */
export async function markUndone(tx: Tx, id: string, by: string): Promise<boolean> {
  const rows = await tx.db
    .update(oversightFindings)
    .set({ undoneAt: tx.now, undoneBy: by })
    .where(
      and(
        ownFindings(tx),
        eq(oversightFindings.id, id),
        isNotNull(oversightFindings.intervention),
        isNull(oversightFindings.undoneAt),
      ),
    )
    .returning({ id: oversightFindings.id });
  return rows.length > 0;
}

/** Newest first. */
export function interventionsNotUndone(tx: Tx, limit: number): Promise<FindingRow[]> {
  return tx.db
    .select()
    .from(oversightFindings)
    .where(and(ownFindings(tx), isNotNull(oversightFindings.intervention), isNull(oversightFindings.undoneAt)))
    .orderBy(desc(oversightFindings.createdAt), oversightFindings.id)
    .limit(limit);
}

export async function interventionsSince(tx: Tx, since: Date): Promise<{ total: number; undone: number }> {
  const [row] = await tx.db
    .select({ total: count(), undone: count(oversightFindings.undoneAt) })
    .from(oversightFindings)
    .where(and(ownFindings(tx), isNotNull(oversightFindings.intervention), gte(oversightFindings.createdAt, since)));
  return row ?? { total: 0, undone: 0 };
}

export async function lastFired(tx: Tx): Promise<Map<string, Date>> {
  const rows = await tx.db
    .select({ detector: oversightFindings.detector, at: max(oversightFindings.createdAt) })
    .from(oversightFindings)
    .where(ownFindings(tx))
    .groupBy(oversightFindings.detector);
  return new Map(rows.flatMap(({ detector, at }) => (at ? [[detector, at] as const] : [])));
}

type NewLog = { level: LogLevel; message: string; findingId?: string | null };

/** Adds lines in their order, a microsecond apart. */
export async function addLogs(tx: Tx, status: SystemStatus, lines: readonly NewLog[]): Promise<void> {
  if (lines.length === 0) return;
  await tx.db.insert(oversightLogs).values(
    lines.map(({ level, message, findingId = null }, place) => ({
      companyId: tx.company,
      id: crypto.randomUUID(),
      at: sql`${tx.now.toISOString()}::timestamptz + ${place} * interval '1 microsecond'`,
      level,
      message,
      findingId,
      status,
    })),
  );
}

/** Adds the line of a check that found nothing new; if the newest line is the same, only its time changes. */
export async function addQuietLog(tx: Tx, status: SystemStatus, message: string): Promise<void> {
  const [newest] = await tx.db
    .select()
    .from(oversightLogs)
    .where(ownLogs(tx))
    .orderBy(desc(oversightLogs.at), desc(oversightLogs.id))
    .limit(1);
  if (newest?.isQuiet && newest.status === status && newest.message === message) {
    await tx.db
      .update(oversightLogs)
      .set({ at: tx.now })
      .where(and(ownLogs(tx), eq(oversightLogs.id, newest.id)));
    return;
  }
  await tx.db.insert(oversightLogs).values({
    companyId: tx.company,
    id: crypto.randomUUID(),
    at: tx.now,
    level: "info",
    message,
    status,
    isQuiet: true,
  });
}

export function newestLogs(tx: Tx, limit: number): Promise<LogRow[]> {
  return tx.db
    .select()
    .from(oversightLogs)
    .where(ownLogs(tx))
    .orderBy(desc(oversightLogs.at), desc(oversightLogs.id))
    .limit(limit);
}

export async function removeLogsBefore(tx: Tx, moment: Date): Promise<void> {
  await tx.db.delete(oversightLogs).where(and(ownLogs(tx), lt(oversightLogs.at, moment)));
}

type Change = Pick<LogRow, "at" | "status" | "message">;

/** The last log line before a moment, and every later one that changed the status. */
export async function statusChanges(tx: Tx, since: Date): Promise<{ before: Change | null; changes: Change[] }> {
  const { at, status, message } = oversightLogs;
  const [before] = await tx.db
    .select({ at, status, message })
    .from(oversightLogs)
    .where(and(ownLogs(tx), lt(at, since)))
    .orderBy(desc(at), desc(oversightLogs.id))
    .limit(1);
  const rows = await tx.db
    .select({ at, status, message, was: sql<string | null>`lag(${status}) OVER (ORDER BY ${at}, ${oversightLogs.id})` })
    .from(oversightLogs)
    .where(and(ownLogs(tx), gt(at, since)))
    .orderBy(at, oversightLogs.id);
  const changes = rows.filter((row) => row.status !== (row.was ?? before?.status ?? "INACTIVE"));
  return { before: before ?? null, changes: changes.slice(-100).map(({ was: _was, ...change }) => change) };
}
