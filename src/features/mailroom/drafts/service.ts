import { ConnectorFault } from "#connectors/fault.ts";
import type { Mailbox, OutgoingLetter } from "#connectors/mailbox.ts";
import { withdraw } from "#features/decisions/service.ts";
import { waitingStates } from "#features/mailroom/contract.ts";
import { afterAct, judgementOf, openActs, type PersonAct } from "#features/mailroom/drafts/rules.ts";
import * as store from "#features/mailroom/drafts/store.ts";
import * as events from "#features/mailroom/events.ts";
import { composeLetter, subjectOfAnswer } from "#features/mailroom/letters/compose.ts";
import { changeMailbox, findLetter, type LetterRow, type MailboxRow } from "#features/mailroom/store.ts";
import type { Composed } from "#features/mailroom/tables.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { now } from "#platform/clock.ts";
import { read } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** An answer that lay longer is composed anew before it leaves: it carries its day. */
const freshMs = 3_600_000;

/** The answer to a letter as it leaves, composed anew where its words changed or its day is over. */
export async function compose(
  letter: LetterRow,
  box: MailboxRow,
  at: Date,
  { isLeaving = false } = {},
): Promise<Composed> {
  const { draft: text, composed: before, messageId: inReplyTo, refs } = letter;
  if (text === null) throw new Error("There is no draft.");
  const { disclosure, address } = box;
  const isSame = before?.text === text && before.disclosure === disclosure;
  if (isSame && (!isLeaving || at.getTime() - Date.parse(before.composedAt) < freshMs)) return before;
  const messageId = `<${crypto.randomUUID()}@${address.split("@")[1]}>`;
  const marker = `${letter.id}.${crypto.randomUUID().slice(0, 8)}`;
  const subject = letter.begun ? letter.subject : subjectOfAnswer(letter.subject);
  const { raw, hash } = await composeLetter({
    messageId,
    marker,
    subject,
    text,
    disclosure,
    to: letter.sender,
    at,
    from: { address, name: box.name ?? "" },
    answers: inReplyTo === null ? null : { messageId: inReplyTo, references: refs ?? [] },
  });
  const composedAt = at.toISOString();
  return {
    raw: Buffer.from(raw).toString("base64"),
    messageId,
    marker,
    subject,
    text,
    disclosure,
    hash,
    composedAt,
  };
}

/** The columns of a letter with that composition; what lies in the mailbox of another one is replaced. */
export const composedAs = (letter: LetterRow, composed: Composed): Partial<LetterRow> => {
  const { composed: before, draftId, replaced } = letter;
  if (before?.marker === composed.marker) return { composed };
  const old = before && draftId !== null ? [...(replaced ?? []), { draftId, composed: before }] : replaced;
  return { composed, draftId: null, draftVersion: null, replaced: old };
};

const outgoing = (letter: LetterRow, box: MailboxRow, composed: Composed): OutgoingLetter => ({
  from: box.address,
  to: letter.sender,
  messageId: composed.messageId,
  marker: composed.marker,
  thread: letter.begun ? null : letter.thread,
  inReplyTo: letter.messageId,
  raw: Buffer.from(composed.raw, "base64"),
  composedAt: new Date(composed.composedAt),
});

/** Takes back the earlier drafts of an answer; or says what a person did with one. */
export async function removeReplaced(
  mailbox: Mailbox,
  letter: LetterRow,
  box: MailboxRow,
  replaced = letter.replaced ?? [],
): Promise<PersonAct | null> {
  for (const { draftId, composed } of replaced) {
    const out = outgoing(letter, box, composed);
    const fate = await mailbox.fate(out, draftId);
    // One that is gone was taken back before, or is not missed.
    if (fate !== "waits" && fate !== "deleted") return fate;
    if (fate === "waits") await mailbox.discard(draftId, out);
  }
  return null;
}

/** A pass or a person's change that works on a mailbox alone. `write` fails once it lost the mailbox. */
export type Holder = { box: MailboxRow; mailbox: Mailbox; write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T> };

/** Takes over what people did in the mailbox, then has it show how the letters stand here. */
export async function tend(ctx: Ctx, holder: Holder): Promise<void> {
  const { box } = holder;
  await watch(ctx, holder);
  for (const letter of await read(ctx, (tx) => store.toLay(tx, box))) await lay(holder, letter);
  for (const letter of await read(ctx, (tx) => store.toRemove(tx, box))) await remove(holder, letter);
  await mark(ctx, holder);
}

