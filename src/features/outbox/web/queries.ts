import { useMutation, useQuery } from "@tanstack/react-query";
import {
  cancelDelivery,
  getOutbox,
  markDeliveryDone,
  type OutboxPage,
  retryDelivery,
  sendDeliveryNow,
} from "#features/outbox/contract.ts";
import { call } from "#ui/api.ts";
import { keyOf, queryClient, read } from "#ui/query.ts";

export const useOutbox = () => useQuery({ ...read(getOutbox, {}), refetchInterval: 15_000 });

export type Step = "cancel" | "send" | "retry" | "done";
const calls = { cancel: cancelDelivery, send: sendDeliveryNow, retry: retryDelivery, done: markDeliveryDone };

/** What a person does about a delivery; a refusal is shown in its row. */
export const useStep = () =>
  useMutation({
    mutationFn: ({ id, step }: { id: string; step: Step }) => call(calls[step], { params: { id } }),
    onSuccess: (page: OutboxPage) => queryClient.setQueryData(keyOf(getOutbox, {}), page),
  });
