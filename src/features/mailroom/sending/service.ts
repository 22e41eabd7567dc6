import { z } from "zod";
import { ConnectorFault } from "#connectors/fault.ts";
import type { Mailbox, OutgoingLetter } from "#connectors/mailbox.ts";
import { AppError } from "#contract/errors.ts";
import { areOwed } from "#features/records/reminding/store.ts";
import { actIn, afterAct, type PersonAct } from "#features/mailroom/drafts/rules.ts";
import { compose, composedAs, removeReplaced } from "#features/mailroom/drafts/service.ts";
import * as drafts from "#features/mailroom/drafts/store.ts";
import * as events from "#features/mailroom/events.ts";
import { checkWire } from "#features/mailroom/letters/wire.ts";
import { withMailbox } from "#features/mailroom/reaching/service.ts";
import * as store from "#features/mailroom/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { dayIn } from "#platform/clock.ts";
import { note, read } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";
import { type Attempt, defineDelivery, type Outcome } from "#platform/outbox/delivery.ts";
import { enqueue } from "#platform/outbox/enqueue.ts";
import { change } from "#platform/outbox/store.ts";

const payload = z.strictObject({
  letterId: z.uuid(),
  mailboxId: z.uuid(),
  /** No person said to send it. */
  isAlone: z.boolean(),
  raw: z.base64(),
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  messageId: z.string(),
  marker: z.string(),
  thread: z.string().nullable(),
  inReplyTo: z.string().nullable(),
  composedAt: z.iso.datetime(),
  hash: z.string(),
});
type Payload = z.infer<typeof payload>;

const outgoing = ({ raw, composedAt, from, to, messageId, marker, thread, inReplyTo }: Payload): OutgoingLetter => ({
  from,
  to,
  messageId,
  marker,
  thread,
  inReplyTo,
  raw: Buffer.from(raw, "base64"),
  composedAt: new Date(composedAt),
});

const no = (failed: string): Outcome => ({ failed, again: false, isOwnFault: true });

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ConnectorFault)) throw error;
  const { kind, message, retryAfterMs } = error;
  if (kind === "lost") return { unknown: message };
  const again = kind === "busy" || kind === "unavailable";
  return { failed: message, again, ...(retryAfterMs !== null && { afterMs: retryAfterMs }) };
}

/** What was given up goes on in the outbox. */
const isOpen = ({ state }: store.LetterRow): boolean => state === "held" || state === "failed";

type Found = { box: store.MailboxRow; letter: store.LetterRow };

/** The letter that this delivery answers, if it is still its delivery. */
const current = (ctx: Ctx, { letterId, mailboxId }: Payload, { id }: Attempt): Promise<Found | null> =>
  read(ctx, async (tx) => {
    const [box, letter] = [await store.findMailbox(tx, mailboxId), await store.findLetter(tx, letterId)];
    return box && letter?.deliveryId === id && isOpen(letter) ? { box, letter } : null;
  });

/** Whether what a letter reminds of is still so. */
const isStillDue = async (tx: Tx, { begun }: store.LetterRow): Promise<boolean> =>
  begun?.kind !== "reminder" ||
  areOwed(
    tx,
    begun.records.map(({ id }) => id),
    dayIn(tx.now, tx.timeZone),
  );

/** Answers to a letter that began a thread find its executive: by the mailbox's own thread where it keeps any. */
async function keepThreadOf(ctx: Ctx, mailbox: Mailbox, letter: store.LetterRow, sentId: string | null): Promise<void> {
  const sent = sentId === null ? null : await mailbox.read(sentId).catch(() => null);
  const thread = sent?.thread;
  if (thread) await note(ctx, (tx) => store.keepThread(tx, letter.id, thread));
}

/** Lays the draft down and stores its id before anything is sent. */
async function draftIn(ctx: Ctx, mailbox: Mailbox, letter: store.LetterRow, out: OutgoingLetter): Promise<string> {
  if (letter.draftId !== null) return letter.draftId;
  const draftId = await mailbox.draft(out);
  const kept = (await note(ctx, (tx) => drafts.keepDraft(tx, letter.id, out, draftId))) ?? draftId;
  if (kept !== draftId) await mailbox.discard(draftId, out);
  return kept;
}

/** What a person did in the mailbox: then nothing is sent. */
const byPerson = (act: PersonAct) => ({ cancelled: afterAct(act).why });

