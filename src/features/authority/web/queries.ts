import { useQuery } from "@tanstack/react-query";
import { listPolicies } from "#features/authority/contract.ts";
import { getVersion, listVersions, restoreVersion, saveVersion } from "#features/authority/versions/contract.ts";
import { read, refresh, usePages } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";

export const useLimits = () => useQuery({ ...read(listPolicies, {}), select: ({ limits }) => limits });

export const usePolicies = () => useQuery(read(listPolicies, {}));

export const useVersions = () => usePages(listVersions, {});

export const useVersion = (version: string, against: string | undefined) =>
  useQuery(read(getVersion, { params: { version }, query: against ? { against } : {} }));

const refreshes = () => refresh("authority", "decisions", "agents", "dashboard");

/** Failures are shown beside the button. */
export const useSave = (onSaved: () => void) => useSend(saveVersion, "body", { done: onSaved, settled: refreshes });

export const useRestore = () =>
  useSend(
    restoreVersion,
    ({ version, base }: { version: number; base: number }) => ({
      params: { version: String(version) },
      body: { base },
    }),
    { settled: refreshes },
  );
