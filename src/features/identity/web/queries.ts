import { useMutation, useQuery } from "@tanstack/react-query";
import { type Agent, listAgents } from "#features/agents/contract.ts";
import { changeConfig, getConfig } from "#features/identity/config/contract.ts";
import { getIdentity, initializeProfile, listProfiles } from "#features/identity/contract.ts";
import * as calls from "#features/identity/promotions/contract.ts";
import { changeReporting, listTeamWork } from "#features/identity/reporting/contract.ts";
import { call, type Sent } from "#ui/api.ts";
import { isStale } from "#ui/kit/stale.tsx";
import { keyOf, queryClient, read, refresh } from "#ui/query.ts";
import { report } from "#ui/report.ts";
import { useSend } from "#ui/send.ts";
import { toast, toastFailure, toastWithUndo } from "#ui/toast.ts";

const minute = { refetchInterval: 60_000 };

/** Replaces the message of a failed call with the documented one. */
const withMessage = <T>(promise: Promise<T>, sentence: string): Promise<T> =>
  promise.catch((cause: unknown) => {
    throw new Error(sentence, { cause });
  });

/** The agents and their profiles, or the first failure with the documented message. */
export function useIdentities() {
  const agents = useQuery({
    ...read(listAgents, {}),
    queryFn: ({ signal }) => withMessage(call(listAgents, {}, signal), "Failed to fetch agents"),
  });
  const profiles = useQuery({
    ...read(listProfiles, {}),
    ...minute,
    queryFn: ({ signal }) => withMessage(call(listProfiles, {}, signal), "Failed to fetch agent profiles"),
  });
  return {
    agents: agents.data,
    profiles: profiles.data,
    error: (agents.data ? null : agents.error) ?? (profiles.data ? null : profiles.error),
    isLoading: agents.isFetching || profiles.isFetching,
    retry: () => Promise.all([agents.refetch(), profiles.refetch()]),
  };
}

export const useProfiles = () => useQuery({ ...read(listProfiles, {}), ...minute });
export const useIdentity = (id: string) => useQuery({ ...read(getIdentity, { params: { id } }), ...minute });
export const usePromotionRules = () => useQuery(read(calls.listPromotionRules, {}));
export const useTeamWork = () => useQuery({ ...read(listTeamWork, {}), ...minute });

/** Not asked while no agent is chosen. */
export const useConfig = (id: string | null) =>
  useQuery({ ...read(getConfig, { params: { id: id ?? "" } }), enabled: id !== null });

/** A failure is logged, without a toast. */
export const useInitializeProfile = () =>
  useSend(initializeProfile, (id: string) => ({ params: { id }, body: {} }), {
    failed: (error) => report("An agent's profile was not initialized", error),
    settled: () => refresh("agents"),
  });

const proposed = {
  onSuccess: () => {
    toast("Proposed", "It waits for an approver on the Decisions page.");
    return refresh("agents", "decisions", "dashboard");
  },
  onError: (error: unknown) => toastFailure("Not Proposed", error),
};
export const useProposePromotion = () =>
  useMutation({
    mutationFn: (id: string) => call(calls.proposePromotion, { params: { id }, body: {} }),
    ...proposed,
  });
export const useProposeDemotion = () =>
  useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      call(calls.proposeDemotion, { params: { id }, body: { reason } }),
    ...proposed,
  });

export const useChangeRule = (onDone: () => void) =>
  useSend(calls.changePromotionRule, "sent", {
    done: () => {
      toast("Promotion Rules Updated");
      onDone();
      return refresh("agents");
    },
  });

export const useChangeConfig = (agentId: string | null) =>
  useMutation({
    mutationFn: (body: Sent<typeof changeConfig>["body"]) => {
      if (agentId === null) throw new Error("No agent selected");
      return call(changeConfig, { params: { id: agentId }, body });
    },
    onSuccess: (saved) => {
      toast("Agent Configuration Updated");
      queryClient.setQueryData(keyOf(getConfig, { params: { id: saved.agentId } }), saved);
      return refresh("agents", "authority");
    },
    onError: (error) => {
      toastFailure("Error", error, "Failed to update agent configuration");
      if (isStale(error)) void refresh("agents");
    },
  });

type Line = { agent: Agent; reportsTo: string | null };

export function useChangeReporting(nameOf: (id: string | null) => string) {
  const { mutate, ...change } = useSend(
    changeReporting,
    ({ agent, reportsTo }: Line) => ({
      params: { id: agent.id },
      body: { reportsTo, was: agent.systemProps.reportsTo },
    }),
    { failed: "Not Moved", settled: () => refresh("agents") },
  );
  const move = (line: Line) =>
    mutate(line, {
      onSuccess: (moved) => {
        const before = line.agent.systemProps.reportsTo;
        toastWithUndo(`${line.agent.name} reports to ${nameOf(line.reportsTo)}`, () =>
          mutate(
            { agent: moved, reportsTo: before },
            { onSuccess: () => toast(`${line.agent.name} reports to ${nameOf(before)} again`) },
          ),
        );
      },
    });
  return { ...change, move };
}
