import { useMutation, useQuery } from "@tanstack/react-query";
import { currentUser, type User } from "#features/accounts/contract.ts";
import * as calls from "#features/accounts/factors/contract.ts";
import { addPasskey, removePasskey, startPasskey } from "#features/accounts/factors/passkeys/contract.ts";
import { enterCode, signWithPasskey, startWithPasskey } from "#features/accounts/factors/sign-in/contract.ts";
import { setUser } from "#features/accounts/web/queries.ts";
import { call, fieldOf } from "#ui/api.ts";
import { keyOf, queryClient, read, refresh } from "#ui/query.ts";
import { toast, toastFailure } from "#ui/toast.ts";
import { signWith, toReadableError } from "./passkey.ts";

export const useSecondFactor = () => useQuery({ ...read(calls.getSecondFactor, {}), staleTime: 0 });

const refreshFactors = () => void refresh("second-factor", "sessions", "members");

/** Lifts the limits of this session once a required second factor is set up. */
export const endLimits = (): void => {
  queryClient.setQueryData<User | null>(
    keyOf(currentUser, {}),
    (user) => user && { ...user, needsSecondFactor: false },
  );
};

export const useStartAuthenticator = () =>
  useMutation({
    mutationFn: () => call(calls.startAuthenticator, {}),
    onError: (error) => toastFailure("Not started", error),
  });

export const useConfirmAuthenticator = () =>
  useMutation({
    mutationFn: (code: string) => call(calls.confirmAuthenticator, { body: { code } }),
    onSuccess: () => toast("Authenticator App Added", "Sign-in asks for its code from now on"),
    onSettled: refreshFactors,
  });

export const useRemoveAuthenticator = (onDone: () => void) =>
  useMutation({
    mutationFn: () => call(calls.removeAuthenticator, {}),
    onSuccess: () => {
      toast("Authenticator App Removed");
      onDone();
    },
    onSettled: refreshFactors,
  });

export const useMakeRecoveryCodes = () =>
  useMutation({
    mutationFn: () => call(calls.makeRecoveryCodes, {}),
    onError: (error) => toastFailure("No new codes", error),
    onSettled: refreshFactors,
  });

export const useAddPasskey = () =>
  useMutation({
    async mutationFn(name: string) {
      const { startRegistration } = await import("@simplewebauthn/browser");
      const options: unknown = await call(startPasskey, {});
      const optionsJSON = options as Parameters<typeof startRegistration>[0]["optionsJSON"];
      const { id, rawId, response } = await startRegistration({ optionsJSON }).catch((error: unknown) => {
        throw toReadableError(error);
      });
      const { clientDataJSON, attestationObject, transports = [] } = response;
      const made = { clientDataJSON, attestationObject, transports };
      return call(addPasskey, { body: { name, passkey: { id, rawId, type: "public-key", response: made } } });
    },
    onSuccess: ({ passkey }) => toast("Passkey Added", passkey.name),
    onSettled: refreshFactors,
  });

export const useRemovePasskey = (onDone: () => void) =>
  useMutation({
    mutationFn: (id: string) => call(removePasskey, { params: { id } }),
    onSuccess: ({ name }) => {
      toast("Passkey Removed", name);
      onDone();
    },
    onSettled: refreshFactors,
  });

export const useRequireSecondFactor = () =>
  useMutation({
    mutationFn: (isRequired: boolean) => call(calls.requireSecondFactor, { body: { isRequired } }),
    onSuccess: ({ isRequired }) =>
      toast(
        isRequired ? "Second Factor Required" : "Second Factor Optional",
        isRequired ? "People without one set it up at their next sign-in" : undefined,
      ),
    onError: (error) => toastFailure("Not changed", error),
    onSettled: refreshFactors,
  });

export const useEnterCode = (token: string) =>
  useMutation({
    mutationFn: (code: string) => call(enterCode, { body: { token, code } }),
    onSuccess: setUser,
    onError: (error) => fieldOf(error) === null && toastFailure("Login failed", error),
  });

export const useSignWithPasskey = (token: string) =>
  useMutation({
    async mutationFn() {
      const passkey = await signWith(await call(startWithPasskey, { body: { token } }));
      return call(signWithPasskey, { body: { token, passkey } });
    },
    onSuccess: setUser,
    onError: (error) => toastFailure("Login failed", error),
  });
