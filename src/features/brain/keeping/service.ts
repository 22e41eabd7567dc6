import { notFound } from "#contract/errors.ts";
import type { Fact, Mark, Passage } from "#features/brain/contract.ts";
import { findingsIn } from "#features/brain/documents/items.ts";
import { matchRecords } from "#features/brain/documents/records/service.ts";
import { factAdded, itemMarked, itemsDeleted, noteAdded } from "#features/brain/events.ts";
import * as facts from "#features/brain/facts/store.ts";
import * as graph from "#features/brain/graph/store.ts";
import { ingest } from "#features/brain/service.ts";
import * as store from "#features/brain/store.ts";
import { type Ctx, originOf, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

async function load(tx: Tx, id: string): Promise<Passage> {
  const [passage] = await store.byIds(tx, [id]);
  if (!passage) throw notFound();
  return passage;
}

export async function page(tx: Tx, id: string) {
  const passage = await load(tx, id);
  return {
    passage,
    ...(await store.neighbours(tx, id)),
    facts: await facts.about(tx, [], [id]),
    entities: await graph.byIds(tx, await graph.ofMemories(tx, [id])),
  };
}

type Marking = { mark: Mark | null; reason?: string | undefined };

/** A marked item is not used for answers; its facts and what was derived from it become doubtful. */
export function markPassage(ctx: Ctx, id: string, { mark, reason = "" }: Marking): Promise<Passage> {
  return write(ctx, async (tx) => {
    await load(tx, id);
    const version = await store.raiseVersion(tx);
    await store.setMark(tx, id, { mark, by: person(tx).id, reason: reason || null }, version);
    await store.setDoubt(tx, [id], mark !== null, version);
    await facts.doubt(tx, [id], mark !== null);
    await record(tx, itemMarked(id, "item", mark, reason || null));
    return load(tx, id);
  });
}

export function markFact(ctx: Ctx, id: string, { mark, reason = "" }: Marking): Promise<Fact> {
  return write(ctx, async (tx) => {
    if (!(await facts.setMark(tx, id, mark, person(tx).id))) throw notFound();
    const [fact] = await facts.byIds(tx, [id]);
    if (!fact) throw notFound();
    await record(tx, itemMarked(id, "fact", mark, reason || null));
    return fact;
  });
}

/** Deletes items with their vectors, mentions and facts; what was derived from them becomes doubtful. */
export async function removePassages(tx: Tx, ids: readonly string[]): Promise<{ deleted: number; doubted: number }> {
  if (ids.length === 0) return { deleted: 0, doubted: 0 };
  const version = await store.raiseVersion(tx, true);
  const doubted = (await store.setDoubt(tx, ids, true, version)) + (await facts.remove(tx, ids));
  await graph.dropMentions(tx, ids);
  return { deleted: await store.remove(tx, ids), doubted };
}

export function deletePassage(ctx: Ctx, id: string): Promise<{ deleted: number; doubted: number }> {
  return write(ctx, async (tx) => {
    await load(tx, id);
    const result = await removePassages(tx, [id]);
    await record(tx, itemsDeleted(id, result.deleted, result.doubted));
    return result;
  });
}

export function addNote(ctx: Ctx, { content, importance }: { content: string; importance: number }): Promise<Passage> {
  return write(ctx, async (tx) => {
    const key = crypto.randomUUID();
    await ingest(tx, {
      source: { type: "person", origin: originOf(tx), stream: "" },
      items: [
        { key, content, contentType: "note", importance, ...findingsIn(content, await matchRecords(tx, [content])) },
      ],
    });
    const [added] = await store.ofKeys(tx, "person", [key]);
    if (!added) throw notFound();
    await record(tx, noteAdded(added.id, importance));
    return load(tx, added.id);
  });
}

type NewFact = { subject: string; predicate: string; value: string; validFrom?: string | null | undefined };

export function addFact(ctx: Ctx, { subject, predicate, value, validFrom }: NewFact): Promise<Fact> {
  return write(ctx, async (tx) => {
    const from = validFrom ? new Date(validFrom) : null;
    const entityIds = await graph.idsNamed(tx, subject);
    const fact = { subject, predicate, value, validFrom: from };
    const { ids, conflicted } = await facts.add(tx, [
      { ...fact, entityId: entityIds[0] ?? null, memoryId: null, sourceType: "person" },
    ]);
    const id = ids[0] ?? (await facts.findSame(tx, fact));
    const [added] = id ? await facts.byIds(tx, [id]) : [];
    if (!added) throw notFound();
    if (ids.length > 0) await record(tx, factAdded(added.id, conflicted > 0));
    return added;
  });
}
