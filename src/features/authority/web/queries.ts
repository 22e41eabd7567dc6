import { useMutation, useQuery } from "@tanstack/react-query";
import { listPolicies } from "#features/authority/contract.ts";
import { getVersion, listVersions, restoreVersion, saveVersion } from "#features/authority/versions/contract.ts";
import { call, type Sent } from "#ui/api.ts";
import { read, refresh, usePages } from "#ui/query.ts";

export const useLimits = () => useQuery({ ...read(listPolicies, {}), select: ({ limits }) => limits });

export const usePolicies = () => useQuery(read(listPolicies, {}));

export const useVersions = () => usePages(listVersions, {});

export const useVersion = (version: string, against: string | undefined) =>
  useQuery(read(getVersion, { params: { version }, query: against ? { against } : {} }));

const refreshes = () => refresh("authority", "decisions", "agents", "dashboard");

/** Failures are shown beside the button. */
export const useSave = (onSaved: () => void) =>
  useMutation({
    mutationFn: (body: Sent<typeof saveVersion>["body"]) => call(saveVersion, { body }),
    onSuccess: onSaved,
    onSettled: refreshes,
  });

export const useRestore = () =>
  useMutation({
    mutationFn: ({ version, base }: { version: number; base: number }) =>
      call(restoreVersion, { params: { version: String(version) }, body: { base } }),
    onSettled: refreshes,
  });
