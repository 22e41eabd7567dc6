import { useMutation, useQuery } from "@tanstack/react-query";
import { currentUser, type User } from "#features/accounts/contract.ts";
import * as calls from "#features/accounts/factors/contract.ts";
import { addPasskey, removePasskey, startPasskey } from "#features/accounts/factors/passkeys/contract.ts";
import { enterCode, signWithPasskey, startWithPasskey } from "#features/accounts/factors/sign-in/contract.ts";
import { setUser } from "#features/accounts/web/queries.ts";
import { call, fieldOf } from "#ui/api.ts";
import { keyOf, queryClient, read, refresh } from "#ui/query.ts";
import { useSend } from "#ui/send.ts";
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

export const useStartAuthenticator = () => useSend(calls.startAuthenticator, null, { failed: "Not started" });

export const useConfirmAuthenticator = () =>
  useSend(calls.confirmAuthenticator, (code: string) => ({ body: { code } }), {
    done: () => toast("Authenticator App Added", "Sign-in asks for its code from now on"),
    settled: refreshFactors,
  });

export const useRemoveAuthenticator = (onDone: () => void) =>
  useSend(calls.removeAuthenticator, null, {
    done: () => {
      toast("Authenticator App Removed");
      onDone();
    },
    settled: refreshFactors,
  });

export const useMakeRecoveryCodes = () =>
  useSend(calls.makeRecoveryCodes, null, { failed: "No new codes", settled: refreshFactors });

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
  useSend(removePasskey, (id: string) => ({ params: { id } }), {
    done: ({ name }) => {
      toast("Passkey Removed", name);
      onDone();
    },
    settled: refreshFactors,
  });

export const useRequireSecondFactor = () =>
  useSend(calls.requireSecondFactor, (isRequired: boolean) => ({ body: { isRequired } }), {
    done: ({ isRequired }) =>
      toast(
        isRequired ? "Second Factor Required" : "Second Factor Optional",
        isRequired ? "People without one set it up at their next sign-in" : undefined,
      ),
    failed: "Not changed",
    settled: refreshFactors,
  });

export const useEnterCode = (token: string) =>
  useSend(enterCode, (code: string) => ({ body: { token, code } }), {
    done: setUser,
    failed: (error) => fieldOf(error) === null && toastFailure("Login failed", error),
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
