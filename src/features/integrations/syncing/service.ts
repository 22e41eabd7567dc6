import { setTimeout as sleep } from "node:timers/promises";
import { ConnectorFault } from "#connectors/fault.ts";
import { type Connector, connectorOf, type PullAbout, type Pulled, type Source } from "#connectors/connector.ts";
import { pluralize } from "#contract/format.ts";
import { withConnection } from "#features/integrations/access/service.ts";
import { synced, type SyncCounts } from "#features/integrations/events.ts";
import * as store from "#features/integrations/store.ts";
import { ownFields } from "#features/integrations/columns/service.ts";
import { sourceOf } from "#features/integrations/wiping/service.ts";
import {
  documentsUnderWay,
  heldDocuments,
  removeDocuments,
  takeDocument,
} from "#features/brain/documents/external/service.ts";
import { writeRows } from "#features/imports/sent/service.ts";
import { type RecordKind, recordKinds } from "#features/records/contract.ts";
import * as sources from "#features/metrics/sources/store.ts";
import { countAtSource, idsAtSource, removeAtSource } from "#features/records/removals/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { now } from "#platform/clock.ts";
import { note, read, write } from "#platform/db/transaction.ts";
import { startSchedule } from "#platform/jobs/background.ts";
import { record } from "#platform/journal/record.ts";

/** Every connection is read this often, and right after it was made. */
export const syncing = { name: "integration-syncing", every: { minutes: 15 } } as const;
/** Every night each connection is compared with its service. */
export const recounting = { name: "integration-recounting", every: { at: "03:40" } } as const;
export const syncJob = { name: "integration-sync" };

