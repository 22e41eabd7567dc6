import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { id, required } from "#contract/words.ts";

/** The letters that executives begin. */
export const beginnings = ["reminder", "renewal", "follow-up", "ticket"] as const;
export type Beginning = (typeof beginnings)[number];

const kind = z.enum(beginnings);

/** What a letter is about: what a customer owes, or a contract, a deal or a ticket. */
export const about = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("reminder"),
    /** The customer's name; `numbers`: of its invoices these alone. */
    party: required(200, "Name the customer"),
    numbers: z.array(z.string().max(200)).max(50).nullish(),
  }),
  z.strictObject({ kind: z.enum(["renewal", "follow-up", "ticket"]), recordId: id }),
]);
export type About = z.infer<typeof about>;

const begun = z.strictObject({
  letterId: id,
  /** The decision that waits for a person; null: it leaves by itself, or waits as a draft. */
  decisionId: id.nullable(),
});

export const beginLetter = endpoint("POST", "/api/mail/letters", {
  summary: "Has an executive draft a letter to the address of record of a customer, for a person to approve.",
  body: about,
  response: begun,
  access: "member",
  scope: "propose",
  tool: {
    name: "propose_letter",
    effect: "external",
    hint: "Nothing leaves before it is approved.",
    waitsFor: ({ decisionId }) => decisionId,
  },
});

export const sendLetter = endpoint("POST", "/api/mail/letters/send", {
  summary: "Has an executive write a letter from its template and sends it, unless it is taken back in time.",
  body: about,
  response: begun.pick({ letterId: true }),
  access: "approver",
  scope: "decide",
});

export const recallLetter = endpoint("POST", "/api/mail/letters/:id/recall", {
  summary: "Takes back a letter that an executive began and that has not left, and discards it.",
  params: { id },
  response: begun.pick({ letterId: true }),
  access: "approver",
  scope: "decide",
});

const template = z.strictObject({
  kind,
  subject: z.string(),
  body: z.string(),
  /** The company's own, instead of ours. */
  isOwn: z.boolean(),
  /** "{invoice}", "{amount}". */
  placeholders: z.array(z.string()),
});
export type MailTemplate = z.infer<typeof template>;

export const listTemplates = endpoint("GET", "/api/mail/templates", {
  summary: "The templates of letters that executives begin.",
  response: z.array(template),
  access: "member",
});

export const changeTemplate = endpoint("PUT", "/api/mail/templates/:kind", {
  summary: "Changes a template; its letters are written from it, in its language, from then on.",
  params: { kind },
  body: z.strictObject({
    subject: required(200, "A template needs a subject"),
    body: required(5_000, "A template needs a text"),
  }),
  response: template,
  access: "admin",
});

export const resetTemplate = endpoint("DELETE", "/api/mail/templates/:kind", {
  summary: "Goes back to the template that came with the product.",
  params: { kind },
  response: template,
  access: "admin",
});
