import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { instant, text } from "#contract/words.ts";
import { options, passkey, signed } from "#features/accounts/factors/passkeys/contract.ts";

/** Six digits, or a recovery code; both as people type them. */
export const codePattern = /^(?:\d{3} ?\d{3}|[a-z2-9]{4}-?[a-z2-9]{4}-?[a-z2-9]{4})$/i;

export const code = text(40)
  .trim()
  .regex(codePattern, "Enter the 6 digits of your app, or a recovery code such as abcd-efgh-jk23");

const appCode = text(40)
  .trim()
  .regex(/^\d{3} ?\d{3}$/, "Enter the 6 digits your app shows");

export const secondFactor = z.strictObject({
  /** When the authenticator app was set up; null: there is none. */
  authenticatorSince: instant.nullable(),
  passkeys: z.array(passkey),
  recoveryCodesLeft: z.int().nonnegative(),
  /** Whether the company or the operator requires a second factor of everyone. */
  isRequired: z.boolean(),
  isRequiredByOperator: z.boolean(),
  /** Until when this sign-in is recent enough to change any of it; null: sign in again first. */
  changeableUntil: instant.nullable(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

/** Shown once. */
const codes = z.strictObject({ recoveryCodes: z.array(z.string()) });

export const getSecondFactor = endpoint("GET", "/api/second-factor", {
  summary: "The signed-in person's second factors.",
  response: secondFactor,
  access: "viewer",
  scope: "browser",
});

export const startAuthenticator = endpoint("POST", "/api/second-factor/authenticator", {
  summary: "Makes the secret of a new authenticator app, shown until it is confirmed with a code.",
  response: z.strictObject({ secret: z.string(), uri: z.string() }),
  access: "viewer",
  scope: "browser",
  takesKey: false,
});

export const confirmAuthenticator = endpoint("PUT", "/api/second-factor/authenticator", {
  summary: "Turns the authenticator app on; the first factor comes with recovery codes, shown once.",
  body: z.strictObject({ code: appCode }),
  response: codes,
  access: "viewer",
  scope: "browser",
  takesKey: false,
});

export const removeAuthenticator = endpoint("DELETE", "/api/second-factor/authenticator", {
  summary: "Removes the authenticator app.",
  response: secondFactor,
  access: "viewer",
  scope: "browser",
  takesKey: false,
});

export const makeRecoveryCodes = endpoint("POST", "/api/second-factor/recovery-codes", {
  summary: "Replaces the recovery codes; the new ones are shown once.",
  response: codes,
  access: "viewer",
  scope: "browser",
  takesKey: false,
});

export const startConfirming = endpoint("POST", "/api/second-factor/confirm/options", {
  summary: "What the browser needs to confirm with a passkey that it is the person who approves.",
  response: options,
  access: "viewer",
  scope: "browser",
  takesKey: false,
});

export const confirmPerson = endpoint("POST", "/api/second-factor/confirm", {
  summary: "Confirms with a passkey that it is the person; their approvals of the next 5 minutes need no other.",
  body: z.strictObject({ passkey: signed }),
  response: z.strictObject({ until: instant }),
  access: "viewer",
  scope: "browser",
  takesKey: false,
});

export const requireSecondFactor = endpoint("PUT", "/api/company/second-factor", {
  summary: "Requires a second factor of everyone in the company from their next sign-in, or no longer.",
  body: z.strictObject({ isRequired: z.boolean() }),
  response: z.strictObject({ isRequired: z.boolean() }),
  access: "admin",
  scope: "browser",
});
