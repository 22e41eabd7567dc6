import { useMutation, useQuery } from "@tanstack/react-query";
import * as calls from "#features/decisions/contract.ts";
import { CallError, call } from "#ui/api.ts";
import { read, readLines, refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toast, toastFailure, toastWithUndo } from "#ui/toast.ts";
import { countRows } from "./ledger-words.ts";

export const useDecisions = () => useQuery({ ...readLines(calls.listDecisions, {}), refetchInterval: 5_000 });

export const useDecisionCard = (id: string) => useQuery(readLines(calls.getDecision, { params: { id } }));

export const useDecision = (id: string) => useQuery(read(calls.getDecision, { params: { id } }));

export const useDecisionTypes = () => useQuery(read(calls.listDecisionTypes, {}));

type Chosen = Pick<calls.Decision, "id" | "title">;
export type Choice = { decision: Chosen; approved: boolean; reason?: string; probability?: number };
/** `sentence`: what someone else did first. */
export type Outcome =
  | { decision: calls.Decision; sentence?: undefined; isUndone?: undefined }
  | { decision: Chosen; sentence: string; isUndone?: undefined }
  | { decision: Chosen; sentence?: undefined; isUndone: true };

const refreshSettled = () => void refresh("decisions", "dashboard", "tasks", "communications", "authority");

/** Makes decisions pending again; returns whether it succeeded. Only an approval by the policy takes a reason. */
async function undoSettled(chosen: readonly Chosen[], reason?: string): Promise<boolean> {
  const [first] = chosen;
  try {
    if (first && chosen.length === 1)
      await call(calls.undoDecision, { params: { id: first.id }, body: reason ? { reason } : undefined });
    else reportSkipped(await call(calls.undoDecisions, { body: { ids: chosen.map(({ id }) => id) } }), "Undone");
    toast("Undone", chosen.length === 1 ? `${first?.title} is pending again.` : undefined);
    return true;
  } catch (error) {
    toastFailure("Action Failed", error, "Failed to undo the decision");
    return false;
  } finally {
    refreshSettled();
  }
}

/** Undoes one decision and calls `onUndone` if that succeeds. */
export const useUndo = (decision: Chosen, onUndone?: () => void) =>
  useMutation({
    mutationFn: (reason: string | undefined) => undoSettled([decision], reason),
    onSuccess: (isUndone) => isUndone && onUndone?.(),
  });

function reportSkipped({ done, skipped }: calls.SeveralAnswer, word: string): void {
  if (skipped.length === 0) return;
  const reasons = skipped.map(({ title, sentence }) => `${title}: ${sentence}.`).join(" ");
  throw new Error(`${word} ${done.length}, skipped ${skipped.length}. ${reasons}`);
}

/** Calls `onOutcome` before the lists reload, so that the card can keep its place. */
export const useSettle = (onOutcome?: (outcome: Outcome) => void) =>
  useSend(calls.settleDecision, ({ decision, ...body }: Choice) => ({ params: { id: decision.id }, body }), {
    done: (decision) => {
      const title = decision.status === "approved" ? "Decision Approved" : "Decision Rejected";
      const undo = async () => (await undoSettled([decision])) && onOutcome?.({ decision, isUndone: true });
      const { title: text, undoUntil: until } = decision;
      if (until) toastWithUndo(title, () => void undo(), { text, until });
      else toast(title, text);
      onOutcome?.({ decision });
    },
    failed: (error, { decision }) => {
      toastFailure("Action Failed", error, "Failed to process decision");
      if (error instanceof CallError && error.status === 409) onOutcome?.({ decision, sentence: error.sentence });
    },
    settled: refreshSettled,
  });

type Several = { chosen: readonly (Chosen & Pick<calls.Decision, "isTest">)[]; approved: boolean; reason?: string };

export const useSettleSeveral = (onDone: () => void) =>
  useSend(
    calls.settleDecisions,
    ({ chosen, approved, reason }: Several) => ({
      body: { ids: chosen.map(({ id }) => id), approved, ...(reason ? { reason } : {}) },
    }),
    {
      done: ({ done, skipped, undoUntil }, { chosen, approved }) => {
        onDone();
        const word = approved ? "Approved" : "Rejected";
        const text = skipped.map(({ title, sentence }) => `Skipped ${title}: ${sentence}.`).join(" ") || undefined;
        const title = `${word} ${countRows(chosen.filter(({ id }) => done.includes(id)))}`;
        if (done.length === 0) return toast("Action Failed", text, "danger");
        const undo = () => void undoSettled(chosen.filter(({ id }) => done.includes(id)));
        if (undoUntil) toastWithUndo(title, undo, { text, until: undoUntil });
        else toast(title, text);
      },
      failed: (error) => toastFailure("Action Failed", error, "Failed to process the decisions"),
      settled: refreshSettled,
    },
  );

export const useGiveReason = (id: string) =>
  useSend(calls.giveReason, (reason: string) => ({ params: { id }, body: { reason } }), {
    failed: (error) => toastFailure("Action Failed", error, "Failed to save the reason"),
    settled: () => void refresh("decisions"),
  });

/** Errors appear beside the button, not in a toast. */
export const useMakeDecision = () =>
  useSend(calls.makeDecision, "body", {
    settled: () => {
      void refresh("decisions", "dashboard", "communications", "authority");
    },
  });
