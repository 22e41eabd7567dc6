import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { CallError } from "#ui/api.ts";

type Query<Import> = { queryKey: readonly unknown[]; queryFn: (given: { signal: AbortSignal }) => Promise<Import> };

const hasEnded = (status: string | undefined): boolean => status === "done" || status === "failed";

/** Whether retrying is pointless: the import does not exist or is not accessible. */
export const isRefused = (error: Error | null): boolean =>
  error instanceof CallError && error.status < 500 && error.status !== 429;

const busySeconds = 5;

/** Milliseconds until the next check of an import; false if it ended or cannot be read. */
function pollInterval(status: string | undefined, error: Error | null): number | false {
  if (hasEnded(status) || isRefused(error)) return false;
  if (!error) return 500;
  return 1_000 * ((error instanceof CallError && error.retryAfter) || busySeconds);
}

/** Polls an import until it ends, more slowly while the server is busy. `onEnd` must be stable. */
export function useFollowed<Import extends { status: string }>(query: Query<Import>, onEnd: (status: string) => void) {
  const followed = useQuery({
    ...query,
    refetchInterval: ({ state }) => pollInterval(state.data?.status, state.error),
  });
  const status = followed.data?.status;
  useEffect(() => {
    if (status !== undefined && hasEnded(status)) onEnd(status);
  }, [status, onEnd]);
  return followed;
}
