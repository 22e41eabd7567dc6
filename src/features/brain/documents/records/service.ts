import { candidateNames } from "#features/brain/documents/entities.ts";
import type { Listed } from "#features/brain/documents/items.ts";
import { nameKey } from "#features/records/naming/name-key.ts";
import * as naming from "#features/records/naming/store.ts";
import type { Tx } from "#platform/context.ts";

/** Which capitalized names in these texts are names of customers or vendors on record. */
export async function matchRecords(tx: Tx, texts: readonly string[]): Promise<Listed> {
  const keys = new Set(texts.flatMap((text) => candidateNames(text).map(({ name }) => nameKey(name))));
  const rows = Map.groupBy(await naming.listed(tx, [...keys]), ({ key }) => key);
  return new Map([...rows].map(([key, some]) => [key, some.map(({ kind }) => kind)]));
}
