import { useMutation, useQuery } from "@tanstack/react-query";
import { getFeed } from "#features/feed/contract.ts";
import { call, type Sent } from "#ui/api.ts";
import { read } from "#ui/query.ts";

export type FeedFilter = Omit<NonNullable<Sent<typeof getFeed>["query"]>, "cursor">;

/** While live, polls every 5 s and refreshes on socket messages. */
export const useFeed = (filter: FeedFilter, isLive: boolean) =>
  useQuery({
    ...read(getFeed, { query: filter }),
    refetchInterval: isLive ? 5_000 : false,
    // What is not enabled is not read again by a message either; what was never read is read once.
    enabled: ({ state }) => isLive || state.data === undefined,
  });

/** The lines before a cursor. They are kept by whoever asked: nothing reads them again. */
export const useOlder = (filter: FeedFilter) =>
  useMutation({ mutationFn: (cursor: string) => call(getFeed, { query: { ...filter, cursor } }) });
