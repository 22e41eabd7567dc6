import { type Connector, connectorOf, type PullAbout, type Pulled, type Source } from "#connectors/connector.ts";
import { heldDocuments, removeDocuments, takeDocument } from "#features/brain/documents/external/service.ts";
import { writeRows } from "#features/imports/sent/service.ts";
import { ownFields } from "#features/integrations/columns/service.ts";
import type { SyncCounts } from "#features/integrations/events.ts";
import * as store from "#features/integrations/store.ts";
import { sourceOf } from "#features/integrations/wiping/service.ts";
import * as sources from "#features/metrics/sources/store.ts";
import { takeEvents } from "#features/records/calendar/service.ts";
import { idsSince as eventsSince } from "#features/records/calendar/store.ts";
import { pluralize } from "#contract/format.ts";
import { countDoubles } from "#features/records/doubles/store.ts";
import { kindNames } from "#features/records/fields/fields.ts";
import { type RecordKind, recordKinds } from "#features/records/contract.ts";
import { countAtSource, idsAtSource, removeAtSource } from "#features/records/removals/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { read } from "#platform/db/transaction.ts";

/** The targets of documents, which become the Brain's, and of a calendar's events. */
export const documents = "documents";
const events = "events";
/** A calendar lists the last 30 days; what is older stays as it was. */
const listedMs = 29 * 86_400_000;

function heldOf(tx: Tx, connector: string, target: string): Promise<string[]> {
  if (target === documents) return heldDocuments(tx, connector);
  if (target === events) return eventsSince(tx, connector, new Date(tx.now.getTime() - listedMs));
  return idsAtSource(tx, kindOf(target), sourceOf(connector));
}

export const kindOf = (target: string): RecordKind => {
  const kind = recordKinds.find((one) => one === target);
  if (!kind) throw new Error(`A connector has rows of the kind ${target}, which does not exist.`);
  return kind;
};

/** The kinds of records that come from a connector. */
const kindsOf = ({ targets }: Source): RecordKind[] =>
  targets.filter((target) => target !== documents && target !== events).map(kindOf);

/** What a reading is told besides its place. */
export const aboutOf = (ctx: Ctx, { id }: Connector, credentials: Record<string, string>): PullAbout => ({
  now: ctx.now,
  timeZone: ctx.timeZone,
  credentials,
  held: (target) => read(ctx, (tx) => heldOf(tx, id, target)),
});

/** Another instance took the reading over. */
export class Lost extends Error {}

export const nothing: SyncCounts = { added: 0, changed: 0, removed: 0, refused: 0 };
const mostReasons = 5;

export type Reading = {
  id: number;
  token: string;
  connector: Connector;
  source: Source;
  row: store.ConnectionRow;
  /** Whether a reading of everything begins. */
  isFirst: boolean;
  /** How long the lease is held from now, and how often the service is read at least. */
  leaseMs: number;
  everyMinutes: number;
  /** Why rows were not taken, each reason once. */
  reasons: string[];
};

/** Commits what was pulled with its cursor. At the end of a reading of everything, the rest is removed. */
export async function keep(tx: Tx, reading: Reading, pulled: Pulled): Promise<SyncCounts> {
  const { id, token, connector, source, row, isFirst, leaseMs, reasons } = reading;
  const kinds = kindsOf(source);
  if (isFirst) await store.forgetSeen(tx, id);
  const known = isFirst ? await countAtSource(tx, kinds, connector.id) : null;
  const isKnown = known && !source.reconciles && [...known.values()].some((amount) => amount > 0);
  const isReadingAll = isKnown ?? row.isReadingAll;
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
  if (isReadingAll) counts.removed += await removeUnseen(tx, reading, kinds);
  const { name, id: of } = connector;
  const { everyMinutes } = reading;
  const doubles = await findDoubles(tx, connector);
  await sources.wasRead(tx, { source: of, name, kinds: [...source.targets], everyMinutes, readAt: tx.now, doubles });
  return counts;
}

/** What of a service other sources have too. */
export async function findDoubles(tx: Tx, { id, name, source }: Connector) {
  const kinds = source ? kindsOf(source) : [];
  if (kinds.length === 0) return [];
  return (await countDoubles(tx, kinds, sourceOf(id))).map(({ kind, other, amount }) => {
    const { one, many } = kindNames[kind];
    const place = other === null ? "among your own records" : `in ${connectorOf(tx, other)?.name ?? other}`;
    const sentence = `${pluralize(amount, one, many)} of ${name} ${amount === 1 ? "is" : "are"} ${place} too and ${amount === 1 ? "counts" : "count"} twice.`;
    return { kind, sentence, isOwn: other === null };
  });
}

/** What more than half of a kind would be is more likely a fault of the service than a wish: it stays. */
const mostUnseen = { share: 0.5, rows: 20 };

async function removeUnseen(
  tx: Tx,
  { id, connector: { id: of, name }, reasons }: Reading,
  kinds: readonly RecordKind[],
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

/** Writes rows in the order of their kinds, so that names find the records they mean. */
async function take(
  tx: Tx,
  connector: string,
  { rows, gone, columns = [], documents: read = [], events: dates, refused = [] }: Pulled,
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
