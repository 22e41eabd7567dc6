import { useMutation, useQuery } from "@tanstack/react-query";
import { getRun, listRuns, stopRun } from "#features/runs/contract.ts";
import { call } from "#ui/api.ts";
import { read, refresh, usePages } from "#ui/query.ts";
import { toast, toastFailure } from "#ui/toast.ts";

/** Socket messages refresh it; a run in progress also polls. */
export const useRun = (id: string) =>
  useQuery({
    ...read(getRun, { params: { id } }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.run.status) ? 5_000 : false),
  });

export const useRuns = (agentId: string | undefined) => usePages(listRuns, { query: { agentId } });

export const isUnderWay = (status: string | undefined): boolean => status === "queued" || status === "running";

export const useStopRun = () =>
  useMutation({
    mutationFn: (id: string) => call(stopRun, { params: { id } }),
    onSuccess: () => toast("Stopping", "The run ends within 5 seconds"),
    onError: (error) => toastFailure("Action Failed", error, "Failed to stop the run"),
    onSettled: () => void refresh("runs"),
  });
