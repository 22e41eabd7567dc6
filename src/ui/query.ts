import { type Query, QueryCache, QueryClient, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import type { Answer, Endpoint, LinesOf } from "#contract/endpoint.ts";
import type { Page } from "#contract/cursor.ts";
import { addressOf, CallError, call, callPage, type Sent } from "./api.ts";
import { now } from "./clock.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /** `madeOf`: subjects whose changes show in the answer too. */
    queryMeta: { madeOf?: readonly string[]; [name: string]: unknown };
  }
}

const justFailedMs = 5_000;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof CallError && error.status === 401) void refetchUser();
    },
  }),
  defaultOptions: {
    queries: {
      // Without a network a call fails at once. By default it would wait and run later, unexpectedly.
      networkMode: "always",
      refetchOnReconnect: true,
      staleTime: Infinity,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      retry: false,
      // A query that failed on page load is not refetched just because its widget mounts.
      retryOnMount: ({ state }) => now() - state.errorUpdatedAt > justFailedMs,
    },
    mutations: { networkMode: "always", retry: false },
  },
});

/** The parts of an address; joined by slashes they are the path. */
export function keyOf<E extends Endpoint>(endpoint: E, sent: Sent<E>): QueryKey {
  const [path = "", query] = addressOf(endpoint, sent as Parameters<typeof addressOf>[1]).split("?");
  const [, api = "", ...parts] = path.split("/");
  return [`/${api}`, ...parts, ...(query ? [`?${query}`] : [])];
}

/** For useQuery: the key and reader of one endpoint. */
export function read<E extends Endpoint>(endpoint: E, sent: Sent<E>) {
  return {
    queryKey: keyOf(endpoint, sent),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Answer<E>> => call(endpoint, sent, signal),
  };
}

const inLines = <E extends Endpoint>(sent: Sent<E>): Sent<E> => ({
  ...sent,
  query: { ...(sent as { query?: object }).query, shape: "lines" },
});

/** Like `read`, with `shape=lines`. */
export function readLines<E extends Endpoint>(endpoint: E, sent: Sent<E>) {
  const { queryKey, queryFn } = read(endpoint, inLines<E>(sent));
  return { queryKey, queryFn: queryFn as (context: { signal: AbortSignal }) => Promise<LinesOf<E>> };
}

/** Ends the key of a paged list. */
const pages = "pages";

/**
 * A plain list, page by page. On a refetch each page continues where the previous one now ends, so no row is missing in
 * between. `showOlder` loads one more page after any fetch under way.
 */
export function usePages<E extends Endpoint, Rows = Answer<E>>(endpoint: E, sent: Sent<E>) {
  const queryKey = [...keyOf(endpoint, sent), pages];
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam: cursor }: { signal: AbortSignal; pageParam: string | undefined }) => {
      const { query } = sent as { query?: object };
      return callPage(endpoint, { ...sent, query: { ...query, cursor } }, signal) as Promise<Page<Rows>>;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }: Page<unknown>) => nextCursor,
  });
  const showOlder = async (): Promise<void> => {
    await settled(queryClient.getQueryCache().find({ queryKey }));
    await list.fetchNextPage({ cancelRefetch: false });
  };
  return { ...list, showOlder };
}

/** Refetches visible queries of these subjects, the second part of a path, as in /api/decisions, and those made of them. */
export const refresh = (...subjects: string[]): Promise<void> =>
  refetch(({ queryKey, meta }) => [queryKey[1], ...(meta?.madeOf ?? [])].some((one) => subjects.includes(String(one))));

/** Refetches the visible queries of one row, such as /api/drafts/:id. */
export const refreshRow = (subject: string, id: string): Promise<void> =>
  refetch(({ queryKey }) => queryKey[1] === subject && queryKey[2] === id);

/** After a 401, refetches the user, which leads to the sign-in page; once, however many calls failed. */
const refetchUser = (): Promise<void> =>
  queryClient.invalidateQueries(
    { predicate: ({ queryKey, state }) => queryKey[1] === "user" && state.data !== null },
    { cancelRefetch: false },
  );

/** Refetches every visible query, including the user. */
export const refreshAll = (): Promise<void> => refetch(() => true);

/** Refetches every query, also those whose widget crashed on its data. */
export const reloadAll = (): Promise<void> => queryClient.refetchQueries({ type: "all" });

/** A paged list being fetched finishes first: restarted at every update, a long one would never complete. */
function refetch(matches: (query: Query) => boolean): Promise<void> {
  const fetching = queryClient
    .getQueryCache()
    .findAll({ fetchStatus: "fetching", predicate: (query) => query.queryKey.at(-1) === pages && matches(query) });
  for (const query of fetching) void refetchAfterwards(query);
  return queryClient.invalidateQueries({ predicate: (query) => matches(query) && !fetching.includes(query) });
}

const outdated = new WeakSet<Query>();
async function refetchAfterwards(query: Query): Promise<void> {
  if (outdated.has(query)) return;
  outdated.add(query);
  await settled(query);
  // A page requested in the meantime goes first.
  await new Promise((go) => setTimeout(go));
  outdated.delete(query);
  await refetch((other) => other === query);
}

/** Waits for a query's fetch, whatever its outcome. */
const settled = (query: Query | undefined): Promise<unknown> => Promise.resolve(query?.promise).catch(() => undefined);

/** Updates a cached list at once; returns a function that undoes it. */
export function patchCached<Row extends { id: string }>(
  subject: string,
  id: string,
  change: (row: Row) => Row,
): () => void {
  const before = queryClient.getQueriesData<Row[]>({ predicate: ({ queryKey }) => queryKey[1] === subject });
  for (const [key, rows] of before)
    if (Array.isArray(rows))
      queryClient.setQueryData(
        key,
        rows.map((row) => (row.id === id ? change(row) : row)),
      );
  return () => {
    for (const [key, rows] of before) queryClient.setQueryData(key, rows);
  };
}
