import type { z } from "zod";
import * as accounts from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import type { FeedPage, getFeed } from "#features/feed/contract.ts";
import { collapse, fold, type Names, pageSize, toEntry } from "#features/feed/rules.ts";
import * as store from "#features/feed/store.ts";
import type { Tx } from "#platform/context.ts";
import { findQuotes } from "#platform/journal/quotes.ts";
import { cursorOf, pageOf, placeOf } from "#platform/db/cursor.ts";

/**
 * Newest first. Pages follow journal numbers, so new entries leave no gap. Entries of one cause share a line, unless
 * the query has a type or a search: then each match is a line.
 */
export async function page(tx: Tx, query: z.output<typeof getFeed.query>): Promise<FeedPage> {
  const key = { company: tx.company, list: "feed", ...query };
  const [before] = query.cursor ? placeOf(query.cursor, key, ["bigint"]) : [];
  const types = tx.events.ofFeed(query.actionType);
  const end = query.until === undefined ? undefined : String(Number(query.until) + 1);
  const range = { agent: query.agent, before: before ?? end, after: query.after };
  const words = wordsOf(query.q);
  const [rows, people, team, resets] = await Promise.all([
    words.length > 0 ? null : store.lines(tx, types, range),
    accounts.usernames(tx),
    agents.names(tx),
    store.resets(tx),
  ]);
  const names = { people, agents: new Map(team.map((agent) => [agent.id, agent])) };
  const found = rows
    ? { rows, searchedTo: null }
    : await store.search(tx, types, { ...range, words: withIds(words, names) });
  const { rows: shown, nextCursor } = pageOf(found.rows, pageSize, key, ({ seq }) => [String(seq)]);
  const quotes = await findQuotes(
    tx,
    shown.map(({ line }) => line),
  );
  const entries = shown.map((row) =>
    toEntry(row, tx.events.kindOf(row.action) ?? "analysis", { ...names, quotes }, resets),
  );
  const isFolded = query.actionType === undefined && words.length === 0;
  const lines = fold(isFolded ? entries : entries.map((entry) => ({ ...entry, cause: null })));
  const searchCursor = found.searchedTo === null ? null : cursorOf(key, [String(found.searchedTo)]);
  return { items: collapse(lines), nextCursor: nextCursor ?? searchCursor };
}

/** Words of a search; further ones are ignored. */
const maxWords = 8;
const wordsOf = (q = ""): string[] => q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords);

/** Each word with the agents and people whose name or role contains it. */
const withIds = (words: readonly string[], { people, agents }: Names): store.SearchWord[] =>
  words.map((word) => {
    const has = (text: string): boolean => text.toLowerCase().includes(word);
    return {
      word,
      agents: [...agents].filter(([, { name, role }]) => has(name) || has(role)).map(([id]) => id),
      people: [...people].filter(([, username]) => has(username)).map(([id]) => id),
    };
  });
