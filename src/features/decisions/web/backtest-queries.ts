import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { LimitChange } from "#features/authority/versions/contract.ts";
import {
  type Backtest,
  type BacktestCase,
  getBacktest,
  listBacktestCases,
  startBacktest,
} from "#features/decisions/backtest/contract.ts";
import { call } from "#ui/api.ts";
import { read, usePages } from "#ui/query.ts";

export type Trial = {
  base: number;
  changes: readonly LimitChange[];
  days: Backtest["days"];
  assumption: Backtest["assumption"];
};

/** Starts a trial for a draft once, and follows it to its end. */
export function useBacktest(trial: Trial | null): { trial: Backtest | undefined; error: Error | null } {
  const started = useQuery({
    queryKey: ["/started-backtest", JSON.stringify(trial)],
    queryFn: () =>
      trial
        ? call(startBacktest, {
            body: { ...trial, days: trial.days as 30 | 90 | 365, changes: [...trial.changes] },
          })
        : null,
    enabled: trial !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const id = started.data?.id ?? "";
  const { data, error } = useQuery({
    ...read(getBacktest, { params: { id } }),
    enabled: id !== "",
    refetchInterval: ({ state }) => (state.data && state.data.status !== "running" ? false : 700),
    placeholderData: keepPreviousData,
  });
  return { trial: trial ? (data ?? started.data ?? undefined) : undefined, error: started.error ?? error };
}

export const useBacktestCases = (id: string, kind: "changed" | "unjudged") =>
  usePages<typeof listBacktestCases, BacktestCase[]>(listBacktestCases, { params: { id }, query: { kind } });