async function watch(ctx: Ctx, holder: Holder): Promise<void> {
  const { box, mailbox } = holder;
  const rows = await read(ctx, (tx) => store.watched(tx, box));
  if (rows.length === 0) return;
  const seen = await mailbox.watch(box.watchCursor);
  for (const { id, draftId, draftVersion, thread, messageId } of rows) {
    const version = seen.drafts.get(draftId ?? "") ?? "gone";
    const isAnswered = seen.sent.some((one) =>
      one.thread === null ? one.refs.some((ref) => ref === messageId || ref === thread) : one.thread === thread,
    );
    if (version === draftVersion && !isAnswered) continue;
    const letter = await read(ctx, (tx) => findLetter(tx, id));
    if (!letter?.composed || draftId === null || letter.draftId !== draftId) continue;
    const out = outgoing(letter, box, letter.composed);
    const fate = await mailbox.fate(out, draftId);
    if (fate === "answered") await mailbox.discard(draftId, out);
    await holder.write((tx) =>
      fate === "waits" || fate === letter.reason
        ? store.change(tx, id, [letter.state], { draftVersion: version }, { draftId })
        : takeOver(tx, letter, fate, version),
    );
  }
  await holder.write((tx) => changeMailbox(tx, box.id, { watchCursor: seen.cursor }));
}

/** What a person did with an answer in the mailbox is how it stands here. */
async function takeOver(tx: Tx, letter: LetterRow, act: PersonAct, version: string | null = null): Promise<boolean> {
  const to = { ...afterAct(act), draftVersion: version, judged: judgementOf(act, letter) };
  const isOpen = openActs.includes(act);
  const none = { composed: null, draftId: null, replaced: null };
  if (!(await store.change(tx, letter.id, [...waitingStates, "by_person"], isOpen ? to : { ...to, ...none })))
    return false;
  if (letter.decisionId !== null) await withdraw(tx, letter.decisionId, to.why);
  await record(tx, events.takenOver({ ...letter, reason: act }));
  return true;
}

/** Lays the draft of a waiting letter in the mailbox, in place of an earlier one. */
async function lay(holder: Holder, letter: LetterRow): Promise<void> {
  const { box, mailbox } = holder;
  const composed = await compose(letter, box, now());
  const to = composedAs(letter, composed);
  const { replaced } = to.replaced === undefined ? letter : to;
  const about = { id: letter.providerId, thread: letter.thread, messageId: letter.messageId };
  const act =
    (await removeReplaced(mailbox, letter, box, replaced ?? [])) ??
    (await mailbox.thread(about)).flatMap(({ isSent, marker, at }) =>
      isSent && marker === null && at > letter.at ? ["answered" as const] : [],
    )[0];
  const out = outgoing(letter, box, composed);
  const isKept = await holder.write(async (tx) => {
    if (act) return !(await takeOver(tx, letter, act));
    // A person may have changed it, or sent it, in the meantime.
    const isSame = (await findLetter(tx, letter.id))?.draft === letter.draft;
    return isSame && store.change(tx, letter.id, waitingStates, { ...to, replaced: null });
  });
  if (!isKept || act) return;
  const draftId = await mailbox.draft(out);
  const kept = await holder.write((tx) => store.keepDraft(tx, letter.id, composed, draftId));
  if (kept !== draftId) await mailbox.discard(draftId, out);
}

/** Takes back our draft of a letter that stays unanswered, unless a person touched it. */
async function remove(holder: Holder, letter: LetterRow): Promise<void> {
  const { box, mailbox } = holder;
  const { draftId, composed } = letter;
  const own = draftId !== null && composed ? [{ draftId, composed }] : [];
  const act = await removeReplaced(mailbox, letter, box, [...(letter.replaced ?? []), ...own]);
  const none = { composed: null, draftId: null, draftVersion: null, replaced: null };
  await holder.write((tx) => store.change(tx, letter.id, [letter.state], act ? { ...none, ...afterAct(act) } : none));
}

/** Gives letters the label of their executive, and marks those that we answered as read. */
async function mark(ctx: Ctx, { box, mailbox, write }: Holder): Promise<void> {
  for (const { id, providerId, label } of await read(ctx, (tx) => store.toMark(tx, box))) {
    const isSent = label === "sent";
    await mailbox
      .mark(providerId, { labels: [isSent ? "AI/Replied" : `AI/${label}`], ...(isSent && { isRead: true }) })
      .catch((error: unknown) => {
        // A mailbox without labels of its own is no fault.
        if (!(error instanceof ConnectorFault && ["setup", "denied"].includes(error.kind))) throw error;
        ctx.log.warn({ err: error, letter: id }, "a letter could not be marked");
      });
    await write((tx) => store.marked(tx, id, label));
  }
}
