import { useQuery } from "@tanstack/react-query";
import { getFeed } from "#features/feed/contract.ts";
import type { Sent } from "#ui/api.ts";
import { read } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";

export type FeedFilter = Omit<NonNullable<Sent<typeof getFeed>["query"]>, "cursor">;

/** While live, polls every 5 s and refreshes on socket messages. */
export const useFeed = (filter: FeedFilter, isLive: boolean) =>
  useQuery({
    ...read(getFeed, { query: filter }),
    refetchInterval: isLive ? 5_000 : false,
    // Paused, neither polls nor socket messages refresh it; the first load still runs.
    enabled: ({ state }) => isLive || state.data === undefined,
  });

/** The page before a cursor; the caller keeps it, nothing refreshes it. */
export const useOlder = (filter: FeedFilter) =>
  useSend(getFeed, (cursor: string) => ({ query: { ...filter, cursor } }));
