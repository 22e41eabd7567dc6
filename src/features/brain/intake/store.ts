import { eq, inArray, isNotNull } from "drizzle-orm";
import { brainCursors, brainState, memories } from "#features/brain/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export async function cursorOf(tx: Tx, source: string): Promise<{ at: Date; lastId: string } | null> {
  const [row] = await tx.db
    .select({ at: brainCursors.at, lastId: brainCursors.lastId })
    .from(brainCursors)
    .where(inCompany(tx, brainCursors, eq(brainCursors.source, source)));
  return row ?? null;
}

export async function putCursor(tx: Tx, source: string, at: Date, lastId: string): Promise<void> {
  await tx.db
    .insert(brainCursors)
    .values({ companyId: tx.company, source, at, lastId })
    .onConflictDoUpdate({ target: [brainCursors.companyId, brainCursors.source], set: { at, lastId } });
}

/** The number of the last journal entry that was read. */
export async function readSeq(tx: Tx): Promise<number> {
  const [row] = await tx.db.select({ seq: brainState.readSeq }).from(brainState).where(inCompany(tx, brainState));
  return row?.seq ?? 0;
}

export async function putReadSeq(tx: Tx, seq: number): Promise<void> {
  await tx.db
    .insert(brainState)
    .values({ companyId: tx.company, version: 0, readSeq: seq })
    .onConflictDoUpdate({ target: brainState.companyId, set: { readSeq: seq } });
}

export async function setSynced(tx: Tx): Promise<void> {
  await tx.db
    .insert(brainState)
    .values({ companyId: tx.company, version: 0, lastSyncAt: tx.now })
    .onConflictDoUpdate({ target: brainState.companyId, set: { lastSyncAt: tx.now } });
}

export async function lastSyncAt(tx: Tx): Promise<Date | null> {
  const [row] = await tx.db.select({ at: brainState.lastSyncAt }).from(brainState).where(inCompany(tx, brainState));
  return row?.at ?? null;
}

/** The passages about some decisions. */
export async function ofDecisions(tx: Tx, decisions: readonly string[]): Promise<string[]> {
  const rows = await tx.db
    .select({ id: memories.id })
    .from(memories)
    .where(
      inCompany(
        tx,
        memories,
        eq(memories.sourceType, "decision"),
        inArray(memories.sourceId, [...decisions]),
        isNotNull(memories.key),
      ),
    );
  return rows.map(({ id }) => id);
}

/** The passages taken from comments. */
export async function ofComments(tx: Tx, comments: readonly string[]): Promise<string[]> {
  const rows = await tx.db
    .select({ id: memories.id })
    .from(memories)
    .where(inCompany(tx, memories, eq(memories.sourceType, "comment"), inArray(memories.key, [...comments])));
  return rows.map(({ id }) => id);
}
