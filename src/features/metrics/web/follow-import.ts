import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";

type Query<Import> = { queryKey: readonly unknown[]; queryFn: (given: { signal: AbortSignal }) => Promise<Import> };

const ended = (status: string | undefined): boolean => status === "done" || status === "failed";

/** Reads an import again and again until it has ended; `onEnd`, which stays the same, then hears how. */
export function useFollowed<Import extends { status: string }>(query: Query<Import>, onEnd: (status: string) => void) {
  const followed = useQuery({
    ...query,
    refetchInterval: ({ state }) => (ended(state.data?.status) || state.error ? false : 500),
  });
  const status = followed.data?.status;
  useEffect(() => {
    if (status !== undefined && ended(status)) onEnd(status);
  }, [status, onEnd]);
  return followed;
}
