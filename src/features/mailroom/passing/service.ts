import { setTimeout as sleep } from "node:timers/promises";
import { work } from "#agency/work.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import type { ListedLetter, Mailbox } from "#connectors/mailbox.ts";
import { noExposure } from "#contract/actions.ts";
import { AppError } from "#contract/errors.ts";
import { type AgentRoleId, roleTitle } from "#contract/roles.ts";
import * as members from "#features/accounts/members/store.ts";
import { findCompanyName } from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import * as authority from "#features/authority/service.ts";
import { isHeld, newGrant } from "#features/authority/store.ts";
import type { PassCounts } from "#features/mailroom/contract.ts";
import * as events from "#features/mailroom/events.ts";
import { bindingsIn } from "#features/mailroom/letters/binding.ts";
import { type Letter, readLetter, storable } from "#features/mailroom/letters/letter.ts";
import { whyPersonReads, whyPersonSends } from "#features/mailroom/letters/leaving.ts";
import { whyTooMany } from "#features/mailroom/letters/limits.ts";
import { type Route, routeOf } from "#features/mailroom/letters/routing.ts";
import { answerByRules, answerWith } from "#features/mailroom/letters/templates.ts";
import { type Reason, whyNoAnswer } from "#features/mailroom/letters/unanswered.ts";
import { type Verdict, verdictOn } from "#features/mailroom/letters/verdict.ts";
import { textHash } from "#features/mailroom/letters/wire.ts";
import { stylesOf } from "#features/mailroom/learning/service.ts";
import {
  factsFor,
  type ModelTime,
  timeOfPass,
  writeByModel,
  type Written,
} from "#features/mailroom/reading/service.ts";
import { type Holder, tend } from "#features/mailroom/drafts/service.ts";
import { endOutage } from "#features/mailroom/outages/service.ts";
import { withMailbox } from "#features/mailroom/reaching/service.ts";
import { putOnWay } from "#features/mailroom/sending/service.ts";
import { answering, replying } from "#features/mailroom/skills.ts";
import * as store from "#features/mailroom/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { note, read, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** How long a pass may keep a mailbox without a sign of life; how many letters it takes at once, and in all. */
const leaseMs = 5 * 60_000;
const mostLetters = 50;
const mostOfPass = 1_000;
const mostAttempts = 3;
/** How often a mailbox may fail over one letter: it can be the mailbox's fault. */
const mostFaults = 6;
const tooLarge = "It is too large to be read here.";
/** The most unread letters that are counted. */
const mostUnread = 500;

class Lost extends Error {}

type Pass = { box: store.MailboxRow; token: string; mailbox: Mailbox; time: ModelTime };

const none: PassCounts = { found: 0, drafted: 0, held: 0, skipped: 0, needsYou: 0, remaining: 0 };
const countedAs = { drafted: "drafted", held: "held", skipped: "skipped", needs_human: "needsYou" } as const;

/**
 * Reads a mailbox and works on what it found; `unread`: on its newest unread letters instead. Null: another pass is at
 * it. What goes wrong with the mailbox is stored there.
 */
export async function pass(ctx: Ctx, id: string, { unread = false } = {}): Promise<PassCounts | null> {
  const token = crypto.randomUUID();
  const box = await note(ctx, async (tx) =>
    (await store.lease(tx, id, token, leaseMs)) ? store.findMailbox(tx, id) : null,
  );
  if (!box) return null;
  const end = (to: Partial<store.MailboxRow>) =>
    note(ctx, (tx) => store.asHolder(tx, id, token, { ...to, lastPollAt: tx.now, leaseMs: null }));
  try {
    const { isByDate, problem, ...counts } = await withMailbox(ctx, box, async (mailbox) => {
      const given = { box, token, mailbox, time: timeOfPass() };
      return { ...(await run(ctx, given, unread)), problem: await tended(ctx, given) };
    });
    await end({ lastPass: { ...counts, isByDate }, lastGoodAt: ctx.now, lastError: problem });
    if (box.outageTaskId !== null) await write(ctx, (tx) => endOutage(tx, box, "The mailbox is read again."));
    return counts;
  } catch (error) {
    if (error instanceof Lost) throw new AppError("conflict", "Email processing was stopped.");
    await end({
      lastPass: none,
      lastError: error instanceof ConnectorFault ? error.message : "It failed unexpectedly.",
    });
    throw error;
  }
}

