import type { z } from "zod";
import { confirmPerson, startConfirming } from "#features/accounts/factors/contract.ts";
import type { signed } from "#features/accounts/factors/passkeys/contract.ts";
import { call } from "#ui/api.ts";

/** Replaces the WebAuthn errors that people cause, such as cancelling, with a sentence. */
export function toReadableError(error: unknown): Error {
  const { name } = error as Error;
  if (name === "NotAllowedError" || name === "AbortError")
    return new Error("No passkey was used. Try again, or use another way");
  if (name === "InvalidStateError") return new Error("This device has a passkey for your account already");
  if (name === "SecurityError")
    return new Error("Passkeys work only at the server's own address. Open Boardroom there");
  return error as Error;
}

/** Has the browser sign with one of the person's passkeys. */
export async function signWith(options: unknown): Promise<z.input<typeof signed>> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]["optionsJSON"];
  const { id, rawId, response } = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw toReadableError(error);
  });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, rawId, type: "public-key", response: { clientDataJSON, authenticatorData, signature } };
}

/** Has the person confirm with their passkey that it is them. */
export async function confirmByPasskey(): Promise<void> {
  await call(confirmPerson, { body: { passkey: await signWith(await call(startConfirming, {})) } });
}
