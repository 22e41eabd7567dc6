import { useMutation, useQuery } from "@tanstack/react-query";
import { listMetrics, listSeries, recordMetrics } from "#features/metrics/contract.ts";
import { call, type Sent } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";

export const useSeriesList = () => useQuery(read(listSeries, {}));
export const useSeries = (name: string) => useQuery(read(listMetrics, { query: { name } }));

export const useRecord = () =>
  useMutation({
    mutationFn: (body: Sent<typeof recordMetrics>["body"]) => call(recordMetrics, { body }),
    onSuccess: () => refresh("dashboard"),
  });
