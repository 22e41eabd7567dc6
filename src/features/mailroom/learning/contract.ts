import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { id, instant } from "#contract/words.ts";

/** What a person made of a draft. */
export type Judgement = "as is" | "changed" | "left";

export const changeKinds = ["greeting", "closing", "removed", "added", "shorter", "longer"] as const;
export type ChangeKind = (typeof changeKinds)[number];

const preference = z.strictObject({
  id,
  role: z.enum(agentRoleIds),
  kind: z.enum(changeKinds),
  language: z.string(),
  /** The draft's words, and the person's. */
  before: z.string(),
  after: z.string(),
  letterId: id,
  subject: z.string(),
  at: instant,
  /** Rules begin or end their answers like this, because three answers in a row did. */
  isInUse: z.boolean(),
});
export type Preference = z.infer<typeof preference>;

export const listPreferences = endpoint("GET", "/api/mail/preferences", {
  summary: "What people changed in drafts before they were sent, newest first, at most 200.",
  response: z.array(preference),
  access: "member",
});

export const removePreference = endpoint("DELETE", "/api/mail/preferences/:id", {
  summary: "Forgets a change, so that no later draft follows it.",
  params: { id },
  response: z.strictObject({ message: z.string() }),
  access: "admin",
});

const draftRecord = z.strictObject({
  mailboxId: id,
  address: z.string(),
  role: z.enum(agentRoleIds),
  /** The newest drafts that people judged; of these, sent unedited, sent with changes, and not sent. */
  drafts: z.number().int(),
  unedited: z.number().int(),
  changed: z.number().int(),
  left: z.number().int(),
  /** The lower 95% bound of the share sent unedited. */
  lowerBound: z.number(),
  isOpen: z.boolean(),
  /** The decision that would open it. */
  proposal: z.strictObject({ id, number: z.number().int() }).nullable(),
});
export type DraftRecord = z.infer<typeof draftRecord>;

export const getDraftRecord = endpoint("GET", "/api/mail/record", {
  summary: "How many of each executive's drafts people sent unedited, for each mailbox.",
  response: z.array(draftRecord),
  access: "member",
});
