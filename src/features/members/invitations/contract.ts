import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { memberRoles } from "#contract/roles.ts";
import { email, id, instant, text } from "#contract/words.ts";
import { newPassword, newUsername, personalName, user } from "#features/accounts/contract.ts";
import { approvalLimit } from "#features/members/contract.ts";

export const invitation = z.strictObject({
  id,
  email: z.string(),
  role: z.enum(memberRoles),
  approvalLimit: z.number().nullable(),
  /** The name of the person who sent it; null if they are gone. */
  invitedBy: z.string().nullable(),
  createdAt: instant,
  expiresAt: instant,
  isExpired: z.boolean(),
  /** The state of its last mail; null if none was sent: the installation sends no mail, or a limit was reached. */
  mail: z.enum(["waiting", "sent", "failed"]).nullable(),
});
export type Invitation = z.infer<typeof invitation>;

/** The token is after the hash, so that no server or proxy logs it. */
const withLink = z.strictObject({ invitation, path: z.string() });

export const listInvitations = endpoint("GET", "/api/invitations", {
  summary: "The invitations nobody has accepted yet, newest first; at most 500.",
  response: z.array(invitation),
  access: "admin",
});

export const invite = endpoint("POST", "/api/invitations", {
  summary: "Invites a person; the response has the link, which works once and is never shown again.",
  body: z.strictObject({
    email,
    role: z.enum(memberRoles).default("member"),
    approvalLimit: approvalLimit.optional(),
  }),
  response: withLink,
  access: "admin",
  scope: "browser",
  takesKey: false,
});

export const renewInvitation = endpoint("POST", "/api/invitations/:id/renew", {
  summary: "Makes a new link for an invitation, valid for 14 days; the old link stops working.",
  params: { id },
  response: withLink,
  access: "admin",
  scope: "browser",
  takesKey: false,
});

export const revokeInvitation = endpoint("DELETE", "/api/invitations/:id", {
  summary: "Withdraws an invitation; its link stops working.",
  params: { id },
  response: invitation,
  access: "admin",
  scope: "browser",
});

const token = text(43).regex(/^[A-Za-z0-9_-]{43}$/, "This link is incomplete. Copy all of it");

export const openInvitation = endpoint("POST", "/api/join/invitation", {
  summary: "What an invitation link offers, for its holder.",
  body: z.strictObject({ token }),
  response: z.strictObject({
    companyName: z.string(),
    email: z.string(),
    role: z.enum(memberRoles),
    invitedBy: z.string().nullable(),
    expiresAt: instant,
  }),
  access: "public",
  rate: "anonymous",
  takesKey: false,
});
export type OpenInvitation = z.infer<typeof openInvitation.response>;

export const joinBody = z.strictObject({
  token,
  /** Follows the token in the mailed link only: it proves the invited address. */
  proof: text(64)
    .regex(/^[0-9a-f]{64}$/, "This link is incomplete. Copy all of it")
    .optional(),
  username: newUsername,
  firstName: personalName.optional(),
  lastName: personalName.optional(),
  password: newPassword,
});

export const join = endpoint("POST", "/api/join", {
  summary: "Accepts an invitation: creates the person with the invited address and role, and signs them in.",
  body: joinBody,
  response: user,
  access: "public",
  rate: "sign-in",
  takesKey: false,
});
