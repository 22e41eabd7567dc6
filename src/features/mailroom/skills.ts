import { z } from "zod";
import { promptOf } from "#agency/prompt.ts";
import { defineSkill } from "#agency/skill.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { about } from "#features/mailroom/beginning/contract.ts";

/** A draft as it was when it was found to bind the company. */
export const reply = z.strictObject({
  letterId: z.uuid(),
  to: z.string(),
  subject: z.string(),
  /** What exactly is sent. */
  text: z.string(),
});

/** The action that opens a category for sending, and the type of its decision. */
export const openingId = "mail_open_category";

/** The act of answering, as the policy knows it. */
export const answering = {
  id: "email_reply",
  label: "Answer an email",
  roles: agentRoleIds,
  capability: null,
} as const;

/** The act of writing first, as the policy knows it. */
export const sending = {
  id: "mail_send",
  label: "Send a letter",
  roles: agentRoleIds,
  capability: null,
} as const;

/** An executive begins a letter; what it says comes from records and templates. */
export const beginningLetter = defineSkill({
  id: "mail.beginning",
  label: "Begin a letter",
  roles: agentRoleIds,
  capability: null,
  isQuiet: true,
  input: about,
  output: about,
  rules: async (_session, given) => given,
  prompt: (agent) => promptOf(agent, "Begin this letter."),
});

/** An executive asks for leave to send what binds the company. */
export const replying = defineSkill({
  id: "mail.replying",
  label: "Ask to send an answer",
  roles: agentRoleIds,
  capability: null,
  isQuiet: true,
  input: reply,
  output: reply,
  rules: async (_session, draft) => draft,
  prompt: (agent) => promptOf(agent, "Ask for leave to send this answer."),
});
