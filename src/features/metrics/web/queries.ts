import { useMutation, useQuery } from "@tanstack/react-query";
import { getImport, importMetrics, listMetrics, listSeries, recordMetrics } from "#features/metrics/contract.ts";
import { call, type Sent, upload } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";
import { useFollowed } from "./follow-import.ts";
import { useSending } from "./sending.ts";

const refreshFigures = (status: string): void => {
  if (status === "done") void refresh("dashboard", "decisions");
};

/** Follows an import; once it succeeded, everything based on its figures is refetched. */
export const useImport = (id: string) => useFollowed(read(getImport, { params: { id } }), refreshFigures);

export const useSeriesList = () => useQuery(read(listSeries, {}));
export const useSeries = (name: string) => useQuery(read(listMetrics, { query: { name } }));

type Upload = { name: string; file: File; query: Sent<typeof importMetrics>["query"] };

/** Uploads a file of figures and starts its import. */
export const useUpload = () =>
  useSending(({ file, query }: Upload, progress) => upload(importMetrics, { query }, file, progress));

export const useRecord = () =>
  useMutation({
    mutationFn: (body: Sent<typeof recordMetrics>["body"]) => call(recordMetrics, { body }),
    onSuccess: () => refresh("dashboard"),
  });
