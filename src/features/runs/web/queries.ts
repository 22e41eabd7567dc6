import { useQuery } from "@tanstack/react-query";
import { getDraft, getRun, listRuns, replayRun, stopRun, tryRunAgain } from "#features/runs/contract.ts";
import type { Sent } from "#ui/api.ts";
import { read, refresh, usePages } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toast, toastFailure } from "#ui/toast.ts";

/** Socket messages refresh it; a run in progress also polls. */
export const useRun = (id: string | null) =>
  useQuery({
    ...read(getRun, { params: { id: id ?? "" } }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.run.status) ? 5_000 : false),
  });

export const useRuns = (agentId: string | undefined) => usePages(listRuns, { query: { agentId } });

export const isUnderWay = (status: string | undefined): boolean => status === "queued" || status === "running";

/** The text a language model has written so far in a run; the socket announces more. */
export const useRunDraft = (id: string, isRunning: boolean) =>
  useQuery({ ...read(getDraft, { params: { id } }), enabled: isRunning, refetchInterval: 5_000 });

/** Fetched when opened, never refetched automatically. */
export const useReplay = (id: string, isOpen: boolean) =>
  useQuery({ ...read(replayRun, { params: { id } }), enabled: isOpen });

export const useStopRun = () =>
  useSend(stopRun, (id: string) => ({ params: { id } }), {
    done: () => toast("Stopping", "The run ends within 5 seconds"),
    failed: (error) => toastFailure("Action Failed", error, "Failed to stop the run"),
    settled: () => void refresh("runs"),
  });

/** Repeats a finished run with changes; its model calls are paid. */
export const useTryAgain = (id: string) =>
  useSend(tryRunAgain, (body: Sent<typeof tryRunAgain>["body"]) => ({ params: { id }, body }), {
    failed: "The run could not be tried again",
  });
