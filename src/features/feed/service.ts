import type { z } from "zod";
import * as accounts from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import type { FeedPage, getFeed } from "#features/feed/contract.ts";
import { collapse, pageSize, toItem } from "#features/feed/rules.ts";
import * as store from "#features/feed/store.ts";
import type { Tx } from "#platform/context.ts";
import { pageOf, placeOf } from "#platform/db/cursor.ts";

/** Newest first. Pages follow journal numbers, so new entries leave no gap. */
export async function page(tx: Tx, query: z.output<typeof getFeed.query>): Promise<FeedPage> {
  const key = { company: tx.company, list: "feed", ...query };
  const [before] = query.cursor ? placeOf(query.cursor, key, ["bigint"]) : [];
  const types = tx.events.ofFeed(query.actionType);
  const [found, people, team, resets] = await Promise.all([
    store.lines(tx, types, { agent: query.agent, before }),
    accounts.usernames(tx),
    agents.names(tx),
    store.resets(tx),
  ]);
  const { rows, nextCursor } = pageOf(found, pageSize, key, ({ seq }) => [String(seq)]);
  const names = { people, agents: new Map(team.map((agent) => [agent.id, agent])) };
  const items = rows.map((row) => toItem(row, tx.events.kindOf(row.action) ?? "analysis", names, resets));
  return { items: collapse(items), nextCursor };
}
