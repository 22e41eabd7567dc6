import { useMutation, useQuery } from "@tanstack/react-query";
import {
  type Decision,
  type DecisionStatus,
  getDecision,
  listDecisions,
  listDecisionTypes,
  makeDecision,
  resolveForecast,
  settleDecision,
} from "#features/decisions/contract.ts";
import { CallError, call, type Sent } from "#ui/api.ts";
import { read, readLines, refresh, useLinePages } from "#ui/query.ts";
import { toast, toastFailure } from "#ui/toast.ts";

export const useDecisions = () => useQuery({ ...readLines(listDecisions, {}), refetchInterval: 5_000 });

export const useDecisionList = (status: DecisionStatus | undefined) =>
  useLinePages(listDecisions, { query: { status } });

export const useDecisionCard = (id: string) => useQuery(readLines(getDecision, { params: { id } }));

export const useDecision = (id: string) => useQuery(read(getDecision, { params: { id } }));

export const useDecisionTypes = () => useQuery(read(listDecisionTypes, {}));

type Chosen = Pick<Decision, "id" | "title">;
export type Choice = { decision: Chosen; approved: boolean; reason?: string; probability?: number };
/** `sentence` reports what someone else did first. */
export type Outcome = { decision: Decision; sentence?: undefined } | { decision: Chosen; sentence: string };

/** Calls `onOutcome` before the lists reload, so that the card can keep its place. */
export const useSettle = (onOutcome?: (outcome: Outcome) => void) =>
  useMutation({
    mutationFn: ({ decision, ...body }: Choice) => call(settleDecision, { params: { id: decision.id }, body }),
    onSuccess: (decision) => {
      toast(decision.status === "approved" ? "Decision Approved" : "Decision Rejected", decision.title);
      onOutcome?.({ decision });
    },
    onError: (error, { decision }) => {
      toastFailure("Action Failed", error, "Failed to process decision");
      if (error instanceof CallError && error.status === 409) onOutcome?.({ decision, sentence: error.sentence });
    },
    onSettled: () => {
      void refresh("decisions", "dashboard", "tasks", "communications", "authority");
    },
  });

export const useResolveForecast = (id: string) =>
  useMutation({
    mutationFn: ({ position, held }: { position: number; held: boolean }) =>
      call(resolveForecast, { params: { id, position: String(position) }, body: { held } }),
    onError: (error) => toastFailure("Action Failed", error, "Failed to resolve the forecast"),
    onSettled: () => void refresh("decisions"),
  });

/** Errors appear beside the button, not in a toast. */
export const useMakeDecision = () =>
  useMutation({
    mutationFn: (body: Sent<typeof makeDecision>["body"]) => call(makeDecision, { body }),
    onSettled: () => {
      void refresh("decisions", "dashboard", "communications", "authority");
    },
  });
