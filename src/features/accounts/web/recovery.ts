import { useQuery } from "@tanstack/react-query";
import { getEntry } from "#features/accounts/contract.ts";
import { askForLink, choosePassword, openLink } from "#features/accounts/recovery/contract.ts";
import { call, fieldOf } from "#ui/api.ts";
import { read } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
import { toastFailure } from "#ui/toast.ts";

/** Whether the installation mails links for lost passwords; undefined while unknown. */
export const useEntry = () => useQuery(read(getEntry, {}));

export const useAskForLink = () =>
  useSend(askForLink, "body", { failed: (error) => fieldOf(error) === null && toastFailure("Not sent", error) });

/** Whose password a mailed link changes. */
export const useOpenLink = (token: string) =>
  useQuery({
    queryKey: ["/api", "password", token],
    queryFn: () => call(openLink, { body: { token } }),
    gcTime: 0,
  });

export const useChoosePassword = () => useSend(choosePassword, "body");