/** Has a connection read now, and again and again. */
export async function startSyncing(tx: Tx, id: number): Promise<void> {
  await tx.jobs.send(tx.db, syncJob, tx.company, { id });
  await startSchedule(tx, syncing);
  await startSchedule(tx, recounting);
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
        const at = now();
        const row = await read(ctx, (tx) => store.find(tx, id));
        if (!row) throw new Lost();
        if (source.targets.includes(documents) && (await read(ctx, documentsUnderWay)) >= mostUnderWay) {
          // The Brain reads them one after another; the next job goes on.
          done.isMore = true;
          return done;
        }
        const about = aboutOf({ ...ctx, now: at }, connector, credentials);
        const changes = row.cursor === null ? null : await source.pull(call, row.cursor, about);
        const pulled = changes ?? (await source.pull(call, null, about));
        if (!pulled) throw new Error(`${connector.name} read nothing without a cursor.`);
        const isFirst = changes === null;
        await write({ ...ctx, now: at }, async (tx) => {
          const counts = await keep(tx, { id, token, connector, source, row, isFirst }, pulled, done);
          for (const name of counted) done[name] += counts[name];
          if (counted.some((name) => counts[name] > 0))
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

const counted = ["added", "changed", "removed", "refused"] as const;
type Reading = {
  id: number;
  token: string;
  connector: Connector;
  source: Source;
  row: store.ConnectionRow;
  isFirst: boolean;
};

/** What a reading is told besides its place. */
export const aboutOf = (ctx: Ctx, { id }: Connector, credentials: Record<string, string>): PullAbout => ({
  now: ctx.now,
  timeZone: ctx.timeZone,
  credentials,
  held: (target) =>
    read(ctx, (tx) => (target === documents ? heldDocuments(tx, id) : idsAtSource(tx, kindOf(target), sourceOf(id)))),
});

/** The kinds of records that come from a connector. */
export const kindsOf = ({ targets }: Source): RecordKind[] =>
  targets.filter((target) => target !== documents).map(kindOf);

/** Commits what was pulled with its cursor. At the end of a reading of everything, the rest is removed. */
async function keep(tx: Tx, reading: Reading, pulled: Pulled, { reasons }: Synced): Promise<SyncCounts> {
  const { id, token, connector, source, row, isFirst } = reading;
  const kinds = kindsOf(source);
  if (isFirst) await store.forgetSeen(tx, id);
  const known = isFirst ? await countAtSource(tx, kinds, connector.id) : null;
  const isReadingAll = known ? [...known.values()].some((amount) => amount > 0) : row.isReadingAll;
  const { cursor, isMore } = pulled;
  const ended = isMore ? { isReadingAll } : { isReadingAll: false, lastSyncAt: tx.now };
  if (!(await store.asReader(tx, id, token, { ms: leaseMs, cursor, ...ended }))) throw new Lost();
  const counts = await take(tx, connector.id, pulled, { reasons, askedBy: row.connectedBy });
  if (isReadingAll)
    for (const kind of kinds) {
      const seen = pulled.rows.filter(({ target }) => target === kind).map(({ row: { externalId } }) => externalId);
      await store.noteSeen(tx, id, kind, seen);
    }
  if (isMore) return counts;
  if (isReadingAll) counts.removed += await removeUnseen(tx, reading, kinds, reasons);
  const { name, id: of } = connector;
  const everyMinutes = Math.max(syncing.every.minutes, source.everyMinutes);
  await sources.wasRead(tx, { source: of, name, kinds: [...source.targets], everyMinutes, readAt: tx.now });
  return counts;
}

/** What more than half of a kind would be is more likely a fault of the service than a wish: it stays. */
const mostUnseen = { share: 0.5, rows: 20 };

async function removeUnseen(
  tx: Tx,
  { id, connector: { id: of, name } }: Reading,
  kinds: readonly RecordKind[],
  reasons: string[],
): Promise<number> {
  const known = await countAtSource(tx, kinds, of);
  let removed = 0;
  for (const kind of kinds) {
    const from = sourceOf(of);
    const ids = await store.unseen(tx, id, kind, from);
    const all = known.get(kind) ?? 0;
    if (ids.length > mostUnseen.rows && ids.length > all * mostUnseen.share)
      reasons.push(`${name} no longer lists ${ids.length} of ${all} ${kind}: they stay until you remove them.`);
    else if (ids.length > 0) removed += await removeAtSource(tx, kind, from, ids);
  }
  await store.forgetSeen(tx, id);
  return removed;
}

/** The target of documents, which become the Brain's. */
const documents = "documents";
/** More files than that are not fetched before the Brain has read some. */
const mostUnderWay = 20;

export const kindOf = (target: string): RecordKind => {
  const kind = recordKinds.find((one) => one === target);
  if (!kind) throw new Error(`A connector has rows of the kind ${target}, which does not exist.`);
  return kind;
};

/** Writes rows in the order of their kinds, so that names find the records they mean. */
async function take(
  tx: Tx,
  connector: string,
  { rows, gone, columns = [], documents: read = [], refused = [] }: Pulled,
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
  const ofRecords = gone.filter(({ target }) => target !== documents);
  if (rows.length + ofRecords.length === 0) return counts;
  const source = sourceOf(connector);
  const kinds = [...rows, ...ofRecords].map(({ target }) => kindOf(target));
  for (const kind of new Set(recordKinds.filter((one) => kinds.includes(one)))) {
    const given = rows.filter(({ target }) => target === kind).map(({ row }) => row);
    if (given.length > 0) {
      const own = await ownFields(tx, kind, connectorOf(tx, connector)?.name ?? connector, columns);
      const written = await writeRows(tx, given, { target: kind, source, key: "", columns: own });
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

/** Reads in the background. What came of it is logged, unless nothing changed. */
export async function syncInBackground(ctx: Ctx, id: number): Promise<Synced | null> {
  try {
    const done = await sync(ctx, id);
    if (done && counted.some((name) => done[name] > 0)) await logLine(ctx, id, sentenceOf(done));
    return done;
  } catch (error) {
    // It stands on the connection as well, and the next reading tries again.
    if (!(error instanceof ConnectorFault)) throw error;
    await logLine(ctx, id, error.message, "error");
    return null;
  }
}

const logLine = (ctx: Ctx, id: number, message: string, status?: "error") =>
  write(ctx, async (tx) => {
    const row = await store.find(tx, id);
    if (row) await store.log(tx, id, "sync", status && row.status === "active" ? status : row.status, message);
  });

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