/** An answer on its way: sent once, looked into when in doubt. */
export const letterDelivery = defineDelivery({
  kind: "email",
  title: "Email",
  payload,
  class: "once",
  destination: ({ mailboxId }) => `mailbox:${mailboxId}`,
  describe: ({ subject, to }) => ({ what: subject, to }),
  pauses: [30_000, 120_000, 600_000, 3_600_000],
  async send(ctx, given, attempt) {
    const found = await current(ctx, given, attempt);
    if (!found) return no("It was taken back.");
    if (given.isAlone && !found.box.isRunning) return no("Email processing was stopped.");
    const out = outgoing(given);
    const isStale = found.letter.begun !== null && !(await read(ctx, (tx) => isStillDue(tx, found.letter)));
    if (isStale) return no("What it asks for was paid or changed in the meantime.");
    const faults = await checkWire(out.raw, { ...given, from: found.box.address, to: found.letter.sender });
    if (faults.length > 0) return no(`It was stopped at the last check: ${faults.join(" ")}`);
    return withMailbox(ctx, found.box, async (mailbox) => {
      const { letter, box } = found;
      // Of what was tried before, the connector finds out whether it left.
      const laid = attempt.doubts === 0 ? letter.draftId : null;
      const fate = laid === null ? "waits" : await mailbox.fate(out, laid);
      const act = fate === "waits" ? await removeReplaced(mailbox, letter, box) : fate;
      if (act === "answered" && laid !== null) await mailbox.discard(laid, out);
      if (act !== null) return byPerson(act);
      const draftId = await draftIn(ctx, mailbox, found.letter, out).catch((error: unknown) => {
        // No draft leaves by itself, and its marker finds it again.
        if (error instanceof ConnectorFault && error.kind === "lost")
          throw new ConnectorFault("unavailable", error.message);
        throw error;
      });
      // Another person may have answered since; a draft is taken back while nothing has left.
      const about = { id: found.letter.providerId, thread: found.letter.thread, messageId: found.letter.messageId };
      const isAnswered =
        found.letter.begun === null &&
        (await mailbox.thread(about)).some(
          ({ isSent, marker, at }) => isSent && marker === null && at > found.letter.at,
        );
      if (isAnswered) {
        await mailbox.discard(draftId, out);
        return byPerson("answered");
      }
      let sentId: string | null;
      try {
        ({ id: sentId } = await mailbox.send(out, draftId));
      } catch (error) {
        if (!(error instanceof ConnectorFault && error.kind === "changed")) throw error;
        const now = await mailbox.fate(out, draftId);
        return now === "waits" ? { failed: error.message, again: true } : byPerson(now);
      }
      if (found.letter.begun) await keepThreadOf(ctx, mailbox, found.letter, sentId);
      return { ok: true as const };
    }).catch(outcomeOf);
  },
  async look(ctx, given, attempt) {
    const found = await current(ctx, given, attempt);
    if (!found) return "unknown";
    const { letter, box } = found;
    // Nothing is handed over before its draft is stored; a person may have sent a draft that was laid down.
    return withMailbox(ctx, box, async (mailbox) => {
      const where = await mailbox.look(outgoing(given), letter.draftId);
      if (where === "unknown" && letter.draftId === null) return "not sent";
      if (where !== "by person") return where;
      const fate = letter.draftId === null ? "answered" : await mailbox.fate(outgoing(given), letter.draftId);
      return byPerson(fate === "waits" ? "answered" : fate);
    });
  },
  async settled(tx, { id, status, answer, about }) {
    const letter = about === null ? null : await store.findLetter(tx, about);
    if (letter?.deliveryId !== id) return;
    const act = status === "cancelled" ? actIn(answer) : null;
    if (act !== null) {
      if (await store.changeLetter(tx, letter.id, ["held", "failed"], { ...afterAct(act), sentAt: null }))
        await record(tx, events.takenOver({ ...letter, reason: act }));
      return;
    }
    const isSent = status === "sent";
    const state = isSent ? "sent" : "failed";
    const why = isSent ? "It was sent." : status === "unknown" ? `It may have left. ${answer ?? ""}`.trim() : answer;
    const to = { state, why, reason: isSent ? null : status, sentAt: isSent ? tx.now : letter.sentAt } as const;
    const laid = isSent ? { composed: null, draftId: null, draftVersion: null, replaced: null } : {};
    if (!(await store.changeLetter(tx, letter.id, ["held", "failed"], { ...to, ...laid }))) return;
    await record(tx, (isSent ? events.letterSent : events.letterFailed)({ ...letter, reason: to.reason }));
  },
});

export type Way = { grant: string; holdMs: number; isAlone: boolean };

/** Puts the draft of a letter on its way, in the transaction of its cause; the caller stored the grant. */
export async function putOnWay(tx: Tx, letter: store.LetterRow, { grant, holdMs, isAlone }: Way): Promise<void> {
  const box = await store.findMailbox(tx, letter.mailboxId);
  if (!box || letter.draft === null) throw new AppError("conflict", "There is no draft to send.");
  const composed = await compose(letter, box, tx.now, { isLeaving: true });
  const { messageId, marker, subject, hash, raw, composedAt } = composed;
  const { messageId: inReplyTo, thread, sender: to } = letter;
  const deliveryId = await enqueue(
    tx,
    letterDelivery,
    {
      messageId,
      marker,
      inReplyTo,
      subject,
      to,
      // A letter that begins a thread stands in none of the mailbox yet, also when it is sent again.
      thread: letter.begun ? null : thread,
      isAlone,
      letterId: letter.id,
      mailboxId: box.id,
      from: box.address,
      raw,
      composedAt,
      hash,
    },
    { intent: `${letter.id}.${letter.sends + 1}`, label: "email", grant, holdMs, about: letter.id },
  );
  const sent = { deliveryId, sends: letter.sends + 1, sentAt: tx.now, why: null };
  const to_ = {
    ...composedAs(letter, composed),
    ...sent,
    state: "held",
    ...(letter.begun && { thread: messageId }),
  } as const;
  if (!deliveryId || !(await store.changeLetter(tx, letter.id, ["seen", "drafted", "needs_human", "failed"], to_)))
    throw new AppError("conflict", "It is on its way already.");
  await record(tx, events.letterHeld({ ...letter, reason: null }));
}

/** Takes an answer back that has not left; false: it is too late. */
export async function takeBack(tx: Tx, letter: store.LetterRow, why: string, by: string | null): Promise<boolean> {
  const settled = { status: "cancelled", settledAt: tx.now, settledBy: by, sealed: null, isCertain: true } as const;
  if (!letter.deliveryId || !(await change(tx, letter.deliveryId, ["held"], settled))) return false;
  const to = { state: "drafted", deliveryId: null, sentAt: null, why, reason: null } as const;
  if (!(await store.changeLetter(tx, letter.id, ["held"], to))) return false;
  await record(tx, events.sendingUndone({ ...letter, reason: null }));
  return true;
}
