import { setTimeout as sleep } from "node:timers/promises";
import { ConnectorFault } from "#connectors/fault.ts";
import type { Pulled } from "#connectors/connector.ts";
import { pluralize } from "#contract/format.ts";
import { withConnection } from "#features/integrations/access/service.ts";
import { synced, type SyncCounts } from "#features/integrations/events.ts";
import * as store from "#features/integrations/store.ts";
import {
  documentsUnderWay,
  heldDocuments,
  removeDocuments,
  takeDocument,
} from "#features/brain/documents/external/service.ts";
import { writeRows } from "#features/imports/sent/service.ts";
import { takeEvents } from "#features/records/calendar/service.ts";
import { idsSince as eventsSince } from "#features/records/calendar/store.ts";
import { type RecordKind, recordKinds, type RecordSource, recordSources } from "#features/records/contract.ts";
import { idsAtSource, removeAtSource } from "#features/records/removals/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { note, read, write } from "#platform/db/transaction.ts";
import { startSchedule } from "#platform/jobs/background.ts";
import { record } from "#platform/journal/record.ts";

/** Every connection is read this often, and right after it was made. */
export const syncing = { name: "integration-syncing", every: { minutes: 15 } } as const;
export const syncJob = { name: "integration-sync" };

/** Has a connection read now, and again and again. */
export async function startSyncing(tx: Tx, id: number): Promise<void> {
  await tx.jobs.send(tx.db, syncJob, tx.company, { id });
  await startSchedule(tx, syncing);
}

/** How long a reading may be silent before another instance takes it over. */
const leaseMs = 3 * 60_000;
/** A long first reading lets others have their turn: it goes on in the next job. */
const mostMs = 60_000;

export type Synced = SyncCounts & {
  /** Why some rows were not taken, each reason once. */
  reasons: string[];
  isMore: boolean;
};

const nothing: SyncCounts = { added: 0, changed: 0, removed: 0, refused: 0 };
const mostReasons = 5;

class Lost extends Error {}

/** Reads what changed at a connected service, outside any transaction. Null: another is at it, or it has nothing to read. */
export async function sync(ctx: Ctx, id: number): Promise<Synced | null> {
  const token = crypto.randomUUID();
  if (!(await note(ctx, (tx) => store.leaseSync(tx, id, token, leaseMs)))) return null;
  const done: Synced = { ...nothing, reasons: [], isMore: false };
  try {
    return await withConnection(ctx, id, async (call, connector, { credentials }) => {
      const { source } = connector;
      if (!source) return null;
      const until = performance.now() + mostMs;
      do {
        const row = await read(ctx, (tx) => store.find(tx, id));
        if (!row) throw new Lost();
        const held = (target: string) => read(ctx, (tx) => heldOf(tx, connector.id, target));
        if (source.targets.includes(documents) && (await read(ctx, documentsUnderWay)) >= mostUnderWay) {
          // The Brain reads them one after another; the next job goes on.
          done.isMore = true;
          return done;
        }
        const pulled = await source.pull(call, row.cursor, {
          now: ctx.now,
          timeZone: ctx.timeZone,
          credentials,
          held,
        });
        await write(ctx, async (tx) => {
          const isOver = pulled.isMore ? {} : { lastSyncAt: tx.now };
          if (!(await store.asReader(tx, id, token, { ms: leaseMs, cursor: pulled.cursor, ...isOver })))
            throw new Lost();
          const counts = await take(tx, connector.id, pulled, { reasons: done.reasons, askedBy: row.connectedBy });
          for (const name of ["added", "changed", "removed", "refused"] as const) done[name] += counts[name];
          if (counts.added + counts.changed + counts.removed + counts.refused > 0)
            await record(tx, synced({ id, connector: connector.id, name: connector.name }, counts));
        });
        done.isMore = pulled.isMore;
      } while (done.isMore && performance.now() < until);
      return done;
    });
  } catch (error) {
    if (error instanceof Lost) return null;
    throw error;
  } finally {
    await note(ctx, (tx) => store.asReader(tx, id, token, { ms: null }));
  }
}

