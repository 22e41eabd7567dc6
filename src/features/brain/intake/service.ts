import { runsThatUsed } from "#agency/run/used/store.ts";
import { pluralize } from "#contract/format.ts";
import type { Counts, SyncResult } from "#features/brain/contract.ts";
import { brainSynced } from "#features/brain/events.ts";
import * as reading from "#features/brain/intake/reading/service.ts";
import * as store from "#features/brain/intake/store.ts";
import { removePassages } from "#features/brain/keeping/service.ts";
import * as log from "#features/brain/patterns/store.ts";
import { recallId } from "#features/brain/rules.ts";
import { embedJob, ingest } from "#features/brain/service.ts";
import { waiting } from "#features/brain/store.ts";
import { commentAdded } from "#features/communications/comments/events.ts";
import { commentsOf, commentsSince } from "#features/communications/comments/since/store.ts";
import { communicationSent } from "#features/communications/events.ts";
import { messagesOf, messagesSince } from "#features/communications/since/store.ts";
import { decisionApproved, decisionRejected, decisionUndone } from "#features/decisions/events.ts";
import { forecastCorrected, forecastResolved } from "#features/decisions/outcome/events.ts";
import * as since from "#features/decisions/since/store.ts";
import { taskUpdated } from "#features/tasks/events.ts";
import { completedOf, completedSince } from "#features/tasks/since/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import { entriesAfter } from "#platform/journal/store.ts";

const pageSize = 200;
const firstId = "00000000-0000-0000-0000-000000000000";
/** Rows may commit in another order than their times, so the last two minutes are read again; known rows are skipped. */
const overlapMs = 120_000;

const none: Counts = { added: 0, updated: 0, skipped: 0, conflicted: 0 };
const sum = (one: Counts, other: Counts): Counts => ({
  added: one.added + other.added,
  updated: one.updated + other.updated,
  skipped: one.skipped + other.skipped,
  conflicted: one.conflicted + other.conflicted,
});

/** Logs settled decisions and gives them to read. */
async function readDecisions(tx: Tx, rows: readonly since.SettledDecision[]): Promise<reading.SourceRow[]> {
  await log.logDecisions(tx, rows);
  return rows.map(reading.readDecision);
}

/** Logs the outcomes of decisions and gives them to read. */
async function readOutcomes(
  tx: Tx,
  rows: readonly { forecast: since.ResolvedForecast; decision: since.SettledDecision }[],
): Promise<reading.SourceRow[]> {
  for (const { forecast, decision } of rows)
    await log.setOutcome(tx, decision.id, `${reading.outcomeOf(forecast)}: ${forecast.claim}`);
  return rows.map(reading.readOutcome);
}

async function pageOf(tx: Tx, name: reading.SourceName, at: Date, id: string): Promise<reading.SourceRow[]> {
  if (name === "communication") return (await messagesSince(tx, at, id, pageSize)).map(reading.readMessage);
  if (name === "comment") return (await commentsSince(tx, at, id, pageSize)).map(reading.readComment);
  if (name === "task") return (await completedSince(tx, at, id, pageSize)).map(reading.readTask);
  if (name === "decision") return readDecisions(tx, await since.settledSince(tx, at, id, pageSize));
  return readOutcomes(tx, await since.resolvedSince(tx, at, id, pageSize));
}

/** Whether outside text may have influenced what a run wrote. What a person settled is ingested all the same. */
const isSteered = (name: reading.SourceName, { origin }: NonNullable<reading.SourceRow["item"]>): boolean =>
  origin === "external" && name !== "decision" && name !== "outcome";

/** Ingests rows of a source, except texts of runs that asked the Brain. */
async function ingestRows(tx: Tx, name: reading.SourceName, rows: readonly reading.SourceRow[]): Promise<Counts> {
  const ownRuns = await runsThatUsed(tx, recallId, [...new Set(rows.flatMap(({ runId }) => runId ?? []))]);
  const taken = rows.filter(
    ({ runId, item }) => item !== null && !(runId && (ownRuns.has(runId) || isSteered(name, item))),
  );
  const counts = await ingest(tx, {
    source: { type: name === "outcome" ? "decision" : name, origin: "system" },
    items: taken.flatMap(({ item }) => item ?? []),
  });
  return { ...counts, skipped: counts.skipped + rows.length - taken.length };
}

/** Ingests the next page of a source. */
async function readSource(tx: Tx, name: reading.SourceName): Promise<{ counts: Counts; hasMore: boolean }> {
  const cursor = await store.cursorOf(tx, name);
  const fromAt = cursor ? new Date(cursor.at.getTime() - overlapMs) : new Date(0);
  let rows = await pageOf(tx, name, fromAt, firstId);
  // If the overlap fills the whole page, continue from the cursor, or reading would never advance.
  if (cursor && rows.length === pageSize && (rows.at(-1)?.at ?? fromAt) <= cursor.at)
    rows = await pageOf(tx, name, cursor.at, cursor.lastId);
  const counts = await ingestRows(tx, name, rows);
  const last = rows.at(-1);
  if (last && (!cursor || last.at >= cursor.at)) await store.putCursor(tx, name, last.at, last.id);
  return { counts, hasMore: rows.length === pageSize };
}

