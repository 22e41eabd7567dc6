import { useMutation } from "@tanstack/react-query";
import { startBriefing, startDailyBrief } from "#features/expertise/contract.ts";
import { call } from "#ui/api.ts";
import { refresh } from "#ui/query.ts";
import { toastFailure } from "#ui/toast.ts";

export const useBriefing = (started: (runId: string) => void) =>
  useMutation({
    mutationFn: (agentId: string) => call(startBriefing, { params: { id: agentId } }),
    onSuccess: ({ runId }) => started(runId),
    onError: (error) => toastFailure("Action Failed", error, "Failed to ask for a briefing"),
    onSettled: () => void refresh("runs"),
  });

export const useDailyBrief = (started: (runId: string) => void) =>
  useMutation({
    mutationFn: () => call(startDailyBrief, {}),
    onSuccess: ({ runId }) => started(runId),
    onError: (error) => toastFailure("Action Failed", error, "Failed to ask for a brief"),
    onSettled: () => void refresh("runs"),
  });
