import { useMutation, useQuery } from "@tanstack/react-query";
import { useIsAdmin } from "#features/accounts/web/queries.ts";
import * as calls from "#features/reports/contract.ts";
import { call, type Sent } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";
import { toast, toastFailure } from "#ui/toast.ts";

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
  useMutation({
    mutationFn: (body: Sent<typeof calls.sharePack>["body"]) => call(calls.sharePack, { body }),
    onSuccess: ({ path }) => onLink(`${location.origin}${path}`),
    onError: (error) => toastFailure("Not shared", error),
    onSettled: () => refresh("pack-links"),
  });

export const useRevokeLink = () =>
  useMutation({
    mutationFn: (id: string) => call(calls.revokePackLink, { params: { id } }),
    onSuccess: () => toast("Link Revoked", "It shows nothing any more"),
    onError: (error) => toastFailure("Not revoked", error),
    onSettled: () => refresh("pack-links"),
  });
