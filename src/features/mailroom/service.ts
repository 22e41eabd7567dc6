import { mailboxKindOf } from "#connectors/mailbox.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import { AppError, notFound } from "#contract/errors.ts";
import type { Answer, Input } from "#contract/endpoint.ts";
import { personAuthorization } from "#features/authority/rules.ts";
import { newGrant } from "#features/authority/store.ts";
import { withdraw } from "#features/decisions/service.ts";
import * as decisions from "#features/decisions/store.ts";
import { returnPathOf } from "#features/integrations/contract.ts";
import { remove as removeConnection } from "#features/integrations/service.ts";
import * as connections from "#features/integrations/store.ts";
import { tryAll } from "#features/mailroom/connecting/service.ts";
import { waitingStates } from "#features/mailroom/contract.ts";
import type * as calls from "#features/mailroom/contract.ts";
import * as events from "#features/mailroom/events.ts";
import { endOutage } from "#features/mailroom/outages/service.ts";
import { lastRead } from "#features/mailroom/outages/rules.ts";
import { draft } from "#features/mailroom/passing/service.ts";
import { promisesOf } from "#features/mailroom/promising/service.ts";
import { factsNow, requireSameFacts } from "#features/mailroom/reading/service.ts";
import { sealSettings, withMailbox } from "#features/mailroom/reaching/service.ts";
import { putOnWay, takeBack } from "#features/mailroom/sending/service.ts";
import { answering, sending } from "#features/mailroom/skills.ts";
import * as store from "#features/mailroom/store.ts";
import * as deliveries from "#features/outbox/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";
import { validationError } from "#platform/http/faults.ts";
import { endSchedule, startSchedule } from "#platform/jobs/background.ts";
import { record } from "#platform/journal/record.ts";

/** Every running mailbox is read this often. */
export const polling = { name: "mail-polling", every: { minutes: 2 } } as const;
export const pollJob = { name: "mail-poll" };
/** Has a mailbox show what a person changed here. */
export const draftsJob = { name: "mail-drafts" };

const disclosureByDefault = "This email was written by an AI assistant.";
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
const noMailbox = () => new AppError("conflict", "No mailbox is connected. Set up Gmail or another mailbox first.");

const gmail = "gmail";

/** The connections that mailboxes are reached through, that of Gmail first. */
const mailConnections = async (tx: Tx): Promise<connections.ConnectionRow[]> =>
  (await connections.list(tx))
    .filter(({ connector }) => mailboxKindOf(tx, connector)?.settings === null)
    .toSorted((a, b) => Number(b.connector === gmail) - Number(a.connector === gmail));

export async function statusOf(tx: Tx): Promise<calls.EmailStatus> {
  const [boxes, signedIn, pendingReviews] = [
    await store.listMailboxes(tx),
    await mailConnections(tx),
    await store.pendingReviews(tx),
  ];
  const box = boxes.find(({ isRunning }) => isRunning) ?? boxes[0] ?? null;
  const connection = signedIn.find(({ id }) => id === box?.connectionId) ?? signedIn[0];
  const silent = boxes.find(({ outageTaskId }) => outageTaskId !== null) ?? null;
  const isTyped = boxes.some(({ connectionId }) => connectionId === null);
  const redirect = new URL(returnPathOf(gmail), tx.mail.publicUrl).href;
  const problem = connection && connection.status !== "active" ? connection.problem : null;
  return {
    configured: isTyped || !!connection?.sealedCredentials,
    hasRefreshToken: isTyped || (!!connection?.sealedRefresh && connection.status !== "expired"),
    requiredRedirectUris: [redirect],
    running: box?.isRunning ?? false,
    lastPollAt: iso(box?.lastPollAt ?? null),
    lastGoodAt: iso(box?.lastGoodAt ?? null),
    lastError: box?.lastError ?? problem,
    mode: boxes.some(({ categories }) => categories.length > 0) ? "send" : "draft",
    mailbox: box?.address ?? null,
    pendingReviews,
    silent: silent && { mailbox: silent.address, since: iso(lastRead(silent)), error: silent.lastError },
    signedInAt: connection?.sealedRefresh ? connection.connectedAt.toISOString() : null,
    signInEndsAt: connection?.sealedRefresh ? iso(connection.refreshExpiresAt) : null,
  };
}

