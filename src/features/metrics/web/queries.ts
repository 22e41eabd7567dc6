import { useMutation, useQuery } from "@tanstack/react-query";
import { getImport, importMetrics, listMetrics, listSeries, recordMetrics } from "#features/metrics/contract.ts";
import { call, type Sent, upload } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";
import { useFollowed } from "./follow-import.ts";
import { useSending } from "./sending.ts";

const countAgain = (status: string): void => {
  if (status === "done") void refresh("dashboard", "decisions");
};

/** An import as it goes on; once it has ended well, everything that counts its figures is read again. */
export const useImport = (id: string) => useFollowed(read(getImport, { params: { id } }), countAgain);

export const useSeriesList = () => useQuery(read(listSeries, {}));
export const useSeries = (name: string) => useQuery(read(listMetrics, { query: { name } }));

type Upload = { name: string; file: File; query: Sent<typeof importMetrics>["query"] };

/** Sends a file of figures and starts its import. */
export const useUpload = () =>
  useSending(({ file, query }: Upload, progress) => upload(importMetrics, { query }, file, progress));

export const useRecord = () =>
  useMutation({
    mutationFn: (body: Sent<typeof recordMetrics>["body"]) => call(recordMetrics, { body }),
    onSuccess: () => refresh("dashboard"),
  });