async function run(
  ctx: Ctx,
  given: Pass,
  isUnread: boolean,
  before: PassCounts & { isByDate: boolean } = { ...none, isByDate: false },
): Promise<PassCounts & { isByDate: boolean }> {
  const { box, token, mailbox } = given;
  const account = await (box.lastGoodAt === null ? mailbox.account() : null);
  const address = account?.address.toLowerCase() ?? box.address;
  const known = { address, aliases: account ? [...account.aliases] : box.aliases, name: account?.name ?? box.name };
  Object.assign(box, known);
  const begun = isUnread ? box.connectedAt : (box.startedAt ?? box.connectedAt);
  // IMAP tells the second in which a letter arrived.
  const since = new Date(Math.floor(begun.getTime() / 1_000) * 1_000);
  const poll = await mailbox.poll(box.cursor, { since, ...(isUnread && { unread: mostUnread }) });
  const rest = { remaining: 0 };
  const queue = await write(ctx, async (tx) => {
    const done = await store.knownIds(
      tx,
      box.id,
      poll.found.map((one) => one.id),
    );
    const open = poll.found
      .filter(({ id, at, labels }) => !done.has(id) && at >= since && isIncoming(labels))
      .toSorted((a, b) => b.at.getTime() - a.at.getTime());
    const taken = isUnread ? open.slice(0, mostLetters) : open;
    rest.remaining = open.length - taken.length;
    const count = await store.addLetters(
      tx,
      // No letter arrives later than now, whatever the mailbox's clock says.
      taken.map((one) => rowOf(box.id, one.at > tx.now ? { ...one, at: tx.now } : one)),
    );
    const cursor = isUnread ? box.cursor : poll.cursor;
    if (!(await store.asHolder(tx, box.id, token, { ...known, cursor, leaseMs }))) throw new Lost();
    if (count > 0) await record(tx, events.lettersArrived(box, count));
    return store.unread(tx, box.id, mostLetters);
  });
  const counts = {
    ...before,
    found: before.found + queue.length,
    remaining: rest.remaining,
    isByDate: before.isByDate || (poll.isByDate ?? false),
  };
  for (const [place, row] of queue.entries()) {
    if (given.time.leftMs <= 0) {
      const left = queue.length - place;
      Object.assign(counts, { found: counts.found - left, remaining: counts.remaining + left });
      break;
    }
    const state = await workOn(ctx, given, row);
    if (state in countedAs) counts[countedAs[state as keyof typeof countedAs]] += 1;
  }
  // What came in while the mailbox could not be reached is not put off poll by poll.
  const isMore =
    !isUnread && given.time.leftMs > 0 && counts.found < mostOfPass && (poll.isMore || queue.length === mostLetters);
  return isMore ? run(ctx, { ...given, box: { ...box, cursor: poll.cursor } }, false, counts) : counts;
}

/** Has the mailbox show what came of its letters; the sentence says why it cannot, though it was read. */
const tended = (ctx: Ctx, given: Omit<Pass, "time">): Promise<string | null> =>
  tend(ctx, holderOf(ctx, given)).then(
    () => null,
    (error: unknown) => {
      // A mailbox without a folder for drafts was read all the same.
      if (error instanceof ConnectorFault && ["setup", "denied"].includes(error.kind)) return error.message;
      throw error;
    },
  );