const show = (box: store.MailboxRow): calls.MailboxView => ({
  id: box.id,
  kind: box.kind,
  address: box.address,
  running: box.isRunning,
  categories: box.categories,
  disclosure: box.disclosure,
  denied: box.denied,
  lastPollAt: iso(box.lastPollAt),
  lastGoodAt: iso(box.lastGoodAt),
  lastError: box.lastError,
  connectionId: box.connectionId,
  isByDate: box.lastPass?.isByDate ?? false,
  connectedAt: box.connectedAt.toISOString(),
});

export const mailboxesOf = async (tx: Tx): Promise<calls.MailboxView[]> => (await store.listMailboxes(tx)).map(show);

const fresh = ({ now: connectedAt }: Tx, connectedBy: string | null) => ({
  isRunning: false,
  categories: [],
  disclosure: disclosureByDefault,
  denied: [],
  connectedAt,
  connectedBy,
});

/** Takes over the mailboxes of connections that were made since. */
export async function adopt(tx: Tx): Promise<void> {
  const boxes = await store.listMailboxes(tx);
  for (const row of await mailConnections(tx)) {
    const address = row.accountName?.toLowerCase();
    const known = boxes.find(({ connectionId }) => connectionId === row.id);
    if (row.status !== "active" || !address || known?.address === address) continue;
    // Someone signed in with another account.
    if (known) await drop(tx, known);
    const box = { id: crypto.randomUUID(), kind: row.connector, address, aliases: [], connectionId: row.id };
    if (await store.addMailbox(tx, { ...fresh(tx, row.connectedBy), ...box, connectedAt: row.connectedAt }))
      await record(tx, events.mailboxConnected(box));
  }
}

export function start(ctx: Ctx): Promise<calls.EmailStatus> {
  return write(ctx, async (tx) => {
    await adopt(tx);
    const boxes = await store.listMailboxes(tx);
    if (boxes.length === 0) throw noMailbox();
    for (const box of boxes.filter(({ isRunning }) => !isRunning)) {
      // It starts now, so what arrived while it was stopped is not answered.
      await store.changeMailbox(tx, box.id, {
        isRunning: true,
        startedAt: tx.now,
        cursor: null,
        watchCursor: null,
        lastError: null,
      });
      await tx.jobs.send(tx.db, pollJob, tx.company, { mailboxId: box.id });
      await record(tx, events.processingStarted(box));
    }
    await startSchedule(tx, polling);
    return statusOf(tx);
  });
}

/** Ends a mailbox's work: its pass loses it, and what was about to leave stays. */
async function halt(tx: Tx, box: store.MailboxRow): Promise<void> {
  await store.changeMailbox(tx, box.id, { isRunning: false, leaseToken: null, leaseUntil: null });
  await endOutage(tx, box, "The mailbox is not read any more.");
  for (const letter of await store.heldOf(tx, box.id))
    await takeBack(tx, letter, "Email processing was stopped.", tx.actor.kind === "user" ? tx.actor.id : null);
}

/** Removes a mailbox with its letters. */
async function drop(tx: Tx, box: store.MailboxRow): Promise<void> {
  await halt(tx, box);
  await store.removeMailbox(tx, box.id);
  await record(tx, events.mailboxRemoved(box));
}

/** Its connection ended, so the mailbox does too. */
export async function followConnection(tx: Tx, number: number): Promise<void> {
  for (const box of await store.listMailboxes(tx)) if (box.connectionId === number) await drop(tx, box);
}

export function stop(ctx: Ctx): Promise<calls.EmailStatus> {
  return write(ctx, async (tx) => {
    for (const box of await store.listMailboxes(tx)) {
      await halt(tx, box);
      if (box.isRunning) await record(tx, events.processingStopped(box));
    }
    await endSchedule(tx, polling);
    return statusOf(tx);
  });
}

