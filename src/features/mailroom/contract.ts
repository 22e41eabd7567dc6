import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { agentRoleIds } from "#contract/roles.ts";
import { email, id, instant, required, typed } from "#contract/words.ts";
import { beginnings } from "#features/mailroom/beginning/contract.ts";
import { promise } from "#features/mailroom/promising/contract.ts";
import { citedFact } from "#features/mailroom/reading/contract.ts";

/**
 * `drafted` waits for a person; `needs_human` too, for a reason; `held` leaves when it can no longer be undone. What a
 * person answers in the mailbox itself, or takes over there, is `by_person`.
 */
export const letterStates = [
  "seen",
  "drafted",
  "held",
  "sent",
  "skipped",
  "needs_human",
  "failed",
  "discarded",
  "by_person",
] as const;
/** The states that wait for a person. */
export const waitingStates = ["drafted", "needs_human", "failed"] as const;
export type LetterState = (typeof letterStates)[number];

/** What an owner may open for sending: the letters of one executive. Legal never sends alone. */
export const categories = agentRoleIds.filter((role) => role !== "Legal");

const role = z.enum(agentRoleIds);

const emailStatus = z.strictObject({
  configured: z.boolean(),
  hasRefreshToken: z.boolean(),
  requiredRedirectUris: z.array(z.string()),
  running: z.boolean(),
  lastPollAt: instant.nullable(),
  /** The last poll without a fault. */
  lastGoodAt: instant.nullable(),
  lastError: z.string().nullable(),
  /** `send`: at least one category is open. */
  mode: z.enum(["draft", "send"]),
  mailbox: z.string().nullable(),
  /** Letters that wait for a person. */
  pendingReviews: z.number().int(),
  /** A mailbox without a good poll for 15 minutes. */
  silent: z.strictObject({ mailbox: z.string(), since: instant.nullable(), error: z.string().nullable() }).nullable(),
  /** Since when Google's sign-in lasts, and when it ends by itself: an app in testing mode is given seven days. */
  signedInAt: instant.nullable(),
  signInEndsAt: instant.nullable(),
});
export type EmailStatus = z.infer<typeof emailStatus>;

export const getEmailStatus = endpoint("GET", "/api/email/status", {
  summary: "How the company's mailbox stands.",
  response: emailStatus,
  access: "viewer",
  rate: "polled",
});

export const startProcessing = endpoint("POST", "/api/email/start-processing", {
  summary: "Has the mailbox read every two minutes, from now on: mail that arrived before is not answered.",
  response: emailStatus,
  access: "admin",
});

export const stopProcessing = endpoint("POST", "/api/email/stop-processing", {
  summary: "Stops reading the mailbox; answers that were about to leave are drafts again.",
  response: emailStatus,
  access: "admin",
});

const counts = z.strictObject({
  /** Letters looked at. */
  found: z.number().int(),
  drafted: z.number().int(),
  held: z.number().int(),
  skipped: z.number().int(),
  needsYou: z.number().int(),
  /** Unread letters that are left for another time. */
  remaining: z.number().int(),
});
export type PassCounts = z.infer<typeof counts>;

export const processNow = endpoint("POST", "/api/email/process-now", {
  summary: "Works on the newest 50 unread letters that arrived since the mailbox was connected.",
  response: counts,
  access: "approver",
  cost: "external",
});

const mailbox = z.strictObject({
  id,
  kind: z.string(),
  address: z.string(),
  running: z.boolean(),
  /** The executives whose answers may leave alone. */
  categories: z.array(role),
  /** The line under each letter. */
  disclosure: z.string(),
  /** Senders that are never answered. */
  denied: z.array(z.string()),
  lastPollAt: instant.nullable(),
  lastGoodAt: instant.nullable(),
  lastError: z.string().nullable(),
  /** Its connection by OAuth; null: it has a password. */
  connectionId: z.number().int().nullable(),
  /** The mailbox lost its history, so the last poll went by date. */
  isByDate: z.boolean(),
  connectedAt: instant,
});
export type MailboxView = z.infer<typeof mailbox>;

export const listMailboxes = endpoint("GET", "/api/mail/mailboxes", {
  summary: "The company's mailboxes.",
  response: z.array(mailbox),
  access: "member",
});

const word = z.string().max(500);

export const connectMailbox = endpoint("POST", "/api/mail/mailboxes", {
  summary: "Connects a mailbox by what is typed in, after it answered once.",
  body: z.strictObject({
    kind: z.string().max(20),
    settings: z.record(z.string().max(40), word).refine((given) => Object.keys(given).length <= 12, "Too many fields"),
    /** That the mailbox's letters are read and stored here. */
    consent: z.literal(true, "Agree that its letters are read and stored here."),
  }),
  response: mailbox,
  access: "admin",
  scope: "browser",
  cost: "external",
});

const params = { id };

