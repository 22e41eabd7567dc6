import { useMutation, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import * as calls from "#features/accounts/contract.ts";
import { endAllSessions, endSession, listSessions } from "#features/accounts/sessions/contract.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { unauthorized } from "#contract/errors.ts";
import { includesRole, type MemberRole, whoMay } from "#contract/roles.ts";
import { CallError, call, fieldOf, forgetAnswers } from "#ui/api.ts";
import { forgetDrafts } from "#ui/draft.ts";
import { keyOf, queryClient, read, refresh, refreshAll } from "#ui/query.ts";
import { unsubscribeHere } from "#ui/push-here.ts";
import { report } from "#ui/report.ts";
import { useSend } from "#ui/send.ts";
import { endSessionWork } from "#ui/signed-in.ts";
import { keepTheme } from "#ui/theme.ts";
import { toast, toastFailure } from "#ui/toast.ts";

const key = keyOf(calls.currentUser, {});

let signedOutBecause: string | null = null;
/** Why this browser's session ended; null if it had none, or the person signed out here. */
export const whySignedOut = (): string | null => signedOutBecause;

export const userQuery = {
  queryKey: key,
  async queryFn(): Promise<calls.User | null> {
    let why: string | null = null;
    const user = await call(calls.currentUser, {}).catch((error: unknown) => {
      if (!(error instanceof CallError && error.status === 401)) throw error;
      if (error.sentence !== unauthorized().message) why = error.sentence;
      return null;
    });
    // Read after the answer: meanwhile the person may have signed out, which discarded their data already.
    const before = queryClient.getQueryData<calls.User | null>(key);
    if (!user) signedOutBecause = why ?? signedOutBecause ?? (before ? "You were signed out." : null);
    // Another user may have signed in in another tab.
    if (before && before.id !== user?.id) endPreviousSession();
    return user;
  },
  // A busy or unreachable server does not mean signed out, so this retries until it answers.
  retry: true,
  retryDelay: (attempt: number, error: Error): number => {
    const wait = error instanceof CallError ? error.retryAfter : null;
    return wait ? wait * 1_000 : Math.min(1_000 * 2 ** attempt, 10_000);
  },
};

/**
 * The signed-in user; null when signed out, undefined while unknown. Keeps the last known user until the server says
 * otherwise.
 */
export const useUser = (): calls.User | null | undefined => useQuery(userQuery).data;

/** Why the user is still unknown, while retrying; null otherwise. */
export const useUserTrouble = (): Error | null => {
  const { data, failureReason } = useQuery(userQuery);
  return data === undefined ? failureReason : null;
};

/** The form a visitor sees first; undefined while unknown. */
export function useEntryForm(): "sign-in" | "sign-up" | undefined {
  const { data, isError } = useQuery(read(calls.getEntry, {}));
  return isError ? "sign-in" : data?.form;
}

/** The name of the provider people can sign in with; null or undefined: none. */
export const useProvider = (): string | null | undefined => useQuery(read(calls.getEntry, {})).data?.provider;

/** The people a task can be assigned to. */
export const usePeople = () => useQuery(read(calls.listPeople, {}));

const signedOutCompany: calls.Company = {
  id: "",
  name: "",
  currency: "USD",
  timeZone: "UTC",
  fiscalYearStart: 1,
  demo: false,
};

/** The signed-in user's company; its currency and time zone format every figure. */
export const useCompany = (): calls.Company => useUser()?.company ?? signedOutCompany;

export const useIsAdmin = (): boolean => {
  const user = useUser();
  return !!user && includesRole(user.role, "admin");
};

const neededFor = ({ access }: Pick<Endpoint, "access">): MemberRole => (access === "public" ? "viewer" : access);

/** Whether the signed-in user may make a call, by the server's own rule. */
export const useMay = (call: Pick<Endpoint, "access">): boolean => {
  const user = useUser();
  return !!user && includesRole(user.role, neededFor(call));
};

/** Who may make a call: "Only an admin may do this". */
export const onlyWho = (call: Pick<Endpoint, "access">, what = "do this"): string =>
  `Only ${whoMay(neededFor(call))} may ${what}`;

/** Discards the previous user's data and background work. */
function endPreviousSession(): void {
  endSessionWork();
  forgetAnswers();
  queryClient.removeQueries({ predicate: (query) => query.queryHash !== JSON.stringify(key) });
}

/** Sets the signed-in user, or null, and discards the previous user's data. */
export function setUser(user: calls.User | null): void {
  signedOutBecause = null;
  endPreviousSession();
  queryClient.setQueryData(key, user);
}

export const useLogin = () =>
  useSend(calls.login, (body: z.infer<typeof calls.credentials>) => ({ body }), {
    done: (answer) => "id" in answer && setUser(answer),
    failed: "Login failed",
  });

export const useRegister = () =>
  useMutation({
    mutationFn: (body: z.infer<typeof calls.registration>) => call(calls.register, { body }),
    onSuccess: setUser,
    // What is wrong with the password is shown beside it.
    onError: (error) => fieldOf(error) !== "password" && toastFailure("Registration failed", error),
  });

export const useChangePassword = () =>
  useSend(calls.changePassword, "body", {
    failed: (error) => fieldOf(error) === null && toastFailure("Password change failed", error),
  });

export const useChangeProfile = () =>
  useSend(calls.changeProfile, "body", {
    done: (user) => queryClient.setQueryData<calls.User | null>(key, user),
    failed: (error) => fieldOf(error) === null && toastFailure("Profile not changed", error),
  });

export const useSessions = () => useQuery({ ...read(listSessions, {}), staleTime: 0 });

export const useEndSession = () =>
  useSend(endSession, (id: string) => ({ params: { id } }), { settled: () => void refresh("sessions") });

/** Leaves this browser signed out too. */
export const useEndAllSessions = () =>
  useSend(endAllSessions, null, {
    done: ({ sessionsEnded }) => {
      setUser(null);
      forgetDrafts();
      toast("Logged out everywhere", `${sessionsEnded} ${sessionsEnded === 1 ? "session" : "sessions"} ended`);
    },
  });

export const useLogout = (onDone: () => void) =>
  useSend(calls.logout, null, {
    done: () => {
      unsubscribeHere().catch((cause: unknown) => report("The notifications here could not be ended", cause));
      setUser(null);
      forgetDrafts();
      keepTheme();
      void queryClient.invalidateQueries({ queryKey: key });
      onDone();
      toast("Logged out successfully", "You have been logged out of your account.");
    },
    failed: "Logout failed",
  });

/** Currency and time zone affect everything shown, so everything is refetched. */
export const useSetLocale = () =>
  useSend(calls.setLocale, "body", {
    done: (company) => {
      queryClient.setQueryData<calls.User | null>(key, (user) => user && { ...user, company });
      void refreshAll();
    },
  });
