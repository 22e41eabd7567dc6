import { useQuery } from "@tanstack/react-query";
import * as calls from "#features/models/contract.ts";
import { read, refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toast } from "#ui/toast.ts";

const minute = 60_000;

/** Polls while the provider is paused, because no event announces its recovery. */
export const useEngine = () =>
  useQuery({ ...read(calls.getEngine, {}), refetchInterval: ({ state }) => (state.data?.paused ? minute : false) });

export const useModelSettings = () => useQuery(read(calls.getModelSettings, {}));

/** Asked once each time it is shown: a server that is busy with a trial may not answer in time. */
export const useLocalModels = () => useQuery({ ...read(calls.findLocalModels, {}), staleTime: "static", gcTime: 0 });

const refreshModels = () => void refresh("models");

export const useSaveAccount = (onDone: () => void, next = "Make a test call to see that it answers") =>
  useSend(calls.saveModelAccount, "body", {
    done: () => {
      toast("Provider saved", next);
      onDone();
    },
    failed: "Not connected",
    settled: refreshModels,
  });

export const useRemoveAccount = (onDone: () => void) =>
  useSend(calls.removeModelAccount, (id: string) => ({ params: { id } }), {
    done: ({ connection }) => {
      const next = connection ? `${connection.purposes.answer.model.model} answers questions` : "Agents work by rules";
      toast("Provider removed", next);
      onDone();
    },
    failed: "Not removed",
    settled: refreshModels,
  });

export const useChooseModel = () =>
  useSend(calls.chooseModel, "body", { failed: "Model not changed", settled: refreshModels });

export const useTestModel = () =>
  useSend(calls.testModel, (accountId: string | null) => ({ body: { accountId } }), {
    failed: "Couldn't run the test",
    settled: refreshModels,
  });

export const useChangeBudget = (onDone: () => void) =>
  useSend(calls.changeModelBudget, "body", {
    done: () => {
      toast("Budget changed", "Applies to the next call");
      onDone();
    },
    failed: "Budget not changed",
    settled: refreshModels,
  });

export const useChangePrivacy = (onDone?: () => void) =>
  useSend(calls.changeModelPrivacy, "body", {
    done: () => {
      toast("Saved", "Applies to the next call");
      onDone?.();
    },
    failed: "Not saved",
    settled: refreshModels,
  });

export const useSetPrice = (onDone: () => void) =>
  useSend(calls.setModelPrice, "body", {
    done: ({ laterPrices }, { validFrom, model }) => {
      const isLater = laterPrices.some((one) => one.model === model && one.validFrom === validFrom);
      toast("Price set", isLater ? `Applies from ${validFrom}` : "Applies to the next call");
      onDone();
    },
    failed: "Price not set",
    settled: refreshModels,
  });
