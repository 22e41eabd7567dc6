import { useMutation } from "@tanstack/react-query";
import { listTurns, sendMessage, type Turn } from "#features/chat/contract.ts";
import { call } from "#ui/api.ts";
import { refresh, usePages } from "#ui/query.ts";
import { toastFailure } from "#ui/toast.ts";

export const isOpen = ({ status }: Turn): boolean => status === "queued" || status === "running";

/** The person's conversation, newest first; the socket announces new turns. */
export const useTurns = (q: string) => usePages(listTurns, { query: q ? { q } : {} });

/** A message, and the last turn before it. */
type Sending = { message: string; after: string | undefined };

export const useSend = (onSent: (message: string) => void) =>
  useMutation({
    mutationFn: ({ message }: Sending) => call(sendMessage, { body: { message } }),
    onSuccess: (_, { message }) => onSent(message),
    onError: (error) => toastFailure("Error", error, "Failed to send the message"),
    // Fetch the turn before the optimistic message disappears.
    onSettled: () => refresh("agents", "decisions", "dashboard", "runs"),
  });
