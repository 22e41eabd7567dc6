import type { z } from "zod";
import type { FeedPage, getFeed } from "#features/feed/contract.ts";
import { collapse, isGone, pageSize, toItem } from "#features/feed/rules.ts";
import * as store from "#features/feed/store.ts";
import type { Tx } from "#platform/context.ts";
import { pageOf, placeOf } from "#platform/db/cursor.ts";

/** One page of the feed, newest first. Pages follow the journal's numbers: what is added meanwhile leaves no gap. */
export async function page(tx: Tx, query: z.output<typeof getFeed.query>): Promise<FeedPage> {
  const asked = { company: tx.company, list: "feed", ...query };
  const [before] = query.cursor ? placeOf(query.cursor, asked, ["bigint"]) : [];
  const found = await store.lines(tx, { ...query, before });
  const { rows, nextCursor } = pageOf(found, pageSize, asked, ({ seq }) => [String(seq)]);
  const firstGone = rows.findLast(isGone);
  const removals = firstGone ? await store.removalsSince(tx, firstGone.seq) : [];
  return { items: collapse(rows.map((row) => toItem(row, removals))), nextCursor };
}
