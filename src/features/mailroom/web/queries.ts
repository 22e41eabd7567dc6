import { useQuery } from "@tanstack/react-query";
import type { Answer, Endpoint } from "#contract/endpoint.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import * as calls from "#features/mailroom/contract.ts";
import { getSender } from "#features/mailroom/senders/contract.ts";
import type { Sent } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toast, toastFailure } from "#ui/toast.ts";

export const useEmailStatus = () => useQuery({ ...read(calls.getEmailStatus, {}), refetchInterval: 10_000 });

export const useMailboxes = () => useQuery({ ...read(calls.listMailboxes, {}), refetchInterval: 10_000 });

export type Filter = { state?: calls.LetterState | "waiting"; role?: AgentRoleId; search?: string };
export const useThreads = (query: Filter) =>
  useQuery({ ...read(calls.listThreads, { query }), refetchInterval: 15_000 });

export const useSender = (id: string) => useQuery(read(getSender, { params: { id } }));

export const useLetter = (id: string) =>
  useQuery({ ...read(calls.getLetter, { params: { id } }), refetchInterval: 15_000 });

const again = () => refresh("email", "mail", "outbox");

/** One change of the mail; a failure is said in a toast. */
export const useMailChange = <E extends Endpoint>(
  endpoint: E,
  failure: string,
  onDone?: (answer: Answer<E>) => void,
  title = failure,
) =>
  useSend(endpoint, (sent: Sent<E>) => sent, {
    done: (answer) => onDone?.(answer),
    failed: (error) => toastFailure(title, error, failure),
    settled: again,
  });

export const useStart = () =>
  useMailChange(
    calls.startProcessing,
    "Failed to start email processing",
    () => toast("Email processing started", "AI agents will now auto-reply to emails"),
    "Error",
  );

export const useStop = () =>
  useMailChange(
    calls.stopProcessing,
    "Failed to stop email processing",
    () => toast("Email processing stopped"),
    "Error",
  );

export const useProcessNow = () =>
  useMailChange(
    calls.processNow,
    "Failed to process emails",
    ({ remaining }) =>
      toast(
        "Email processing completed",
        remaining > 0
          ? `The newest were processed; ${remaining} unread remain`
          : "All unread emails have been processed",
      ),
    "Error",
  );