/** The mailboxes to work on at once. */
export const toProcess = (ctx: Ctx): Promise<string[]> =>
  write(ctx, async (tx) => {
    await adopt(tx);
    const boxes = await store.listMailboxes(tx);
    if (boxes.length === 0) throw noMailbox();
    return boxes.map(({ id }) => id);
  });

/** Connects a mailbox by what was typed in, after it answered once. */
export async function connect(ctx: Ctx, { kind: name, settings }: Input<typeof calls.connectMailbox>["body"]) {
  const kind = mailboxKindOf(ctx, name);
  if (!kind?.settings) throw notFound();
  const parsed = kind.settings.safeParse(settings);
  if (!parsed.success) throw validationError(parsed.error);
  const id = crypto.randomUUID();
  const sealed = sealSettings(ctx, id, parsed.data);
  const account = await withMailbox(ctx, { id, kind: name, address: "", connectionId: null, sealed }, async (one) => {
    await tryAll(one, []);
    return one.account();
  }).catch((error: unknown) => {
    if (error instanceof ConnectorFault) throw new AppError("unprocessable", error.message);
    throw error;
  });
  const { aliases, name: called } = account;
  const address = account.address.toLowerCase();
  return write(ctx, async (tx) => {
    const row = { ...fresh(tx, person(tx).id), id, kind: name, address, aliases: [...aliases], name: called, sealed };
    if (!(await store.addMailbox(tx, row))) throw new AppError("conflict", `${address} is connected already.`);
    await record(tx, events.processingAgreed(row));
    await record(tx, events.mailboxConnected(row));
    return show(await mailboxOf(tx, id));
  });
}

async function mailboxOf(tx: Tx, id: string): Promise<store.MailboxRow> {
  const box = await store.findMailbox(tx, id);
  if (!box) throw notFound();
  return box;
}

export function changeBox(ctx: Ctx, id: string, given: Input<typeof calls.changeMailbox>["body"]) {
  return write(ctx, async (tx) => {
    const box = await mailboxOf(tx, id);
    const { categories = box.categories, disclosure = box.disclosure, denied = box.denied } = given;
    const to = { categories: [...new Set(categories)], disclosure, denied: denied.map((one) => one.toLowerCase()) };
    await store.changeMailbox(tx, id, to);
    await record(tx, events.mailboxChanged(box, Object.keys(given)));
    return show(await mailboxOf(tx, id));
  });
}

export function removeBox(ctx: Ctx, id: string): Promise<{ message: string }> {
  return write(ctx, async (tx) => {
    const box = await mailboxOf(tx, id);
    await drop(tx, box);
    if (box.connectionId !== null) await removeConnection(tx, box.connectionId);
    return { message: `${box.address} is disconnected.` };
  });
}

const lineOf = (row: store.LetterRow): calls.LetterLine => ({
  id: row.id,
  state: row.state,
  why: row.why,
  from: row.sender,
  fromName: row.senderName,
  subject: row.subject,
  preview: row.body.replaceAll(/\s+/g, " ").slice(0, 160),
  role: row.role,
  routedBecause: row.routedBecause,
  at: row.at.toISOString(),
  undoUntil: null,
  begun: row.begun,
});

const pageSize = 50;

export async function lettersOf(tx: Tx, query: Input<typeof calls.listLetters>["query"]) {
  const rows = await store.page(tx, query, pageSize + 1);
  return { letters: rows.slice(0, pageSize).map(lineOf), isMore: rows.length > pageSize };
}

/** Until when an answer that waits to leave can be taken back. */
const undoUntil = async (tx: Tx, { state, deliveryId }: store.LetterRow): Promise<string | null> =>
  state === "held" && deliveryId !== null ? iso((await deliveries.find(tx, deliveryId))?.dueAt ?? null) : null;

export async function threadsOf(tx: Tx, query: Input<typeof calls.listThreads>["query"]) {
  const rows = await store.threads(tx, query, pageSize + 1);
  const threads = await Promise.all(
    rows.slice(0, pageSize).map(async (row) => ({
      ...lineOf(row),
      letters: row.letters,
      undoUntil: await undoUntil(tx, row),
    })),
  );
  return { threads, isMore: rows.length > pageSize };
}