/** What works on the mailbox of a pass while it has it. */
const holderOf = (ctx: Ctx, { box, mailbox, token }: Omit<Pass, "time">): Holder => ({
  box,
  mailbox,
  write: (work) =>
    write(ctx, async (tx) => {
      if (!(await store.asHolder(tx, box.id, token, { leaseMs }))) throw new Lost();
      return work(tx);
    }),
});

/** How long what a person changed here waits for a pass, before the next one takes it along. */
const tendingMs = 60_000;

/** Has the mailbox show what a person changed here. */
export async function tendNow(ctx: Ctx, id: string): Promise<void> {
  const token = crypto.randomUUID();
  for (const until = performance.now() + tendingMs; performance.now() < until; await sleep(500)) {
    const box = await note(ctx, async (tx) =>
      (await store.lease(tx, id, token, leaseMs)) ? store.findMailbox(tx, id) : null,
    );
    if (!box) continue;
    try {
      return await withMailbox(ctx, box, (mailbox) => tend(ctx, holderOf(ctx, { box, token, mailbox })));
    } catch (error) {
      // The next pass says what is wrong with the mailbox.
      if (error instanceof Lost || error instanceof ConnectorFault) return;
      throw error;
    } finally {
      await note(ctx, (tx) => store.asHolder(tx, id, token, { leaseMs: null }));
    }
  }
}

const isIncoming = (labels: readonly string[]): boolean =>
  !["SENT", "DRAFT", "TRASH"].some((one) => labels.includes(one));

const rowOf = (mailboxId: string, { id, thread, labels, at }: ListedLetter) => ({
  mailboxId,
  thread,
  at,
  providerId: id,
  labels: [...labels],
});

type Change = Partial<store.LetterRow> & Pick<store.LetterRow, "state">;

/** One step of a pass with a letter nobody has worked on: fails if the pass lost the mailbox. */
function settle(ctx: Ctx, { box, token }: Pass, row: store.LetterRow, decide: (tx: Tx) => Promise<Change>) {
  return write(ctx, async (tx) => {
    if (!(await store.asHolder(tx, box.id, token, { leaseMs }))) throw new Lost();
    const now = await store.findLetter(tx, row.id);
    return now?.state === "seen" ? (await decide(tx)).state : (now?.state ?? "skipped");
  });
}

/** Reads a letter, outside any transaction, then decides what becomes of it. */
async function workOn(ctx: Ctx, given: Pass, row: store.LetterRow): Promise<store.LetterRow["state"]> {
  const { mailbox, box } = given;
  const put = (tx: Tx, change: Change) => save(tx, row, change);
  try {
    const found = await mailbox.read(row.providerId);
    if (!found) return await settle(ctx, given, row, (tx) => put(tx, skipped({ id: "gone", sentence: "It is gone." })));
    // Of one that is too large, its headers say who sent it and whether a machine did.
    const letter = await readLetter(found.raw ?? Buffer.from(`${found.head.trimEnd()}\r\n\r\n`));
    const thread = await mailbox.thread({ id: row.providerId, thread: row.thread, messageId: letter.messageId });
    const isPersonAnswered = thread.some(({ isSent, marker, at }) => isSent && marker === null && at > row.at);
    const root = row.thread ?? thread[0]?.messageId ?? letter.references[0] ?? letter.messageId;
    const known = {
      ...row,
      ...columnsOf(letter),
      thread: root === null ? null : storable(root).slice(0, 500),
      labels: [...found.labels],
    };
    const verdict = await verdictOn({ headers: letter.headers, raw: found.raw }, serversOf(box));
    const about = { isPersonAnswered, isTooLarge: found.raw === null, verdict };
    const judging = await read(ctx, (tx) => judge(tx, box, known, letter, about));
    const written =
      "routed" in judging && !about.isTooLarge
        ? await writeByModel(ctx, judging.row, letter, judging.routed, given.time)
        : null;
    return await settle(ctx, given, row, (tx) => decide(tx, box, known, letter, about, written));
  } catch (error) {
    if (error instanceof Lost) throw error;
    const isOfMailbox = error instanceof ConnectorFault;
    // A sign-in that ended, or a mailbox that asks to wait, has nothing to do with this letter.
    if (isOfMailbox && !["unavailable", "lost"].includes(error.kind)) throw error;
    ctx.log.warn({ err: error, letter: row.id }, "a letter could not be worked on");
    const attempts = row.attempts + 1;
    const isLast = attempts >= (isOfMailbox ? mostFaults : mostAttempts);
    const why = isOfMailbox ? `It could not be read: ${error.message}` : "It could not be read.";
    const state = await settle(ctx, given, row, (tx) =>
      put(tx, { state: isLast ? "needs_human" : "seen", attempts, why: isLast ? why : null }),
    );
    // The others wait for the next pass, in which this one comes last.
    if (isOfMailbox && !isLast) throw error;
    return state;
  }
}

