import { useQuery } from "@tanstack/react-query";
import { type AgentLevel, listLevels, restoreLevel } from "#features/authority/levels/contract.ts";
import { levelNames } from "#features/authority/levels/rules.ts";
import { read, refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toast } from "#ui/toast.ts";

export const useLevels = (agentId: string) => useQuery(read(listLevels, { params: { id: agentId } }));

/** Errors appear beside the button. */
export const useRestoreLevel = (agentId: string, { decisionType, label, restorable }: AgentLevel) =>
  useSend(restoreLevel, (reason: string) => ({ params: { id: agentId, decisionType }, body: { reason } }), {
    done: () => restorable && toast("Level given back", `${label}: ${levelNames[restorable]}`),
    settled: () => void refresh("agents", "authority", "decisions"),
  });