async function letterOf(tx: Tx, id: string): Promise<store.LetterRow> {
  const row = await store.findLetter(tx, id);
  if (!row) throw notFound();
  return row;
}

const decisionOf = async (tx: Tx, { decisionId }: store.LetterRow) =>
  decisionId === null ? null : decisions.find(tx, decisionId);

export async function showLetter(tx: Tx, id: string): Promise<Answer<typeof calls.getLetter>> {
  const row = await letterOf(tx, id);
  const [box, decision, thread] = [
    await store.findMailbox(tx, row.mailboxId),
    await decisionOf(tx, row),
    await store.threadOf(tx, row),
  ];
  return {
    ...lineOf(row),
    undoUntil: await undoUntil(tx, row),
    to: row.recipients ?? [],
    text: row.body,
    html: row.html,
    attachments: row.attachments ?? [],
    draft: row.draft,
    engine: row.engine,
    facts: (row.facts ?? []).map(({ kind, id: of, name, text }) => ({ kind, id: of, name, text })),
    promises: await promisesOf(tx, row.id),
    disclosure: box?.disclosure ?? "",
    bindings: row.bindings ?? [],
    decision: decision && { id: decision.id, number: decision.number, isPending: decision.status === "pending" },
    isDenied: box?.denied.includes(row.sender) ?? false,
    sentAt: row.state === "sent" ? iso(row.sentAt) : null,
    thread: thread.map(lineOf),
  };
}

const open = waitingStates;

/** Changes a letter that waits for a person, and shows it. */
function change(ctx: Ctx, id: string, work: (tx: Tx, row: store.LetterRow) => Promise<void>) {
  return write(ctx, async (tx) => {
    const row = await letterOf(tx, id);
    const decision = await decisionOf(tx, row);
    // A letter that an executive began is a person's as soon as they work on it.
    if (decision?.status === "pending" && row.begun) await withdraw(tx, decision.id, "A person took the letter over.");
    else if (decision?.status === "pending")
      throw new AppError("conflict", `It waits for decision D-${decision.number}. Settle that one first.`);
    if (!open.some((state) => state === row.state))
      throw new AppError("conflict", row.state === "sent" ? "It is sent." : "It does not wait for you.");
    await work(tx, row);
    await tx.jobs.send(tx.db, draftsJob, tx.company, { mailboxId: row.mailboxId });
    return showLetter(tx, id);
  });
}

export const edit = (ctx: Ctx, id: string, text: string) =>
  change(ctx, id, async (tx, row) => {
    const facts = (await factsNow(tx, row)).flatMap(({ now }) => now ?? []);
    await store.changeLetter(tx, id, open, { draft: text, facts, isEdited: text !== row.draft || row.isEdited });
    await record(tx, events.draftEdited(row));
  });

/** A person has an answer sent: as it was drafted, or changed. What it states has to be so still. */
export async function judge(tx: Tx, row: store.LetterRow): Promise<void> {
  await requireSameFacts(tx, row);
  const { id, draft: text, proposed } = row;
  const judged = proposed === null ? null : text === proposed ? "as is" : "changed";
  await store.changeLetter(tx, id, open, { judged, sentBy: tx.actor.kind === "user" ? tx.actor.id : null });
}

export const send = (ctx: Ctx, id: string) =>
  change(ctx, id, async (tx, row) => {
    if (row.draft === null) throw new AppError("conflict", "There is no draft to send.");
    if (row.reason === "unknown")
      throw new AppError("conflict", "It may have left already. Look in the mailbox, then settle it in the outbox.");
    const grant = newGrant(tx, {
      grantedBy: "person",
      personId: person(tx).id,
      effect: row.begun ? sending.id : answering.id,
      answer: personAuthorization(),
    });
    await grant.add();
    await judge(tx, row);
    await putOnWay(tx, row, { grant: grant.id, holdMs: tx.installation.undoSeconds * 1_000, isAlone: false });
  });

