import type { z } from "zod";
import type { FeedPage, getFeed } from "#features/feed/contract.ts";
import { collapse, pageSize, toItem } from "#features/feed/rules.ts";
import * as store from "#features/feed/store.ts";
import type { Tx } from "#platform/context.ts";

/** One page of the feed, newest first. Pages follow the journal's numbers: what is added meanwhile leaves no gap. */
export async function page(tx: Tx, query: z.output<typeof getFeed.query>): Promise<FeedPage> {
  const found = await store.lines(tx, query);
  const shown = found.slice(0, pageSize);
  return {
    items: collapse(shown.map(toItem)),
    nextCursor: found.length > pageSize ? String(shown.at(-1)?.seq) : null,
  };
}
