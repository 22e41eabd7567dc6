import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { instant, lengths, text } from "#contract/words.ts";

const link = { token: text(200).regex(/^[A-Za-z0-9_-]{123}$/, "This link is incomplete. Copy all of it") };

/** What a link of a mail asks its person to decide. */
const linkedProposal = z.strictObject({
  companyName: z.string(),
  person: z.string(),
  number: z.number().int(),
  title: z.string(),
  agentName: z.string(),
  agentRole: z.enum(agentRoleIds),
  recommendation: z.string(),
  reasons: z.array(z.string()),
  expiresAt: instant,
  href: z.string(),
});
export type LinkedProposal = z.infer<typeof linkedProposal>;

export const openApproval = endpoint("POST", "/api/shared/approval", {
  summary: "The proposal that the link of a mail is about. Nothing is decided by it.",
  body: z.strictObject(link),
  response: linkedProposal,
  access: "public",
  rate: "anonymous",
  takesKey: false,
});

export const settleByLink = endpoint("POST", "/api/shared/approval/settle", {
  summary:
    "Approves or rejects the proposal of a mail's link, once, in the name of the person it was mailed to, if it says what it said then.",
  body: z.strictObject({ ...link, approved: z.boolean(), reason: text(lengths.reason).optional() }),
  response: z.strictObject({ approved: z.boolean(), href: z.string(), undoUntil: instant.nullable() }),
  access: "public",
  rate: "anonymous",
  takesKey: false,
});
