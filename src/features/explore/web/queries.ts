import { useQuery } from "@tanstack/react-query";
import type { QueryInput } from "#contract/query.ts";
import * as calls from "#features/explore/contract.ts";
import { call, type Sent } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toastFailure, toastWithUndo } from "#ui/toast.ts";

/** The refresh subject of each query subject; records for all others. */
const refreshSubjects: Record<string, string> = {
  figures: "metrics",
  tasks: "tasks",
  decisions: "decisions",
  forecasts: "decisions",
  messages: "communications",
  runs: "runs",
};

/** `words` is null before the first search. Keeps the previous results while loading. */
export const useSearchRows = (words: string | null) =>
  useQuery({
    ...read(calls.searchRows, { query: { q: words ?? "" } }),
    enabled: words !== null,
    staleTime: 10_000,
    placeholderData: (previous) => previous,
  });

/** Subjects of queries; refetched when a new figure appears. */
export const useSubjects = () =>
  useQuery({ ...read(calls.listSubjects, {}), queryKey: ["/api", "metrics", "explore", "subjects"] });

/** Refetched when rows of its subject change. `q` is the query as JSON. */
export const useResult = (q: string, subject: string) =>
  useQuery({
    ...read(calls.exploreRows, { query: { q } }),
    queryKey: ["/api", refreshSubjects[subject] ?? "records", "explore", q],
  });

export const usePinResult = ({ query }: { query: QueryInput }) => useResult(JSON.stringify(query), query.subject);

export const usePins = () => useQuery(read(calls.listPins, {}));

const refreshExplore = () => refresh("explore");
type NewPin = Sent<typeof calls.addPin>["body"];

async function pinAgain({ title, query }: calls.Pin): Promise<void> {
  try {
    await call(calls.addPin, { body: { title, query } });
  } catch (error) {
    toastFailure("Not pinned", error);
  }
  await refreshExplore();
}

async function unpin(id: string): Promise<void> {
  try {
    await call(calls.removePin, { params: { id } });
  } catch (error) {
    toastFailure("Not removed", error);
  }
  await refreshExplore();
}

export const useAddPin = () =>
  useSend(calls.addPin, (body: NewPin) => ({ body }), {
    done: ({ id }) => {
      toastWithUndo("Pinned to the dashboard", () => void unpin(id));
      return refreshExplore();
    },
  });

export const useRemovePin = () =>
  useSend(calls.removePin, ({ id }: calls.Pin) => ({ params: { id } }), {
    done: (_, pin) => {
      toastWithUndo("Removed from the dashboard", () => void pinAgain(pin));
      return refreshExplore();
    },
    failed: "Not removed",
  });
