import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { email, instant, text } from "#contract/words.ts";
import { newPassword } from "#features/accounts/contract.ts";

export const lostPassword = z.strictObject({ email });

export const askForLink = endpoint("POST", "/api/password/lost", {
  summary: "Mails a link for a new password if the address is known; the answer is the same either way.",
  body: lostPassword,
  /** How a person gets a new password here: by mail, or by asking the operator of an installation without mail. */
  response: z.strictObject({ by: z.enum(["mail", "operator"]) }),
  access: "public",
  rate: "sign-in",
  takesKey: false,
});

const token = text(43).regex(/^[A-Za-z0-9_-]{43}$/, "This link is incomplete. Copy all of it");

export const openLink = endpoint("POST", "/api/password/link", {
  summary: "Whose password a mailed link changes, for its holder.",
  body: z.strictObject({ token }),
  response: z.strictObject({ username: z.string(), companyName: z.string(), expiresAt: instant }),
  access: "public",
  rate: "anonymous",
  takesKey: false,
});
export type OpenLink = z.infer<typeof openLink.response>;

export const choosePassword = endpoint("POST", "/api/password/reset", {
  summary: "Sets a new password by a mailed link, which works once, and ends all of the person's sessions.",
  body: z.strictObject({ token, newPassword }),
  response: z.strictObject({ username: z.string(), sessionsEnded: z.int().nonnegative() }),
  access: "public",
  rate: "sign-in",
  takesKey: false,
});