export const changeMailbox = endpoint("PUT", "/api/mail/mailboxes/:id", {
  summary: "Opens or closes categories for sending, and changes the line under each letter and who is never answered.",
  params,
  body: z.strictObject({
    categories: z
      .array(z.enum(categories as [(typeof categories)[number]]))
      .max(8)
      .optional(),
    disclosure: typed(300).optional(),
    denied: z.array(email).max(500).optional(),
  }),
  response: mailbox,
  access: "admin",
  scope: "decide",
});

export const removeMailbox = endpoint("DELETE", "/api/mail/mailboxes/:id", {
  summary: "Disconnects a mailbox: deletes its credentials and letters here.",
  params,
  response: z.strictObject({ message: z.string() }),
  access: "admin",
});

const line = z.strictObject({
  id,
  state: z.enum(letterStates),
  /** Why it stands as it does. */
  why: z.string().nullable(),
  from: z.string(),
  fromName: z.string(),
  subject: z.string(),
  preview: z.string(),
  role: role.nullable(),
  routedBecause: z.string().nullable(),
  at: instant,
  /** Until when its answer can be undone. */
  undoUntil: instant.nullable(),
  /** Of a letter that an executive began: `from` is who it goes to. */
  begun: z
    .strictObject({
      kind: z.enum(beginnings),
      because: z.string(),
      records: z.array(z.strictObject({ kind: z.string(), id: z.string(), label: z.string() })),
    })
    .nullable(),
});
export type LetterLine = z.infer<typeof line>;

const letter = line.extend({
  to: z.array(z.string()),
  text: z.string(),
  html: z.string().nullable(),
  attachments: z.array(z.strictObject({ name: z.string(), type: z.string(), size: z.number() })),
  draft: z.string().nullable(),
  /** Who wrote the draft: "rules", or "provider/model"; null: nobody yet. */
  engine: z.string().nullable(),
  /** The records that the draft may state, for its reviewer. */
  facts: z.array(citedFact.pick({ kind: true, id: true, name: true, text: true })),
  /** What its answer promised, each with the task that keeps it. */
  promises: z.array(promise),
  disclosure: z.string(),
  /** Words that bind the company, or ask to, so that a person decides. */
  bindings: z.array(z.strictObject({ kind: z.string(), words: z.string() })),
  decision: z.strictObject({ id, number: z.number().int(), isPending: z.boolean() }).nullable(),
  /** Its sender is never answered. */
  isDenied: z.boolean(),
  sentAt: instant.nullable(),
  thread: z.array(line),
});
export type LetterView = z.infer<typeof letter>;

export const listLetters = endpoint("GET", "/api/mail/letters", {
  summary: "The newest letters, those of one state if given, 50 at a time.",
  query: {
    state: z.enum(letterStates).optional(),
    search: z.string().max(100).optional(),
    /** Older than this one. */
    before: instant.optional(),
  },
  response: z.strictObject({ letters: z.array(line), isMore: z.boolean() }),
  access: "member",
});

const thread = line.extend({
  /** How many letters it has. */
  letters: z.number().int(),
});
export type ThreadLine = z.infer<typeof thread>;

export const listThreads = endpoint("GET", "/api/mail/threads", {
  summary:
    "The newest threads, 50 at a time, each as its newest letter that fits; `waiting` are those that wait for a person.",
  query: {
    state: z.enum([...letterStates, "waiting"]).optional(),
    role: role.optional(),
    search: z.string().max(100).optional(),
    /** Older than this one. */
    before: instant.optional(),
  },
  response: z.strictObject({ threads: z.array(thread), isMore: z.boolean() }),
  access: "member",
});

export const getLetter = endpoint("GET", "/api/mail/letters/:id", {
  summary: "A letter with its thread and its draft.",
  params,
  response: letter,
  access: "member",
});

const step = (name: string, summary: string, access: "member" | "approver") =>
  endpoint("POST", `/api/mail/letters/:id/${name}`, {
    summary,
    params,
    response: letter,
    access,
    ...(access === "approver" && { scope: "decide" as const }),
  });

export const editDraft = endpoint("PUT", "/api/mail/letters/:id/draft", {
  summary: "Changes the text of a draft.",
  params,
  body: z.strictObject({ text: required(20_000, "The answer needs a text") }),
  response: letter,
  access: "member",
});
export const sendDraft = step("send", "Sends a draft when it can no longer be undone.", "approver");
export const undoSending = step("undo", "Takes an answer back that has not left.", "member");
export const discardDraft = step("discard", "Leaves a letter unanswered.", "member");
export const denySender = step("deny", "Never answers this sender again.", "approver");
export const allowSender = step("allow", "Answers this sender again.", "approver");
export const assignLetter = endpoint("POST", "/api/mail/letters/:id/assign", {
  summary: "Gives a letter to another executive, who drafts it again.",
  params,
  body: z.strictObject({ role }),
  response: letter,
  access: "member",
});

export const gmailPath = "/api/oauth/gmail";