export const discard = (ctx: Ctx, id: string) =>
  change(ctx, id, async (tx, row) => {
    await store.changeLetter(tx, id, open, {
      state: "discarded",
      why: "A person left it unanswered.",
      judged: row.proposed === null ? null : "left",
    });
    await record(tx, events.letterDiscarded(row));
  });

export const assign = (ctx: Ctx, id: string, role: NonNullable<store.LetterRow["role"]>) =>
  change(ctx, id, async (tx, row) => {
    if (row.begun)
      throw new AppError("conflict", "It is no answer, so it stays with who began it. Discard it instead.");
    const routed = { role, routedBecause: "A person gave it to this executive.", confidence: 1, decisionId: null };
    await record(tx, events.letterAssigned({ ...row, role }));
    const from = { address: row.sender, name: row.senderName };
    await draft(tx, { ...row, ...routed }, { subject: row.subject, fresh: row.body, from }, "A person gave it away.");
  });

export const deny = (ctx: Ctx, id: string) =>
  write(ctx, async (tx) => {
    const row = await letterOf(tx, id);
    const box = await mailboxOf(tx, row.mailboxId);
    if (row.sender && !box.denied.includes(row.sender))
      await store.changeMailbox(tx, box.id, { denied: [...box.denied, row.sender] });
    if (row.state === "held") await takeBack(tx, row, "You said never to answer this sender.", person(tx).id);
    const why = "You said never to answer this sender.";
    if (row.decisionId !== null) await withdraw(tx, row.decisionId, why);
    await store.changeLetter(tx, id, open, { state: "skipped", reason: "denied", why });
    await record(tx, events.senderDenied(row));
    await tx.jobs.send(tx.db, draftsJob, tx.company, { mailboxId: box.id });
    return showLetter(tx, id);
  });

/** Takes back that a sender is never answered: its letter is a draft again, or is read at the next pass. */
export const allow = (ctx: Ctx, id: string) =>
  write(ctx, async (tx) => {
    const row = await letterOf(tx, id);
    const box = await mailboxOf(tx, row.mailboxId);
    if (!box.denied.includes(row.sender)) throw new AppError("conflict", "This sender is answered.");
    await store.changeMailbox(tx, box.id, { denied: box.denied.filter((one) => one !== row.sender) });
    // What needed a decision needs another one.
    const state = row.draft === null || row.decisionId !== null ? "seen" : "drafted";
    if (row.reason === "denied")
      await store.changeLetter(tx, id, ["skipped"], { state, reason: null, why: null, decisionId: null });
    await record(tx, events.senderAllowed({ ...row, reason: null }));
    await tx.jobs.send(tx.db, draftsJob, tx.company, { mailboxId: box.id });
    return showLetter(tx, id);
  });

export const undo = (ctx: Ctx, id: string) =>
  write(ctx, async (tx) => {
    const row = await letterOf(tx, id);
    if (!(await takeBack(tx, row, "You took it back.", person(tx).id)))
      throw new AppError("conflict", "It has left, or is leaving, so it can't be taken back.");
    return showLetter(tx, id);
  });

/** Takes back a letter that an executive began, and discards it. */
export const recall = (ctx: Ctx, id: string) =>
  write(ctx, async (tx) => {
    if (!(await letterOf(tx, id)).begun) throw new AppError("conflict", "It is an answer. Undo it under Mail.");
    await undo(tx, id);
    await discard(tx, id);
    return { letterId: id };
  });

/** A person settled an answer in the outbox. */
export async function followOutbox(tx: Tx, deliveryId: string, isDone: boolean): Promise<void> {
  const row = await store.findByDelivery(tx, deliveryId);
  if (!row) return;
  const back = { state: "drafted", deliveryId: null, sentAt: null, reason: null } as const;
  const to = isDone ? { state: "sent" as const, why: "A person marked it as sent." } : back;
  const why = isDone ? to : { ...to, why: "It was cancelled in the outbox." };
  if (await store.changeLetter(tx, row.id, ["held", "failed"], why))
    await record(tx, (isDone ? events.letterSent : events.sendingUndone)(row));
}
