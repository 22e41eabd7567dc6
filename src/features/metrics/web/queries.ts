import { useQuery } from "@tanstack/react-query";
import { listMetrics, listSeries, recordMetrics } from "#features/metrics/contract.ts";
import { read, refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";

export const useSeriesList = () => useQuery(read(listSeries, {}));
export const useSeries = (name: string) => useQuery(read(listMetrics, { query: { name } }));

export const useRecord = () => useSend(recordMetrics, "body", { done: () => refresh("dashboard") });
