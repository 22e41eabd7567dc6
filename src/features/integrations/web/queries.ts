import { useQuery } from "@tanstack/react-query";
import type { Answer, Endpoint } from "#contract/endpoint.ts";
import * as calls from "#features/integrations/contract.ts";
import type { Sent } from "#ui/api.ts";
import { read, refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toast, toastFailure } from "#ui/toast.ts";

export const useAvailable = () => useQuery(read(calls.listAvailable, {}));
export const useConnections = () => useQuery(read(calls.listConnections, {}));
export const useConnectionLog = (id: number) =>
  useQuery(read(calls.listConnectionLog, { params: { id: String(id) as never } }));

/** One call about a connection; `failure` null: a refused call is not announced. */
export const useChange = <E extends Endpoint>(
  endpoint: E,
  failure: readonly [title: string, fallback?: string] | null,
  onDone: (answer: Answer<E>) => void,
) =>
  useSend(endpoint, (sent: Sent<E>) => sent, {
    done: onDone,
    failed: (error) => failure && toastFailure(failure[0], error, failure[1]),
    settled: () => refresh("integrations"),
  });

/** Says what came of a test or a sync. */
export const toastOutcome =
  (what: "Connection" | "Sync") =>
  ({ success, message }: { success: boolean; message: string }) => {
    toast(`${what} ${success ? "Successful" : "Failed"}`, message, success ? "success" : "danger");
  };
