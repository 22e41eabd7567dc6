import { useMutation, useQuery } from "@tanstack/react-query";
import { type AgentLevel, listLevels, restoreLevel } from "#features/authority/levels/contract.ts";
import { levelNames } from "#features/authority/levels/rules.ts";
import { call } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";
import { toast } from "#ui/toast.ts";

export const useLevels = (agentId: string) => useQuery(read(listLevels, { params: { id: agentId } }));

/** Errors appear beside the button. */
export const useRestoreLevel = (agentId: string, { decisionType, label, restorable }: AgentLevel) =>
  useMutation({
    mutationFn: (reason: string) => call(restoreLevel, { params: { id: agentId, decisionType }, body: { reason } }),
    onSuccess: () => restorable && toast("Level given back", `${label}: ${levelNames[restorable]}`),
    onSettled: () => void refresh("agents", "authority", "decisions"),
  });
