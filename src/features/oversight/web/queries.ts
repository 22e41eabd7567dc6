import { useMutation, useQuery } from "@tanstack/react-query";
import {
  checkOversight,
  closeFinding,
  getOversightPage,
  getOversightStatus,
  initializeOversight,
  type OversightPage,
  type OversightStatus,
  stopOversight,
  undoIntervention,
} from "#features/oversight/contract.ts";
import { call, callOrNull } from "#ui/api.ts";
import { keyOf, queryClient, read, refresh } from "#ui/query.ts";

const key = keyOf(getOversightStatus, {});

/** Polls every 15 s; null when signed out. */
export const useOversightStatus = () =>
  useQuery({ queryKey: key, queryFn: () => callOrNull(getOversightStatus, {}), refetchInterval: 15_000 });

export const useOversightPage = () => useQuery({ ...read(getOversightPage, {}), refetchInterval: 15_000 });

/** Failures are shown beside the buttons, not as a toast. */
const statusMutation = {
  onSuccess: (status: OversightStatus) => {
    queryClient.setQueryData(key, status);
    return refresh("agi", "agents", "authority", "runs");
  },
};

export const useInitialize = () => useMutation({ mutationFn: () => call(initializeOversight, {}), ...statusMutation });
export const useCheck = () => useMutation({ mutationFn: () => call(checkOversight, {}), ...statusMutation });
export const useStop = () => useMutation({ mutationFn: () => call(stopOversight, {}), ...statusMutation });

const pageMutation = {
  onSuccess: (page: OversightPage) => {
    queryClient.setQueryData(keyOf(getOversightPage, {}), page);
    return refresh("agi", "agents", "authority");
  },
};

export const useUndo = () =>
  useMutation({ mutationFn: (id: string) => call(undoIntervention, { params: { id } }), ...pageMutation });
export const useClose = () =>
  useMutation({ mutationFn: (id: string) => call(closeFinding, { params: { id } }), ...pageMutation });
