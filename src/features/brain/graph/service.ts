import { notFound } from "#contract/errors.ts";
import * as facts from "#features/brain/facts/store.ts";
import type { Graph } from "#features/brain/graph/contract.ts";
import * as store from "#features/brain/graph/store.ts";
import * as passages from "#features/brain/store.ts";
import type { Tx } from "#platform/context.ts";

const mostEntities = 60;
const shownPassages = 20;

export async function entityPage(tx: Tx, id: string) {
  const [entity] = await store.byIds(tx, [id]);
  if (!entity) throw notFound();
  return {
    entity,
    facts: await facts.about(tx, [id], []),
    passages: await passages.byIds(tx, await store.memoriesOf(tx, id, shownPassages)),
  };
}

export async function graph(tx: Tx, entityId: string | undefined): Promise<Graph> {
  if (entityId && (await store.byIds(tx, [entityId])).length === 0) return { entities: [], relationships: [] };
  return store.around(tx, entityId ? [entityId] : await store.central(tx, 20), mostEntities);
}
