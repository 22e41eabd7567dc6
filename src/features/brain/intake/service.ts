import { runsThatUsed } from "#agency/run/used/store.ts";
import { pluralize } from "#contract/format.ts";
import type { Counts, SyncResult } from "#features/brain/contract.ts";
import { brainSynced } from "#features/brain/events.ts";
import {
  outcomeOf,
  type SourceRow,
  readComment,
  readDecision,
  readMessage,
  readOutcome,
  readTask,
  type SourceName,
  sourceNames,
} from "#features/brain/intake/reading/service.ts";
import * as store from "#features/brain/intake/store.ts";
import { removePassages } from "#features/brain/keeping/service.ts";
import * as log from "#features/brain/patterns/store.ts";
import { recallId } from "#features/brain/rules.ts";
import { embedJob, ingest } from "#features/brain/service.ts";
import { waiting } from "#features/brain/store.ts";
import { commentsSince } from "#features/communications/comments/since/store.ts";
import { messagesSince } from "#features/communications/since/store.ts";
import { resolvedSince, settledSince } from "#features/decisions/since/store.ts";
import { completedSince } from "#features/tasks/since/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

const pageSize = 200;
const firstId = "00000000-0000-0000-0000-000000000000";
/** Transactions may commit out of order, so the last two minutes are read again; known rows are skipped. */
const overlapMs = 120_000;

const none: Counts = { added: 0, updated: 0, skipped: 0, conflicted: 0 };
const sum = (one: Counts, other: Counts): Counts => ({
  added: one.added + other.added,
  updated: one.updated + other.updated,
  skipped: one.skipped + other.skipped,
  conflicted: one.conflicted + other.conflicted,
});

async function pageOf(tx: Tx, name: SourceName, at: Date, id: string): Promise<SourceRow[]> {
  if (name === "communication") return (await messagesSince(tx, at, id, pageSize)).map(readMessage);
  if (name === "comment") return (await commentsSince(tx, at, id, pageSize)).map(readComment);
  if (name === "task") return (await completedSince(tx, at, id, pageSize)).map(readTask);
  if (name === "decision") {
    const rows = await settledSince(tx, at, id, pageSize);
    await log.logDecisions(tx, rows);
    return rows.map(readDecision);
  }
  const rows = await resolvedSince(tx, at, id, pageSize);
  for (const { forecast, decision } of rows)
    await log.setOutcome(tx, decision.id, `${outcomeOf(forecast)}: ${forecast.claim}`);
  return rows.map(readOutcome);
}

/** Whether outside text may have influenced what a run wrote. What a person settled is ingested all the same. */
const isSteered = (name: SourceName, { origin }: NonNullable<SourceRow["item"]>): boolean =>
  origin === "external" && name !== "decision" && name !== "outcome";

/** Ingests the next page of a source, except texts of runs that asked the Brain. */
export async function readSource(tx: Tx, name: SourceName): Promise<{ counts: Counts; hasMore: boolean }> {
  const cursor = await store.cursorOf(tx, name);
  const fromAt = cursor ? new Date(cursor.at.getTime() - overlapMs) : new Date(0);
  let rows = await pageOf(tx, name, fromAt, firstId);
  // If the overlap fills the whole page, continue from the cursor, or reading would never advance.
  if (cursor && rows.length === pageSize && (rows.at(-1)?.at ?? fromAt) <= cursor.at)
    rows = await pageOf(tx, name, cursor.at, cursor.lastId);
  const ownRuns = await runsThatUsed(tx, recallId, [...new Set(rows.flatMap(({ runId }) => runId ?? []))]);
  const taken = rows.filter(
    ({ runId, item }) => item !== null && !(runId && (ownRuns.has(runId) || isSteered(name, item))),
  );
  const counts = await ingest(tx, {
    source: { type: name === "outcome" ? "decision" : name, origin: "system" },
    items: taken.flatMap(({ item }) => item ?? []),
  });
  const last = rows.at(-1);
  if (last && (!cursor || last.at >= cursor.at)) await store.putCursor(tx, name, last.at, last.id);
  return {
    counts: { ...counts, skipped: counts.skipped + rows.length - taken.length },
    hasMore: rows.length === pageSize,
  };
}

/** Reads the next page of each source. */
export function sync(ctx: Ctx): Promise<SyncResult> {
  return write(ctx, async (tx) => {
    const sources: SyncResult["sources"] = [];
    let hasMore = false;
    for (const name of sourceNames) {
      const result = await readSource(tx, name);
      sources.push({ source: name, ...result.counts });
      hasMore ||= result.hasMore;
    }
    const total = sources.reduce<Counts>((all, { source: _source, ...counts }) => sum(all, counts), none);
    await store.setSynced(tx);
    // After the embedder changed, all vectors are computed again.
    if ((await waiting(tx, tx.embedder.name)) > 0) await tx.jobs.send(tx.db, embedJob, tx.company, {});
    await record(tx, brainSynced(total));
    const news = total.added + total.updated;
    const message = news === 0 ? "Nothing new" : `${pluralize(total.added, "item")} added, ${total.updated} updated`;
    return { sources, total, hasMore, message: hasMore ? `${message}. More is left: sync again.` : message };
  });
}

/** Deletes what was stored about a decision that is pending again. */
export async function forgetDecision(tx: Tx, id: string): Promise<void> {
  await removePassages(tx, await store.ofDecision(tx, id));
  await log.dropDecision(tx, id);
}

/** Deletes the passages taken from comments; returns their ids. */
export async function forgetComments(tx: Tx, comments: readonly string[]): Promise<string[]> {
  const passages = await store.ofComments(tx, comments);
  await removePassages(tx, passages);
  return passages;
}
