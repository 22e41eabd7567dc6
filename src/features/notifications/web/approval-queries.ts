import { useMutation, useQuery } from "@tanstack/react-query";
import * as calls from "#features/notifications/approving/contract.ts";
import { call } from "#ui/api.ts";

/** What the link of a mail is about; reading it decides nothing. */
export const useLinkedProposal = (token: string) =>
  useQuery({
    queryKey: ["linkedProposal", token],
    queryFn: () => call(calls.openApproval, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const useSettleByLink = (token: string) =>
  useMutation({
    mutationFn: (answer: { approved: boolean; reason?: string }) =>
      call(calls.settleByLink, { body: { token, ...answer } }),
  });
