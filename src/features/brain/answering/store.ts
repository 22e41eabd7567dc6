import type { Found } from "#features/brain/answering/rules.ts";
import { mostPassages } from "#features/brain/contract.ts";
import { search } from "#features/brain/search/store.ts";
import * as store from "#features/brain/store.ts";
import type { Tx } from "#platform/context.ts";

export async function findPassages(
  tx: Tx,
  question: string,
  vector: Float32Array | null,
  most = mostPassages,
): Promise<Found[]> {
  const hits = await search(tx, question, vector, most);
  const passages = new Map(
    (
      await store.byIds(
        tx,
        hits.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  );
  return hits.flatMap(({ id, ...hit }) => {
    const passage = passages.get(id);
    return passage ? [{ passage, ...hit }] : [];
  });
}
