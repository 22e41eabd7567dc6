import { useMutation, useQuery } from "@tanstack/react-query";
import * as calls from "#features/oversight/contract.ts";
import { call, callOrNull } from "#ui/api.ts";
import { keyOf, queryClient, read, refresh } from "#ui/query.ts";

const key = keyOf(calls.getOversightStatus, {});

/** Polls every 15 s; null when signed out. */
export const useOversightStatus = () =>
  useQuery({ queryKey: key, queryFn: () => callOrNull(calls.getOversightStatus, {}), refetchInterval: 15_000 });

export const useOversightPage = () => useQuery({ ...read(calls.getOversightPage, {}), refetchInterval: 15_000 });

/** Failures are shown beside the buttons, not as a toast. */
const statusMutation = {
  onSuccess: (status: calls.OversightStatus) => {
    queryClient.setQueryData(key, status);
    return refresh("agi", "agents", "authority", "runs");
  },
};

export const useInitialize = () =>
  useMutation({ mutationFn: () => call(calls.initializeOversight, {}), ...statusMutation });
export const useCheck = () => useMutation({ mutationFn: () => call(calls.checkOversight, {}), ...statusMutation });
export const useStop = () => useMutation({ mutationFn: () => call(calls.stopOversight, {}), ...statusMutation });

const pageMutation = {
  onSuccess: (page: calls.OversightPage) => {
    queryClient.setQueryData(keyOf(calls.getOversightPage, {}), page);
    return refresh("agi", "agents", "authority");
  },
};

export const useUndo = () =>
  useMutation({ mutationFn: (id: string) => call(calls.undoIntervention, { params: { id } }), ...pageMutation });
export const useClose = () =>
  useMutation({ mutationFn: (id: string) => call(calls.closeFinding, { params: { id } }), ...pageMutation });
