import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { instant } from "#contract/words.ts";

/** Where a browser starts to sign in at the provider; with `?link=1` a signed-in person links their account there. */
export const startPath = "/auth/oidc";

/** Why a sign-in at the provider was refused, by the value of `refused` in the address. */
export const refusals = {
  unavailable: "The sign-in provider can't be reached. Try again, or use your password.",
  cancelled: "You did not sign in there. Try again, or use your password.",
  expired: "This sign-in took too long or was used before. Try again.",
  invalid: "The answer of the sign-in provider could not be verified. Try again.",
  unverified: "Your sign-in provider has not verified your email address. Verify it there, then try again.",
  unknown: "No account here is linked to yours. Sign in with your password and link it under Your account.",
  taken: "This account, or its email address, belongs to someone else here.",
  old: "Sign in again to link an account. Your last sign-in is more than 30 minutes old.",
} as const;
export type Refusal = keyof typeof refusals;

export const link = z.strictObject({
  /** The provider of this installation; null: there is none. */
  provider: z.string().nullable(),
  linkedAt: instant.nullable(),
});

export const getLink = endpoint("GET", "/api/provider-link", {
  summary: "Whether the signed-in person can sign in with the installation's OpenID Connect provider.",
  response: link,
  access: "viewer",
  scope: "browser",
});

export const removeLink = endpoint("DELETE", "/api/provider-link", {
  summary: "Unlinks the person's accounts at sign-in providers. Needs a sign-in of the last 30 minutes.",
  response: link,
  access: "viewer",
  scope: "browser",
});
