import { useQuery } from "@tanstack/react-query";
import { useIsAdmin } from "#features/accounts/web/queries.ts";
import * as calls from "#features/reports/contract.ts";
import { call } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toast } from "#ui/toast.ts";

export const useBoardPack = (period: string) => useQuery(read(calls.getBoardPack, { query: { period } }));

export const usePackLinks = () => useQuery({ ...read(calls.listPackLinks, {}), enabled: useIsAdmin() });

/** Opened once for a page: each opening is counted. */
export const useSharedPack = (token: string) =>
  useQuery({
    queryKey: ["sharedPack", token],
    queryFn: () => call(calls.openSharedPack, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const useShare = (onLink: (link: string) => void) =>
  useSend(calls.sharePack, "body", {
    done: ({ path }) => onLink(`${location.origin}${path}`),
    failed: "Not shared",
    settled: () => refresh("pack-links"),
  });

export const useRevokeLink = () =>
  useSend(calls.revokePackLink, (id: string) => ({ params: { id } }), {
    done: () => toast("Link Revoked", "It shows nothing any more"),
    failed: "Not revoked",
    settled: () => refresh("pack-links"),
  });
