import { type Query, QueryCache, QueryClient, type QueryKey, useInfiniteQuery } from "@tanstack/react-query";
import type { Answer, Endpoint, LinesOf } from "#contract/endpoint.ts";
import type { Page } from "#contract/cursor.ts";
import { addressOf, CallError, call, callPage, type Sent } from "./api.ts";

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof CallError && error.status === 401) void askWhoIsThere();
    },
  }),
  defaultOptions: {
    queries: { staleTime: Infinity, refetchOnWindowFocus: false, refetchInterval: false, retry: false },
    mutations: { retry: false },
  },
});

/** The parts of an address: joined by a slash they are the path that is read. */
export function keyOf<E extends Endpoint>(endpoint: E, sent: Sent<E>): QueryKey {
  const [path = "", query] = addressOf(endpoint, sent as Parameters<typeof addressOf>[1]).split("?");
  const [, api = "", ...parts] = path.split("/");
  return [`/${api}`, ...parts, ...(query ? [`?${query}`] : [])];
}

/** Key and reader of one endpoint, for useQuery. */
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

/** As `read`, in lines. */
export function readLines<E extends Endpoint>(endpoint: E, sent: Sent<E>) {
  const { queryKey, queryFn } = read(endpoint, inLines<E>(sent));
  return { queryKey, queryFn: queryFn as (context: { signal: AbortSignal }) => Promise<LinesOf<E>> };
}

/** What the key of a list of pages ends with. */
const pages = "pages";

/**
 * A plain list that goes on page by page. Read again, each page goes on from where the one before it ends by then: between
 * two that are on the screen nothing is missing. `showOlder` reads one page more, after what is being read already.
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
    await ended(queryClient.getQueryCache().find({ queryKey }));
    await list.fetchNextPage({ cancelRefetch: false });
  };
  return { ...list, showOlder };
}

/** As `usePages`, in lines. */
export const useLinePages = <E extends Endpoint>(endpoint: E, sent: Sent<E>) =>
  usePages<E, LinesOf<E>>(endpoint, inLines<E>(sent));

/** Reads again whatever is on the screen of these subjects: the second part of a path, as in /api/decisions. */
export const refresh = (...subjects: string[]): Promise<void> =>
  readAgain(({ queryKey }) => subjects.includes(String(queryKey[1])));

/** The session has ended: whoever asks for the user learns it and shows the way to sign in. Asked once, not for each refusal. */
const askWhoIsThere = (): Promise<void> =>
  queryClient.invalidateQueries(
    { predicate: ({ queryKey, state }) => queryKey[1] === "user" && state.data !== null },
    { cancelRefetch: false },
  );

/** Reads again everything that is on the screen, the signed-in user too. */
export const refreshAll = (): Promise<void> => readAgain(() => true);

/**
 * A list of pages that is being read is let finish and then read again: begun anew at each piece of news, a long one would
 * never come to its end, and the page somebody asked for would not come.
 */
function readAgain(isMeant: (query: Query) => boolean): Promise<void> {
  const underWay = queryClient
    .getQueryCache()
    .findAll({ fetchStatus: "fetching", predicate: (query) => query.queryKey.at(-1) === pages && isMeant(query) });
  for (const query of underWay) void readAfterwards(query);
  return queryClient.invalidateQueries({ predicate: (query) => isMeant(query) && !underWay.includes(query) });
}

const outdated = new WeakSet<Query>();
async function readAfterwards(query: Query): Promise<void> {
  if (outdated.has(query)) return;
  outdated.add(query);
  await ended(query);
  // A page that was asked for meanwhile goes first.
  await new Promise((go) => setTimeout(go));
  outdated.delete(query);
  await readAgain((other) => other === query);
}

/** Waits until what is being read is there, or failed. */
const ended = (query: Query | undefined): Promise<unknown> => Promise.resolve(query?.promise).catch(() => undefined);

/** Changes a cached list at once and gives what undoes it. */
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
