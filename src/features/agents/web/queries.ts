import { useMutation, useQuery } from "@tanstack/react-query";
import * as calls from "#features/agents/contract.ts";
import { call } from "#ui/api.ts";
import { patchCached, read, refresh } from "#ui/query.ts";
import { toast, toastFailure } from "#ui/toast.ts";

/** Polls every 10 s. */
export const usePolledAgents = () => useQuery({ ...read(calls.listAgents, {}), refetchInterval: 10_000 });

export const useAgents = () => useQuery(read(calls.listAgents, {}));

/** The agents that work here, and the outside ones. */
export function useEveryone() {
  const own = useAgents();
  const outside = useOutsideAgents();
  return { data: own.data && outside.data && [...own.data, ...outside.data], error: own.error ?? outside.error };
}

export const useOutsideAgents = () => useQuery(read(calls.listOutsideAgents, {}));

export const useSetStatus = () =>
  useMutation({
    mutationFn: ({ agent, status, reason }: { agent: calls.Agent; status: calls.AgentStatus; reason?: string }) =>
      call(calls.setStatus, { params: { id: agent.id }, body: { status, ...(reason && { reason }) } }),
    onMutate: ({ agent, status }) => patchCached<calls.Agent>("agents", agent.id, (row) => ({ ...row, status })),
    onSuccess: (agent) => toast("Status Updated", `${agent.name} is ${agent.status}`),
    onError: (error, _, undo) => {
      undo?.();
      toastFailure("Update Failed", error, "Failed to update agent status");
    },
    onSettled: () => refresh("agents", "dashboard", "authority"),
  });

export const useSetAutonomy = () =>
  useMutation({
    mutationFn: ({ agent, autonomyLevel }: { agent: calls.Agent; autonomyLevel: calls.AutonomyLevel }) =>
      call(calls.setAutonomy, { params: { id: agent.id }, body: { autonomyLevel } }),
    onMutate: ({ agent, autonomyLevel }) =>
      patchCached<calls.Agent>("agents", agent.id, (row) => ({
        ...row,
        systemProps: { ...row.systemProps, autonomyLevel },
      })),
    onSuccess: (agent) => toast("Autonomy Updated", `${agent.name}: ${agent.systemProps.autonomyLevel}`),
    onError: (error, _, undo) => {
      undo?.();
      toastFailure("Update Failed", error, "Failed to update agent autonomy");
    },
    onSettled: () => refresh("agents", "dashboard", "authority"),
  });
