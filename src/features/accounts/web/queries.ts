import { useMutation, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import {
  changePassword,
  type Company,
  type credentials,
  currentUser,
  login,
  logout,
  register,
  type registration,
  setLocale,
  type User,
} from "#features/accounts/contract.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { includesRole, type MemberRole, whoMay } from "#contract/roles.ts";
import { CallError, call, callOrNull, fieldOf, type Sent } from "#ui/api.ts";
import { forgetDrafts } from "#ui/draft.ts";
import { keyOf, queryClient, refreshAll } from "#ui/query.ts";
import { endSessionWork } from "#ui/signed-in.ts";
import { keepTheme } from "#ui/theme.ts";
import { toast, toastFailure } from "#ui/toast.ts";

const key = keyOf(currentUser, {});

export const userQuery = {
  queryKey: key,
  async queryFn(): Promise<User | null> {
    const user = await callOrNull(currentUser, {});
    const before = queryClient.getQueryData<User | null>(key);
    // Somebody else may have signed in in another tab.
    if (before && before.id !== user?.id) forgetTheirs();
    return user;
  },
  // A server that is busy or away has not said that nobody is signed in: it is asked until it answers.
  retry: true,
  retryDelay: (attempt: number, error: Error): number => {
    const wait = error instanceof CallError ? error.retryAfter : null;
    return wait ? wait * 1_000 : Math.min(1_000 * 2 ** attempt, 10_000);
  },
};

/** The signed-in user; null when nobody is; undefined while that is not known. Who was known stays so until the server says otherwise. */
export const useUser = (): User | null | undefined => useQuery(userQuery).data;

/** Why it is not known who is signed in, while it is asked again; null where that is known or asked for the first time. */
export const useUserTrouble = (): Error | null => {
  const { data, failureReason } = useQuery(userQuery);
  return data === undefined ? failureReason : null;
};

const nobodys: Company = { id: "", name: "", currency: "USD", timeZone: "UTC", demo: false };

/** The company of the signed-in user: its currency and time zone format every figure. */
export const useCompany = (): Company => useUser()?.company ?? nobodys;

/** Whether the signed-in user may change the company. */
export const useIsAdmin = (): boolean => {
  const user = useUser();
  return !!user && includesRole(user.role, "admin");
};

const neededFor = ({ access }: Pick<Endpoint, "access">): MemberRole => (access === "public" ? "viewer" : access);

/** Whether the signed-in user may make a call, by its description, as the server decides it. */
export const useMay = (call: Pick<Endpoint, "access">): boolean => {
  const user = useUser();
  return !!user && includesRole(user.role, neededFor(call));
};

/** Says of a call who may make it: "Only an admin may do this". */
export const onlyWho = (call: Pick<Endpoint, "access">, what = "do this"): string =>
  `Only ${whoMay(neededFor(call))} may ${what}`;

/** Forgets what was read for whoever was signed in before, and ends what goes on for them. */
function forgetTheirs(): void {
  endSessionWork();
  queryClient.removeQueries({ predicate: (query) => query.queryHash !== JSON.stringify(key) });
}

function becomeUser(user: User | null): void {
  forgetTheirs();
  queryClient.setQueryData(key, user);
}

export const useLogin = () =>
  useMutation({
    mutationFn: (body: z.infer<typeof credentials>) => call(login, { body }),
    onSuccess: becomeUser,
    onError: (error) => toastFailure("Login failed", error),
  });

export const useRegister = () =>
  useMutation({
    mutationFn: (body: z.infer<typeof registration>) => call(register, { body }),
    onSuccess: becomeUser,
    // What is about one field is said beside it.
    onError: (error) => fieldOf(error) === null && toastFailure("Registration failed", error),
  });

export const useChangePassword = () =>
  useMutation({
    mutationFn: (body: Sent<typeof changePassword>["body"]) => call(changePassword, { body }),
    onError: (error) => fieldOf(error) === null && toastFailure("Password change failed", error),
  });

export const useLogout = (leave: () => void) =>
  useMutation({
    mutationFn: () => call(logout, {}),
    onSuccess: () => {
      becomeUser(null);
      forgetDrafts();
      keepTheme();
      void queryClient.invalidateQueries({ queryKey: key });
      leave();
      toast("Logged out successfully", "You have been logged out of your account.");
    },
    onError: (error) => toastFailure("Logout failed", error),
  });

/** Currency and time zone are in everything that is shown, so all of it is read again. */
export const useSetLocale = () =>
  useMutation({
    mutationFn: (body: Sent<typeof setLocale>["body"]) => call(setLocale, { body }),
    onSuccess: (company) => {
      queryClient.setQueryData<User | null>(key, (user) => user && { ...user, company });
      void refreshAll();
    },
  });
