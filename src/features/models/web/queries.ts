import { useMutation, useQuery } from "@tanstack/react-query";
import * as calls from "#features/models/contract.ts";
import { call, type Sent } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";
import { toast, toastFailure } from "#ui/toast.ts";

const minute = 60_000;

/** Polls while the provider is paused, because no event announces its recovery. */
export const useEngine = () =>
  useQuery({ ...read(calls.getEngine, {}), refetchInterval: ({ state }) => (state.data?.paused ? minute : false) });

export const useModelSettings = () => useQuery(read(calls.getModelSettings, {}));

/** Only an admin is told. */
export const useLocalModels = (isAsked: boolean) => useQuery({ ...read(calls.findLocalModels, {}), enabled: isAsked });

const refreshModels = () => void refresh("models");

export const useSaveAccount = (onDone: () => void) =>
  useMutation({
    mutationFn: (body: Sent<typeof calls.saveModelAccount>["body"]) => call(calls.saveModelAccount, { body }),
    onSuccess: () => {
      toast("Provider saved", "Make a test call to see that it answers");
      onDone();
    },
    onError: (error) => toastFailure("Not connected", error),
    onSettled: refreshModels,
  });

export const useRemoveAccount = (onDone: () => void) =>
  useMutation({
    mutationFn: (id: string) => call(calls.removeModelAccount, { params: { id } }),
    onSuccess: ({ connection }) => {
      const next = connection ? `${connection.purposes.answer.model.model} answers questions` : "Agents work by rules";
      toast("Provider removed", next);
      onDone();
    },
    onError: (error) => toastFailure("Not removed", error),
    onSettled: refreshModels,
  });

export const useChooseModel = () =>
  useMutation({
    mutationFn: (body: Sent<typeof calls.chooseModel>["body"]) => call(calls.chooseModel, { body }),
    onError: (error) => toastFailure("Model not changed", error),
    onSettled: refreshModels,
  });

export const useTestModel = () =>
  useMutation({
    mutationFn: (accountId: string | null) => call(calls.testModel, { body: { accountId } }),
    onError: (error) => toastFailure("Couldn't run the test", error),
    onSettled: refreshModels,
  });

export const useChangeBudget = (onDone: () => void) =>
  useMutation({
    mutationFn: (body: Sent<typeof calls.changeModelBudget>["body"]) => call(calls.changeModelBudget, { body }),
    onSuccess: () => {
      toast("Budget changed", "Applies to the next call");
      onDone();
    },
    onError: (error) => toastFailure("Budget not changed", error),
    onSettled: refreshModels,
  });

export const useChangePrivacy = (onDone?: () => void) =>
  useMutation({
    mutationFn: (body: Sent<typeof calls.changeModelPrivacy>["body"]) => call(calls.changeModelPrivacy, { body }),
    onSuccess: () => {
      toast("Saved", "Applies to the next call");
      onDone?.();
    },
    onError: (error) => toastFailure("Not saved", error),
    onSettled: refreshModels,
  });

export const useSetPrice = (onDone: () => void) =>
  useMutation({
    mutationFn: (body: Sent<typeof calls.setModelPrice>["body"]) => call(calls.setModelPrice, { body }),
    onSuccess: ({ laterPrices }, { validFrom, model }) => {
      const isLater = laterPrices.some((one) => one.model === model && one.validFrom === validFrom);
      toast("Price set", isLater ? `Applies from ${validFrom}` : "Applies to the next call");
      onDone();
    },
    onError: (error) => toastFailure("Price not set", error),
    onSettled: refreshModels,
  });
