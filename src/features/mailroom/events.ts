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
});
type Letter = { id: string; mailboxId: string; agentId: string | null; role: string | null; reason: string | null };

const happened = (type: string, title: string, severity: "info" | "warning" = "info") =>
  event(
    type,
    { ...options, resource: "letter", details: ofLetter, severity },
    ({ id, mailboxId, agentId, role, reason }: Letter) => ({
      id,
      title,
      agentId,
      details: { mailboxId, role, reason },
    }),
  );

/** Stored with the letters of one poll. */
export const lettersArrived = event(
  "mail.letters_arrived",
  { ...options, details: z.strictObject({ count: z.number().int() }) },
  ({ id }: { id: string }, count: number) => ({ id, title: `Emails arrived: ${count}`, details: { count } }),
);
export const letterDrafted = happened("mail.drafted", "Answer drafted");
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