/** Pages read at once while they hold nothing new, as what happened since the last time has mostly been read by then. */
const mostKnownPages = 10;

async function readNew(tx: Tx, name: reading.SourceName): Promise<{ counts: Counts; hasMore: boolean }> {
  let counts = none;
  for (let page = 1; ; page += 1) {
    const next = await readSource(tx, name);
    counts = sum(counts, next.counts);
    if (!next.hasMore || next.counts.added + next.counts.updated > 0 || page === mostKnownPages)
      return { counts, hasMore: next.hasMore };
  }
}

/** Reads the next page of each source. */
export function sync(ctx: Ctx): Promise<SyncResult> {
  return write(ctx, async (tx) => {
    const sources: SyncResult["sources"] = [];
    let hasMore = false;
    for (const name of reading.sourceNames) {
      const result = await readNew(tx, name);
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

/** The events whose rows are ingested. */
export const followed = [
  communicationSent,
  commentAdded,
  decisionApproved,
  decisionRejected,
  decisionUndone,
  forecastResolved,
  forecastCorrected,
  taskUpdated,
] as const;

const sourceOf: Readonly<Record<string, reading.SourceName>> = {
  [communicationSent.type]: "communication",
  [commentAdded.type]: "comment",
  [decisionApproved.type]: "decision",
  [decisionRejected.type]: "decision",
  [decisionUndone.type]: "decision",
  [forecastResolved.type]: "outcome",
  [forecastCorrected.type]: "outcome",
  [taskUpdated.type]: "task",
};

const followedTypes = followed.map(({ type }) => type);
const mostEntries = 200;
type JournalEntry = Awaited<ReturnType<typeof entriesAfter>>[number];

/** Whether the journal has entries to read. */
export const hasUnread = async (tx: Tx): Promise<boolean> =>
  (await entriesAfter(tx, await store.readSeq(tx), followedTypes, 1)).length > 0;

/** Ingests the rows that the next journal entries are about, as they are by now. */
export async function readJournal(tx: Tx): Promise<void> {
  const entries = await entriesAfter(tx, await store.readSeq(tx), followedTypes, mostEntries);
  const last = entries.at(-1);
  if (!last) return;
  const bySource = Map.groupBy(entries, ({ action }) => sourceOf[action]);
  for (const name of reading.sourceNames) {
    const ids = [...new Set((bySource.get(name) ?? []).flatMap((entry) => idIn(name, entry) ?? []))];
    if (ids.length > 0) await ingestRows(tx, name, await rowsOf(tx, name, ids));
  }
  await store.putReadSeq(tx, last.seq);
}

/** The id of the row an entry is about; null if there is nothing to ingest. */
function idIn(name: reading.SourceName, { resourceId, details }: JournalEntry): string | null {
  if (name === "comment") return details["commentId"] as string;
  return name === "task" && details["to"] !== "completed" ? null : resourceId;
}

async function rowsOf(tx: Tx, name: reading.SourceName, ids: readonly string[]): Promise<reading.SourceRow[]> {
  if (name === "communication") return inOrder(ids, (await messagesOf(tx, ids)).map(reading.readMessage));
  if (name === "comment") return inOrder(ids, (await commentsOf(tx, ids)).map(reading.readComment));
  if (name === "task") return inOrder(ids, (await completedOf(tx, ids)).map(reading.readTask));
  if (name === "outcome") return readOutcomes(tx, await since.resolvedOf(tx, ids));
  const settled = await since.settledOf(tx, ids);
  const kept = new Set(settled.map(({ id }) => id));
  await forgetDecisions(
    tx,
    ids.filter((id) => !kept.has(id)),
  );
  return inOrder(ids, await readDecisions(tx, settled));
}

/** Rows in the order of their entries, in which neighbours in a stream follow each other. */
function inOrder(ids: readonly string[], rows: readonly reading.SourceRow[]): reading.SourceRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Deletes what was stored about decisions that are pending again. */
async function forgetDecisions(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await removePassages(tx, await store.ofDecisions(tx, ids));
  await log.dropDecisions(tx, ids);
}

/** Deletes the passages taken from comments; returns their ids. */
export async function forgetComments(tx: Tx, comments: readonly string[]): Promise<string[]> {
  const passages = await store.ofComments(tx, comments);
  await removePassages(tx, passages);
  return passages;
}