const columnsOf = (letter: Letter) => ({
  sender: storable((letter.replyTo?.address ?? letter.from.address).slice(0, 320)),
  senderName: storable(letter.from.name.slice(0, 200)),
  subject: storable(letter.subject),
  body: storable(letter.text),
  html: letter.html === null ? null : storable(letter.html),
  digest: textHash(shapeOf(letter.fresh)),
  messageId: letter.messageId === null ? null : storable(letter.messageId),
  refs: letter.references.slice(-20).map(storable),
  recipients: [...letter.to, ...letter.cc].slice(0, 50).map(({ address }) => storable(address)),
  attachments: letter.attachments.slice(0, 50).map(({ name, type, size }) => ({
    name: storable(name),
    type: storable(type),
    size,
  })),
});

/** Responders count what they answer: words with digits are left out. */
const shapeOf = (text: string): string =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => !/\d/.test(word))
    .join(" ");

const skipped = ({ id, sentence }: Reason): Change => ({ state: "skipped", reason: id, why: sentence });

const heard = {
  drafted: events.letterDrafted,
  skipped: events.letterSkipped,
  needs_human: events.letterNeedsPerson,
} as const;

async function save(tx: Tx, row: store.LetterRow, change: Change): Promise<Change> {
  await store.changeLetter(tx, row.id, ["seen", "drafted", "needs_human", "failed"], change);
  const told = heard[change.state as keyof typeof heard];
  if (told) await record(tx, told({ ...row, reason: null, ...change }));
  return change;
}

/** The servers whose verdict on a sender counts: those of the mailbox's own domain, or its provider. */
const serversOf = ({ kind, address }: store.MailboxRow): string[] => {
  const domain = address.split("@")[1] ?? "";
  return kind === "gmail" ? ["mx.google.com"] : [domain, `mx.${domain}`, `mail.${domain}`];
};

/** How an executive of each style writes. */
export const voices = {
  strategic: "formal",
  diplomatic: "warm",
  aggressive: "brief",
  analytical: "brief",
  conservative: "formal",
  innovative: "warm",
} as const;

type About = { isPersonAnswered: boolean; isTooLarge: boolean; verdict: Verdict };
type Judged =
  | { reason: Reason }
  | {
      row: store.LetterRow;
      routed: Route & { active: AgentRoleId[] | null };
      /** Why a person has to read it, whatever is drafted. */
      stays: string | null;
    };

