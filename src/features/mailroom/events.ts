import { z } from "zod";
import { event } from "#platform/journal/event.ts";

const options = { resource: "mailbox", feed: null, refreshes: ["email", "mail"], complianceRelevant: true } as const;
const ofMailbox = z.strictObject({ kind: z.string(), changed: z.array(z.string()).optional() });
type Of = { id: string; kind: string };

const about = (type: string, title: string, severity: "info" | "warning" = "info") =>
  event(type, { ...options, details: ofMailbox, severity }, ({ id, kind }: Of, changed?: string[]) => ({
    id,
    title,
    details: { kind, ...(changed && { changed }) },
  }));

/** What is processed was written beside the button. `id` null: the mailbox is known after the sign-in. */
export const processingAgreed = event(
  "mail.processing_agreed",
  options,
  ({ id, kind }: { id: string | null; kind: string }) => ({
    id,
    title: "Agreed that a mailbox is read and stored here",
    details: { kind },
  }),
);
export const mailboxConnected = about("mail.mailbox_connected", "Mailbox connected");
export const mailboxChanged = about("mail.mailbox_changed", "Mailbox changed");
export const mailboxRemoved = about("mail.mailbox_removed", "Mailbox disconnected", "warning");
export const mailboxSilent = about("mail.silent", "Mailbox not read for 15 minutes", "warning");
export const mailboxHeard = about("mail.heard", "Mailbox read again");
export const processingStarted = about("mail.processing_started", "Email processing started");
export const processingStopped = about("mail.processing_stopped", "Email processing stopped", "warning");

const ofLetter = z.strictObject({
  mailboxId: z.string(),
  role: z.string().nullable(),
  reason: z.string().nullable(),
  /** The model that wrote the draft; omitted: rules did. */
  engine: z.string().optional(),
});
type Letter = {
  id: string;
  mailboxId: string;
  agentId: string | null;
  role: string | null;
  reason: string | null;
  engine?: string | null;
};

const happened = (type: string, title: string, severity: "info" | "warning" = "info") =>
  event(
    type,
    { ...options, resource: "letter", details: ofLetter, severity },
    ({ id, mailboxId, agentId, role, reason, engine }: Letter) => ({
      id,
      title,
      agentId,
      details: { mailboxId, role, reason, ...(engine && engine !== "rules" && { engine }) },
    }),
  );

/** Stored with the letters of one poll. */
export const lettersArrived = event("mail.letters_arrived", options, ({ id }: { id: string }, count: number) => ({
  id,
  title: `Emails arrived: ${count}`,
  details: { count },
}));
export const letterDrafted = happened("mail.drafted", "Answer drafted");
export const letterBegun = happened("mail.begun", "Email begun");
export const letterSkipped = happened("mail.skipped", "Email not answered");
export const letterNeedsPerson = happened("mail.needs_person", "Email needs a person", "warning");
export const letterHeld = happened("mail.held", "Answer about to leave");
export const letterSent = happened("mail.sent", "Answer sent");
export const letterFailed = happened("mail.failed", "Answer not delivered", "warning");
export const draftEdited = happened("mail.draft_edited", "Draft edited");
export const letterDiscarded = happened("mail.discarded", "Draft discarded");
export const letterAssigned = happened("mail.assigned", "Email assigned");
export const takenOver = happened("mail.taken_over", "A person took an answer over");
export const sendingUndone = happened("mail.undone", "Answer taken back");
export const senderDenied = happened("mail.sender_denied", "Sender is never answered");
export const senderAllowed = happened("mail.sender_allowed", "Sender is answered again");

export const templateChanged = event(
  "mail.template_changed",
  { ...options, resource: "mail_template" },
  (kind: string, isReset: boolean) => ({
    id: null,
    title: `Template for letters changed: ${kind}`,
    details: { kind, isReset },
  }),
);
/** What people changed in a draft, kept for later ones. */
export const changesLearned = event(
  "mail.changes_learned",
  { ...options, resource: "letter" },
  ({ id, agentId, role }: Letter, count: number) => ({
    id,
    agentId,
    title: "Changes of a draft kept for later ones",
    details: { count, role },
  }),
);
/** Promises of an answer became tasks. */
export const promisesKept = event(
  "mail.promises_kept",
  { ...options, resource: "letter" },
  ({ id, agentId, role }: Letter, count: number) => ({
    id,
    agentId,
    title: "Promises of an email became tasks",
    details: { count, role },
  }),
);
export const preferenceRemoved = event(
  "mail.preference_removed",
  { ...options, resource: "preference" },
  ({ id, role, kind }: { id: string; role: string; kind: string }) => ({
    id,
    title: "Change of drafts forgotten",
    details: { role, kind },
  }),
);

const ofCategory = z.strictObject({
  role: z.string(),
  unedited: z.number().int(),
  drafts: z.number().int(),
  sentence: z.string(),
});
const category = (type: string, word: string, severity: "info" | "warning") =>
  event(
    type,
    { ...options, details: ofCategory, severity },
    ({ id }: { id: string }, role: string, counts: { unedited: number; drafts: number }, sentence: string) => ({
      id,
      title: `Category ${role} ${word} for sending`,
      details: { role, unedited: counts.unedited, drafts: counts.drafts, sentence },
    }),
  );
export const categoryOpened = category("mail.category_opened", "opened", "info");
export const categoryClosed = category("mail.category_closed", "closed", "warning");
