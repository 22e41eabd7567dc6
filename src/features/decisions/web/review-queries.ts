import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useMay } from "#features/accounts/web/queries.ts";
import type { Decision } from "#features/decisions/contract.ts";
import { getOwnReviews, listReviewers, listSuggestions, markOpened } from "#features/decisions/reviewing/contract.ts";
import { call } from "#ui/api.ts";
import { read } from "#ui/query.ts";

export const useOwnReviews = () => useQuery(read(getOwnReviews, {}));
export const useReviewers = (isAdmin: boolean) => useQuery({ ...read(listReviewers, {}), enabled: isAdmin });
export const useSuggestions = () => {
  const may = useMay(listSuggestions);
  return useQuery({ ...read(listSuggestions, {}), enabled: may });
};

/** Tells the server that a pending decision was opened; the server records the time. */
export function useMarkOpened({ id, status, isTest }: Pick<Decision, "id" | "status" | "isTest">): void {
  const counts = useMay(markOpened) && status === "pending" && !isTest;
  useEffect(() => {
    // If the call fails, the decision counts as made from a list.
    if (counts) void call(markOpened, { params: { id } }).catch(() => undefined);
  }, [id, counts]);
}
