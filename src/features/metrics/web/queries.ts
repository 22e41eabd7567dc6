import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { getImport, importMetrics, listMetrics, listSeries, recordMetrics } from "#features/metrics/contract.ts";
import { call, type Sent, upload } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";

const ended = (status: string | undefined): boolean => status === "done" || status === "failed";

/** An import as it goes on; once it has ended, everything that counts its figures is read again. */
export function useImport(id: string) {
  const query = useQuery({
    ...read(getImport, { params: { id } }),
    refetchInterval: ({ state }) => (ended(state.data?.status) || state.error ? false : 500),
  });
  const status = query.data?.status;
  useEffect(() => {
    if (status === "done") void refresh("dashboard", "decisions");
  }, [status]);
  return query;
}

export const useSeriesList = () => useQuery(read(listSeries, {}));
export const useSeries = (name: string) => useQuery(read(listMetrics, { query: { name } }));

export const useUpload = (progress: (share: number) => void) =>
  useMutation({
    mutationFn: ({ file, query }: { file: File; query: Sent<typeof importMetrics>["query"] }) =>
      upload(importMetrics, { query }, file, progress),
  });

export const useRecord = () =>
  useMutation({
    mutationFn: (body: Sent<typeof recordMetrics>["body"]) => call(recordMetrics, { body }),
    onSuccess: () => refresh("dashboard"),
  });
