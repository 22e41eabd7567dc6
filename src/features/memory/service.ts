import type { Origin } from "#contract/origins.ts";
import { truncate } from "#contract/words.ts";
import type { Memory, MemoryType } from "#features/memory/contract.ts";
import * as store from "#features/memory/store.ts";
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

/** Keeps something for later. What it follows from is in the journal already. */
export function remember(tx: Tx, { content, tags, importance, ...from }: Remembered): Promise<void> {
  return store.add(tx, {
    ...from,
    id: crypto.randomUUID(),
    content: truncate(content, 10_000),
    importance: Math.min(10, Math.max(1, Math.round(importance))),
    tags: [...new Set(tags)].slice(0, 10),
  });
}

/** What is remembered about a text, the nearest first; about nothing, the newest. */
export async function recall(tx: Tx, about: string, most: number): Promise<Memory[]> {
  if (about.trim() === "") return store.find(tx, [], most);
  const words = (about.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).slice(0, 20);
  return words.length === 0 ? [] : store.find(tx, words, most);
}
