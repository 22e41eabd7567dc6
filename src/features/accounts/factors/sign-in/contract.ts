import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { text } from "#contract/words.ts";
import { user } from "#features/accounts/contract.ts";
import { code } from "#features/accounts/factors/contract.ts";
import { options, signed } from "#features/accounts/factors/passkeys/contract.ts";

const token = text(43).regex(/^[A-Za-z0-9_-]{43}$/, "Sign in with your password first");
export const enterCode = endpoint("POST", "/api/login/code", {
  summary: "Completes a sign-in with a code of the authenticator app or a recovery code.",
  body: z.strictObject({ token, code }),
  response: user,
  access: "public",
  takesKey: false,
  rate: "sign-in",
});

export const startWithPasskey = endpoint("POST", "/api/login/passkey/options", {
  summary: "What the browser needs to sign with one of the person's passkeys.",
  body: z.strictObject({ token }),
  response: options,
  access: "public",
  takesKey: false,
  rate: "anonymous",
});

export const signWithPasskey = endpoint("POST", "/api/login/passkey", {
  summary: "Completes a sign-in with one of the person's passkeys.",
  body: z.strictObject({ token, passkey: signed }),
  response: user,
  access: "public",
  takesKey: false,
  rate: "sign-in",
});
