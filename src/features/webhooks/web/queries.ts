import { useQuery } from "@tanstack/react-query";
import type { Answer, Endpoint } from "#contract/endpoint.ts";
import { getWebhooks, listMessages } from "#features/webhooks/contract.ts";
import { listIncoming } from "#features/webhooks/incoming/contract.ts";
import type { Sent } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toastFailure } from "#ui/toast.ts";

export const useWebhooks = () => useQuery({ ...read(getWebhooks, {}), refetchInterval: 15_000 });

const polled = (isOpen: boolean) => ({ enabled: isOpen, refetchInterval: isOpen ? 5_000 : (false as const) });
export const useMessages = (id: string, isOpen: boolean) =>
  useQuery({ ...read(listMessages, { params: { id } }), ...polled(isOpen) });
export const useIncoming = (id: string, isOpen: boolean) =>
  useQuery({ ...read(listIncoming, { params: { id } }), ...polled(isOpen) });

/** One change of webhooks; a failure is said in a toast. */
export const useChange = <E extends Endpoint>(endpoint: E, failure: string, onDone?: (answer: Answer<E>) => void) =>
  useSend(endpoint, (sent: Sent<E>) => sent, {
    done: (answer) => onDone?.(answer),
    failed: (error) => toastFailure(failure, error),
    settled: () => refresh("webhooks"),
  });
