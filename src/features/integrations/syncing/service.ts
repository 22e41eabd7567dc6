import { setTimeout as sleep } from "node:timers/promises";
import { type ConnectorCall, connectorOf } from "#connectors/connector.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { pluralize } from "#contract/format.ts";
import { withConnection } from "#features/integrations/access/service.ts";
import { connectionSilent, synced, type SyncCounts } from "#features/integrations/events.ts";
import { hookOf, syncJob } from "#features/integrations/hastening/service.ts";
import { needsWatching, watchAgainMs } from "#features/integrations/rules.ts";
import * as store from "#features/integrations/store.ts";
import { documentsUnderWay } from "#features/brain/documents/external/service.ts";
import { isRemovingSource } from "#features/records/removals/store.ts";
import { isSilent } from "#features/metrics/sources/rules.ts";
import { aboutOf, documents, keep, Lost, nothing, type Reading } from "#features/integrations/taking/service.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { now } from "#platform/clock.ts";
import { note, read, write } from "#platform/db/transaction.ts";
import { claim } from "#platform/jobs/store.ts";
import { startSchedule } from "#platform/jobs/background.ts";
import { record } from "#platform/journal/record.ts";

/** Every connection is read this often, and right after it was made. */
export const syncing = { name: "integration-syncing", every: { minutes: 15 } } as const;
/** Every night each connection is compared with its service. */
export const recounting = { name: "integration-recounting", every: { at: "03:40" } } as const;

/** Has a connection read now, and again and again. */
export async function startSyncing(tx: Tx, id: number): Promise<void> {
  await tx.jobs.send(tx.db, syncJob, tx.company, { id });
  await startSchedule(tx, syncing);
  await startSchedule(tx, recounting);
}

/** More files than that are not fetched before the Brain has read some. */
const mostUnderWay = 20;
/** How long a reading may be silent before another instance takes it over. */
const leaseMs = 3 * 60_000;
/** A long first reading lets others have their turn: it goes on in the next job. */
const mostMs = 60_000;

export type Synced = SyncCounts & {
  /** Why some rows were not taken, each reason once. */
  reasons: string[];
  isMore: boolean;
};

const counted = ["added", "changed", "removed", "refused"] as const;

/** Reads what changed at a connected service, outside any transaction. Null: another is at it, or it has nothing to read. */
export async function sync(ctx: Ctx, id: number): Promise<Synced | null> {
  const token = crypto.randomUUID();
  if (!(await note(ctx, (tx) => store.leaseSync(tx, id, token, leaseMs)))) return null;
  const done: Synced = { ...nothing, reasons: [], isMore: false };
  try {
    return await withConnection(ctx, id, async (call, connector, { credentials }) => {
      const { source } = connector;
      if (!source) return null;
      const everyMinutes = Math.max(syncing.every.minutes, source.everyMinutes);
      const reading = { id, token, connector, source, leaseMs, everyMinutes, reasons: done.reasons };
      const until = performance.now() + mostMs;
      do {
        const at = now();
        const row = await read(ctx, (tx) => store.find(tx, id));
        if (!row) throw new Lost();
        if (await read(ctx, (tx) => isRemovingSource(tx, connector.id))) {
          // What an earlier account brought goes first.
          done.isMore = true;
          return done;
        }
        if (source.targets.includes(documents) && (await read(ctx, documentsUnderWay)) >= mostUnderWay) {
          // The Brain reads them one after another; the next job goes on.
          done.isMore = true;
          return done;
        }
        const about = aboutOf({ ...ctx, now: at }, connector, credentials);
        const changes = row.cursor === null ? null : await source.pull(call, row.cursor, about);
        const pulled = changes ?? (await source.pull(call, null, about));
        if (!pulled) throw new Error(`${connector.name} read nothing without a cursor.`);
        await write({ ...ctx, now: at }, async (tx) => {
          const counts = await keep(tx, { ...reading, row, isFirst: changes === null }, pulled);
          for (const name of counted) done[name] += counts[name];
          if (counted.some((name) => counts[name] > 0))
            await record(tx, synced({ id, connector: connector.id, name: connector.name }, counts));
        });
        done.isMore = pulled.isMore;
        if (!pulled.isMore) await watch({ ...ctx, now: at }, { id, token, source, call, row, cursor: pulled.cursor });
      } while (done.isMore && performance.now() < until);
      // What was said meanwhile may be about what was read before.
      done.isMore ||= (await read(ctx, (tx) => store.find(tx, id)))?.hastenedAt != null;
      return done;
    });
  } catch (error) {
    if (error instanceof Lost) return null;
    throw error;
  } finally {
    await note(ctx, (tx) => store.asReader(tx, id, token, { ms: null }));
  }
}

type Watching = Pick<Reading, "id" | "token" | "source" | "row"> & { call: ConnectorCall; cursor: unknown };

/** Has the service post changes, where it can reach us; a refusal is tried again later and costs nothing but time. */
async function watch(ctx: Ctx, { id, token, source, row, call, cursor }: Watching): Promise<void> {
  if (!source.watch || ctx.mail.publicUrl.protocol !== "https:" || !needsWatching(row.watchedUntil, ctx.now)) return;
  const to = { ...hookOf(ctx, row.connector), now: ctx.now };
  const watchedUntil = await source.watch(call, cursor, to).catch((error: unknown) => {
    if (!(error instanceof ConnectorFault) || error.kind === "expired") throw error;
    ctx.log.info({ connection: id, why: error.message }, "a service does not post its changes");
    return new Date(ctx.now.getTime() + watchAgainMs);
  });
  await note(ctx, (tx) => store.asReader(tx, id, token, { ms: leaseMs, watchedUntil }));
}

/** Reads in the background. What came of it is logged, unless nothing changed. */
export async function syncInBackground(ctx: Ctx, id: number): Promise<Synced | null> {
  try {
    const done = await sync(ctx, id);
    if (done && counted.some((name) => done[name] > 0)) await logLine(ctx, id, sentenceOf(done));
    return done;
  } catch (error) {
    await reportSilence(ctx, id);
    // It stands on the connection as well, and the next reading tries again.
    if (!(error instanceof ConnectorFault)) throw error;
    await logLine(ctx, id, error.message, "error");
    return null;
  }
}

/** Says once that a source is silent, until it is read again. */
const reportSilence = (ctx: Ctx, id: number) =>
  write(ctx, async (tx) => {
    const row = await store.find(tx, id);
    const of = row && connectorOf(tx, row.connector)?.source;
    // That it has to be connected again is said by itself.
    if (!of || row.status === "expired" || row.status === "inactive") return;
    const readAt = row.lastSyncAt ?? row.connectedAt;
    const everyMinutes = Math.max(syncing.every.minutes, of.everyMinutes);
    if (!isSilent({ everyMinutes, readAt }, tx.now)) return;
    if (await claim(tx, "integration-silence", `${id}:${readAt.getTime()}`)) await record(tx, connectionSilent(row));
  });

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
      if (!done) continue;
      if (done.isMore) await write(ctx, (tx) => tx.jobs.send(tx.db, syncJob, tx.company, { id }));
      return { success: true, message: sentenceOf(done) };
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
