import type { Origin } from "#contract/origins.ts";
import { truncate } from "#contract/words.ts";
import type { Counts, Memory, MemoryType } from "#features/brain/contract.ts";
import * as facts from "#features/brain/facts/store.ts";
import * as graph from "#features/brain/graph/store.ts";
import { type Item, languageOf, plainTitle, type Source } from "#features/brain/rules.ts";
import * as store from "#features/brain/store.ts";
import type { Tx } from "#platform/context.ts";

type Remembered = {
  contentType: MemoryType;
  content: string;
  /** 1 to 10. */
  importance: number;
  tags: readonly string[];
  sourceType: string;
  sourceId: string | null;
  origin: Origin;
};

/** The job that computes missing vectors. */
export const embedJob = { name: "brain-embed" };

/** Stores one memory. It has no journal entry of its own: the event it comes from has one. */
export async function remember(tx: Tx, { content, sourceType, sourceId, origin, ...item }: Remembered): Promise<void> {
  const key = crypto.randomUUID();
  await ingest(tx, {
    source: { type: sourceType, origin },
    items: [{ ...item, key, content: truncate(content, 10_000), sourceId }],
  });
}

/** The memories that share most words with a text; for an empty text, the newest. */
export async function recall(tx: Tx, about: string, most: number): Promise<Memory[]> {
  if (about.trim() === "") return store.find(tx, [], most);
  const words = (about.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).slice(0, 20);
  return words.length === 0 ? [] : store.find(tx, words, most);
}

/** Longer passages are truncated; document readers split long texts before. */
const longestPassage = 10_000;

const bounded = (importance = 5): number => Math.min(10, Math.max(1, Math.round(importance)));

/**
 * Stores passages with the facts and entities found in them. A passage whose key is known is updated if its text
 * changed, else skipped. Vectors are computed by a job.
 */
export async function ingest(tx: Tx, { source, items }: { source: Source; items: readonly Item[] }): Promise<Counts> {
  const counts: Counts = { added: 0, updated: 0, skipped: 0, conflicted: 0 };
  const given = [
    ...new Map(items.filter(({ content }) => content.trim() !== "").map((one) => [one.key, one])).values(),
  ];
  if (given.length === 0) return counts;
  const known = new Map(
    (
      await store.ofKeys(
        tx,
        source.type,
        given.map(({ key }) => key),
      )
    ).map((row) => [row.key, row]),
  );
  const changed = given.filter(({ key, content }) => known.get(key)?.content !== truncate(content, longestPassage));
  counts.skipped = given.length - changed.length;
  if (changed.length === 0) return counts;
  const version = await store.raiseVersion(tx);
  const added: store.NewMemory[] = [];
  const ids = new Map<string, string>();
  const streamOf = (item: Item): string => item.stream ?? source.stream ?? source.documentId ?? source.type;
  const unplaced = changed.filter(({ position }) => position === undefined).map(streamOf);
  const next = unplaced.length === 0 ? new Map() : await store.nextPositions(tx, [...new Set(unplaced)]);
  for (const item of changed) {
    const before = known.get(item.key);
    const stream = streamOf(item);
    const follows = next.get(stream) ?? 0;
    const position = item.position ?? before?.position ?? follows;
    next.set(stream, Math.max(follows, position + 1));
    const { content, contentType, sourceId = null, headingPath = [], page = null } = item;
    const row = {
      content: truncate(content, longestPassage),
      searched: [plainTitle(item.title ?? ""), ...headingPath, truncate(content, longestPassage)].join("\n"),
      contentType,
      importance: bounded(item.importance),
      tags: [...new Set(item.tags ?? [])].slice(0, 10),
      sourceType: source.type,
      sourceId,
      origin: item.origin ?? source.origin,
      happenedAt: item.happenedAt ?? tx.now,
      key: item.key,
      documentId: source.documentId ?? null,
      stream,
      position,
      headingPath: [...headingPath],
      page,
      startOffset: item.startOffset ?? null,
      endOffset: item.endOffset ?? null,
      language: item.language ?? languageOf(content),
      derivedFrom: [...(item.derivedFrom ?? [])],
    };
    const id = before?.id ?? crypto.randomUUID();
    ids.set(item.key, id);
    if (before) await store.replace(tx, id, row, version);
    else added.push({ ...row, id });
  }
  await store.add(tx, added, version);
  counts.added = added.length;
  counts.updated = changed.length - added.length;
  counts.conflicted = await storeFindings(tx, source, changed, ids);
  await tx.jobs.send(tx.db, embedJob, tx.company, {});
  return counts;
}

/** Stores the entities, relationships and facts found in passages; returns how many facts conflict. */
async function storeFindings(
  tx: Tx,
  source: Source,
  items: readonly Item[],
  ids: ReadonlyMap<string, string>,
): Promise<number> {
  const idOf = ({ key }: Item): string => ids.get(key) as string;
  await graph.dropMentions(
    tx,
    items.flatMap((item) => (item.entities || item.relationships ? [idOf(item)] : [])),
  );
  const entityIds = await graph.addEntities(
    tx,
    items.flatMap(({ entities = [], relationships = [] }) => [
      ...entities,
      ...relationships.flatMap((one) => [one.source, one.target]),
    ]),
  );
  const idIn = (named: Parameters<typeof graph.idIn>[1]): string[] => {
    const id = graph.idIn(entityIds, named);
    return id ? [id] : [];
  };
  await graph.addMentions(
    tx,
    items.flatMap((item) =>
      (item.entities ?? []).flatMap(idIn).map((entityId) => ({ entityId, memoryId: idOf(item) })),
    ),
  );
  await graph.addRelationships(
    tx,
    items.flatMap((item) =>
      (item.relationships ?? []).flatMap(({ source: from, target, type, context = null, strength = 1 }) => {
        const [sourceId] = idIn(from);
        const [targetId] = idIn(target);
        if (!sourceId || !targetId || sourceId === targetId) return [];
        return [{ sourceId, targetId, type, context, strength: strength.toFixed(2), memoryId: idOf(item) }];
      }),
    ),
  );
  const found = items.flatMap((item) =>
    (item.facts ?? []).map(({ subject, predicate, value, validFrom = null }) => ({
      subject,
      predicate,
      value,
      validFrom,
      memoryId: idOf(item),
      sourceType: source.type,
      entityId: (item.entities ?? []).filter(({ name }) => name === subject).flatMap((named) => idIn(named))[0] ?? null,
    })),
  );
  return (await facts.add(tx, found)).conflicted;
}
