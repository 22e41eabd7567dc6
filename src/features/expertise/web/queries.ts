import { useQuery } from "@tanstack/react-query";
import { listOverdue } from "#features/expertise/overdue/contract.ts";
import { describeOverdue } from "#features/expertise/overdue/rules.ts";
import { startBriefing, startDailyBrief } from "#features/expertise/contract.ts";
import { read, refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toastFailure } from "#ui/toast.ts";

export const useBriefing = (started: (runId: string) => void) =>
  useSend(startBriefing, (agentId: string) => ({ params: { id: agentId } }), {
    done: ({ runId }) => started(runId),
    failed: (error) => toastFailure("Action Failed", error, "Failed to ask for a briefing"),
    settled: () => void refresh("runs"),
  });

export const useDailyBrief = (started: (runId: string) => void) =>
  useSend(startDailyBrief, null, {
    done: ({ runId }) => started(runId),
    failed: (error) => toastFailure("Action Failed", error, "Failed to ask for a brief"),
    settled: () => void refresh("runs"),
  });

/** "8 invoices are overdue", null if nothing is, undefined while it is not known: then nothing is called quiet either. */
export function useOverdue(): { text: string | null; href: string | null } | undefined {
  const { data } = useQuery(read(listOverdue, {}));
  return data && { text: describeOverdue(data), href: data[0]?.href ?? null };
}