/** Whether a letter gets an answer, and whose it is: by rules alone. */
async function judge(
  tx: Tx,
  box: store.MailboxRow,
  row: store.LetterRow,
  letter: Letter,
  { isPersonAnswered, isTooLarge, verdict }: About,
): Promise<Judged> {
  const boxes = await store.listMailboxes(tx);
  const { denied } = boxes.find(({ id }) => id === box.id) ?? box;
  const own = [box, ...boxes].flatMap(({ address, aliases }) => [address, ...aliases]);
  const known = whyNoAnswer(letter, { own, labels: row.labels, isPersonAnswered, verdict, denied });
  const limit = whyTooMany(await store.countsFor(tx, row));
  const reason =
    // Of one that was not read, its having no text says nothing.
    (isTooLarge && known?.id === "empty" ? null : known) ??
    ((await store.arrivedBefore(tx, row)) ? { id: "again", sentence: "It arrived before." } : null) ??
    (limit?.id === "limit" ? limit : null);
  if (reason) return { reason };
  const team = (await agents.list(tx)).filter(({ status }) => status === "active");
  const aliases = team.flatMap(({ role, emailAddress }) => (emailAddress ? [{ address: emailAddress, role }] : []));
  const earlier = (await store.threadOf(tx, row)).findLast(({ role, id }) => role !== null && id !== row.id);
  const active = team.map(({ role }) => role);
  const routed = routeOf(letter, { labels: row.labels, aliases, threadRole: earlier?.role ?? null, active });
  const names = [
    await findCompanyName(tx),
    ...team.map(({ name }) => name),
    ...(await members.list(tx)).map(({ username, firstName, lastName }) =>
      firstName && lastName ? `${firstName} ${lastName}` : username,
    ),
  ];
  const isVerified = verdict.dmarc === "pass" && row.sender === letter.from.address;
  return {
    row: { ...row, isVerified },
    // Only where rules find no department may a model name one.
    routed: { ...routed, active: routed.confidence < 0.5 ? active : null },
    stays: limit?.sentence ?? whyPersonReads(letter, { own, names }),
  };
}

/** What becomes of a letter that was read, in one transaction. */
async function decide(
  tx: Tx,
  box: store.MailboxRow,
  row: store.LetterRow,
  letter: Letter,
  about: About,
  written: Written | null,
): Promise<Change> {
  const judged = await judge(tx, box, row, letter, about);
  if ("reason" in judged) return save(tx, row, { ...row, ...skipped(judged.reason) });
  if (about.isTooLarge) return save(tx, row, { ...row, state: "needs_human", reason: "large", why: tooLarge });
  const { stays } = judged;
  const { role, why: routedBecause, confidence, active } = judged.routed;
  const routed = { ...judged.row, role, routedBecause, confidence };
  if (written?.isRouted && active?.includes(written.role)) {
    const why = `A model read it as one for the ${roleTitle(written.role)}.`;
    const by = { ...routed, role: written.role, routedBecause: why };
    return draft(tx, by, letter, stays ?? "A model chose the executive.", written);
  }
  return draft(tx, routed, letter, stays, written?.role === role ? written : null);
}

/**
 * Has the executive of the letter's role draft an answer, and send it as far as it may; `whyNot`: why it may not leave
 * alone in any case. `written`: the answer as a model wrote it.
 */
