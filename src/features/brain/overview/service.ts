import type { BrainOverview } from "#features/brain/contract.ts";
import * as facts from "#features/brain/facts/store.ts";
import * as goals from "#features/brain/goals/store.ts";
import * as graph from "#features/brain/graph/store.ts";
import * as intake from "#features/brain/intake/store.ts";
import * as patterns from "#features/brain/patterns/store.ts";
import * as store from "#features/brain/store.ts";
import type { Tx } from "#platform/context.ts";

export async function overview(tx: Tx): Promise<BrainOverview> {
  const lastSyncAt = await intake.lastSyncAt(tx);
  return {
    totalEntities: await graph.amount(tx),
    ...(await goals.amounts(tx)),
    ...(await patterns.amounts(tx)),
    memories: await store.amount(tx),
    documents: await store.documents(tx),
    ...(await facts.amounts(tx)),
    embedder: tx.embedder.name,
    waiting: await store.waiting(tx, tx.embedder.name),
    lastSyncAt: lastSyncAt?.toISOString() ?? null,
  };
}