/** The targets of documents, which become the Brain's, and of a calendar's events. */
const [documents, events] = ["documents", "events"];
/** A calendar lists the last 30 days; what is older stays as it was. */
const listedMs = 29 * 86_400_000;

function heldOf(tx: Tx, connector: string, target: string): Promise<string[]> {
  if (target === documents) return heldDocuments(tx, connector);
  if (target === events) return eventsSince(tx, connector, new Date(tx.now.getTime() - listedMs));
  return idsAtSource(tx, kindOf(target), sourceOf(connector));
}

/** More files than that are not fetched before the Brain has read some. */
const mostUnderWay = 20;

const kindOf = (target: string): RecordKind => {
  const kind = recordKinds.find((one) => one === target);
  if (!kind) throw new Error(`A connector has rows of the kind ${target}, which does not exist.`);
  return kind;
};
const sourceOf = (connector: string): RecordSource => {
  const source = recordSources.find((one) => one === connector);
  if (!source) throw new Error(`Records cannot come from ${connector}.`);
  return source;
};

/** Writes rows in the order of their kinds, so that names find the records they mean. */
async function take(
  tx: Tx,
  connector: string,
  { rows, gone, documents: read = [], events: dates, refused = [] }: Pulled,
  { reasons, askedBy }: { reasons: string[]; askedBy: string | null },
): Promise<SyncCounts> {
  const counts = { ...nothing, refused: refused.length };
  for (const why of refused) if (!reasons.includes(why) && reasons.length < mostReasons) reasons.push(why);
  for (const document of read) {
    const what = await takeDocument(tx, connector, document, askedBy);
    if (what !== "unchanged") counts[what] += 1;
  }
  const left = gone.filter(({ target }) => target === documents).map(({ id }) => id);
  if (left.length > 0) counts.removed += await removeDocuments(tx, connector, left);
  if (dates) {
    const past = gone.filter(({ target }) => target === events).map(({ id }) => id);
    const taken = await takeEvents(tx, connector, dates, past);
    for (const name of ["added", "changed", "removed"] as const) counts[name] += taken[name];
  }
  const ofRecords = gone.filter(({ target }) => target !== documents && target !== events);
  if (rows.length + ofRecords.length === 0) return counts;
  const source = sourceOf(connector);
  const kinds = [...rows, ...ofRecords].map(({ target }) => kindOf(target));
  for (const kind of new Set(recordKinds.filter((one) => kinds.includes(one)))) {
    const given = rows.filter(({ target }) => target === kind).map(({ row }) => row);
    if (given.length > 0) {
      const written = await writeRows(tx, given, { target: kind, source, key: "", columns: [] });
      counts.added += written.counts.added;
      counts.changed += written.counts.changed;
      counts.refused += written.counts.refused;
      for (const { why } of written.rows)
        if (why !== null && !reasons.includes(why) && reasons.length < mostReasons) reasons.push(why);
    }
    const ids = ofRecords.filter(({ target }) => target === kind).map(({ id }) => id);
    if (ids.length > 0) counts.removed += await removeAtSource(tx, kind, source, ids);
  }
  return counts;
}

/** How long a person waits for a reading that is under way. */
const patienceMs = 30_000;

/** Reads now, and says what came of it. */
export async function syncNow(ctx: Ctx, id: number): Promise<{ success: boolean; message: string }> {
  try {
    for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(500)) {
      const done = await sync(ctx, id);
      if (done) return { success: true, message: sentenceOf(done) };
    }
    return { success: false, message: "It is being read already. Look again in a minute." };
  } catch (error) {
    if (!(error instanceof ConnectorFault)) throw error;
    return { success: false, message: error.message };
  }
}

function sentenceOf({ added, changed, removed, refused, reasons, isMore }: Synced): string {
  const parts = [
    added > 0 && `${pluralize(added, "record")} added`,
    changed > 0 && `${changed} changed`,
    removed > 0 && `${removed} removed`,
  ].filter(Boolean);
  return [
    parts.length > 0 ? `${parts.join(", ")}.` : "Nothing changed since the last time.",
    ...(refused > 0 ? [`${pluralize(refused, "row")} could not be taken: ${reasons.join(" ")}`] : []),
    ...(isMore ? ["There is more, which is being read."] : []),
  ].join(" ");
}