export async function draft(
  tx: Tx,
  row: store.LetterRow & { role: AgentRoleId },
  letter: Pick<Letter, "subject" | "fresh" | "from">,
  whyNot: string | null = null,
  written: Written | null = null,
): Promise<Change> {
  const wait = (reason: string, why: string) => save(tx, row, { ...row, state: "needs_human", reason, why });
  const known = await agents.ofRole(tx, row.role);
  const agent = known && (await agents.lock(tx, known.id));
  if (agent?.status !== "active") return wait("no_executive", `No active ${row.role} can answer it.`);
  const { name, voiceStyle } = agent;
  const company = await findCompanyName(tx);
  const style = await stylesOf(tx, row.role);
  const executive = { name, role: row.role, company, voice: voices[voiceStyle], style };
  const facts = written?.facts ?? (await factsFor(tx, row, letter));
  const lines = facts.map((fact) => fact.text);
  const text = written
    ? answerWith(written.paragraphs, written.language, executive, letter.from)
    : answerByRules(letter, executive, lines).text;
  const figures = facts.flatMap((fact) => fact.figures);
  const bindings = bindingsIn(`${letter.subject}\n${letter.fresh}\n${text}`, figures);
  const engine = written?.engine ?? "rules";
  const mine = {
    agentId: agent.id,
    draft: text,
    proposed: text,
    engine,
    facts,
    judged: null,
    sentBy: null,
    isEdited: false,
  };
  const drafted = { ...row, ...mine, bindings, reason: null, why: null };
  if (bindings.length > 0) {
    const why = `It speaks of “${bindings[0]?.words}”, so a person decides.`;
    const change = await save(tx, row, { ...drafted, state: "needs_human", reason: "binding", why });
    const input = { letterId: row.id, to: row.sender, subject: row.subject, text };
    // On hold, the draft waits without a proposal.
    if (!(await isHeld(tx)))
      await work(tx, { agent, skill: replying, input, origin: "external", trigger: "event" }, "queue");
    return change;
  }
  const box = await store.findMailbox(tx, row.mailboxId);
  const ours = { own: box ? [box.address, ...box.aliases] : [], names: [company, name] };
  const learned = Object.values(style).flatMap(({ greeting, closing }) => [greeting ?? "", closing ?? ""]);
  // The rules quote a subject only where it says nothing that binds.
  const why =
    whyNot ??
    whyPersonSends(text, letter.from, ours, [letter.subject, ...lines, ...learned]) ??
    (await whyNotAlone(tx, drafted, box, agent));
  const change = await save(tx, row, { ...drafted, state: "drafted", why });
  if (why !== null) return change;
  const asked = { id: row.id, exposure: noExposure, cause: { origin: "external", engine } } as const;
  const answer = await authority.request(tx, agent, answering, asked);
  if (answer.verdict !== "allow") {
    await store.changeLetter(tx, row.id, ["drafted"], { why: answer.reasons[0] ?? "The policy has a person send it." });
    return change;
  }
  const grant = newGrant(tx, { grantedBy: "policy", agentId: agent.id, effect: answering.id, answer });
  await grant.add();
  const holdMs = tx.installation.undoSeconds * 1_000;
  await putOnWay(tx, { ...drafted, state: "drafted" }, { grant: grant.id, holdMs, isAlone: true });
  return { state: "held" };
}

/** Why a person has to send it, apart from the policy; null: it may leave alone. */
export async function whyNotAlone(
  tx: Tx,
  row: store.LetterRow,
  box: store.MailboxRow | null,
  agent: agents.AgentRow,
): Promise<string | null> {
  if (row.role === "Legal") return "Legal never sends alone.";
  if (!row.role || !box?.categories.includes(row.role)) return "This category is not open for sending.";
  if (agent.autonomy !== "execute") return `${agent.name} may not act alone.`;
  if (!box.isRunning) return "Email processing is not started.";
  return (await isHeld(tx)) ? "Autonomous work is on hold." : null;
}

/** How long a caller waits for a pass that is running. */
const patienceMs = 90_000;

/** Works on the unread letters now; joins a pass that is running and gives its counts. */
export async function passNow(ctx: Ctx, id: string): Promise<PassCounts> {
  let isJoined = false;
  let before: number | undefined;
  for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(250)) {
    const isAtWork = await read(ctx, (tx) => store.isLeased(tx, id));
    const box = await read(ctx, (tx) => store.findMailbox(tx, id));
    // Another account was connected meanwhile, or its connection ended.
    if (!box) return none;
    const lastPoll = box.lastPollAt?.getTime();
    if (isJoined) {
      if (isAtWork) continue;
      if (lastPoll !== before) {
        const { isByDate: _, ...counts } = box.lastPass ?? { ...none, isByDate: false };
        return counts;
      }
      // What ended was no pass.
    }
    before = lastPoll;
    const counts = await pass(ctx, id, { unread: true }).catch((error: unknown) => {
      throw error instanceof ConnectorFault ? new AppError("conflict", error.message) : error;
    });
    if (counts) return counts;
    isJoined = true;
  }
  throw new AppError("conflict", "The mailbox is still being read. Try again in a minute.");
}
