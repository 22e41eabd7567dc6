import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { CallError } from "#ui/api.ts";

type Query<Import> = { queryKey: readonly unknown[]; queryFn: (given: { signal: AbortSignal }) => Promise<Import> };

const ended = (status: string | undefined): boolean => status === "done" || status === "failed";

/** Whether asking again cannot help: the import is not there, or not for this person. */
export const isRefused = (error: Error | null): boolean =>
  error instanceof CallError && error.status < 500 && error.status !== 429;

const busySeconds = 5;

/** Milliseconds until an import is looked at again; false where it has ended or cannot be read. */
function pauseAfter(status: string | undefined, error: Error | null): number | false {
  if (ended(status) || isRefused(error)) return false;
  if (!error) return 500;
  return 1_000 * ((error instanceof CallError && error.retryAfter) || busySeconds);
}

/** Reads an import again and again until it has ended, more slowly while the server is busy; `onEnd`, which stays the same, then hears how. */
export function useFollowed<Import extends { status: string }>(query: Query<Import>, onEnd: (status: string) => void) {
  const followed = useQuery({
    ...query,
    refetchInterval: ({ state }) => pauseAfter(state.data?.status, state.error),
  });
  const status = followed.data?.status;
  useEffect(() => {
    if (status !== undefined && ended(status)) onEnd(status);
  }, [status, onEnd]);
  return followed;
}
