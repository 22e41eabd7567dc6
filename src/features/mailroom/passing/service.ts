import { setTimeout as sleep } from "node:timers/promises";
import { work } from "#agency/work.ts";
import { ConnectorFault } from "#connectors/fault.ts";
import type { ListedLetter, Mailbox } from "#connectors/mailbox.ts";
import { noExposure } from "#contract/actions.ts";
import { AppError } from "#contract/errors.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import { findCompanyName } from "#features/accounts/store.ts";
import * as agents from "#features/agents/store.ts";
import * as authority from "#features/authority/service.ts";
import { isHeld, newGrant } from "#features/authority/store.ts";
import type { PassCounts } from "#features/mailroom/contract.ts";
import * as events from "#features/mailroom/events.ts";
import { bindingsIn } from "#features/mailroom/letters/binding.ts";
import { type Letter, readLetter } from "#features/mailroom/letters/letter.ts";
import { whyTooMany } from "#features/mailroom/letters/limits.ts";
import { routeOf } from "#features/mailroom/letters/routing.ts";
import { answerByRules } from "#features/mailroom/letters/templates.ts";
import { type Reason, whyNoAnswer } from "#features/mailroom/letters/unanswered.ts";
import { verdictOf } from "#features/mailroom/letters/verdict.ts";
import { textHash } from "#features/mailroom/letters/wire.ts";
import { type Holder, tend } from "#features/mailroom/drafts/service.ts";
import { endOutage } from "#features/mailroom/outages/service.ts";
import { withMailbox } from "#features/mailroom/reaching/service.ts";
import { putOnWay } from "#features/mailroom/sending/service.ts";
import { answering, replying } from "#features/mailroom/skills.ts";
import * as store from "#features/mailroom/store.ts";
import type { Ctx, Tx } from "#platform/context.ts";
import { note, read, write } from "#platform/db/transaction.ts";
import { record } from "#platform/journal/record.ts";

/** How long a pass may keep a mailbox without a sign of life, and how many letters one works on; others wait for the next. */
const leaseMs = 5 * 60_000;
const mostLetters = 50;
const mostAttempts = 3;
/** The most unread letters that are counted. */
const mostUnread = 500;

class Lost extends Error {}

type Pass = { box: store.MailboxRow; token: string; mailbox: Mailbox };

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
    const { counts, problem } = await withMailbox(ctx, box, (mailbox) => run(ctx, { box, token, mailbox }, unread));
    await end({ lastPass: counts, lastGoodAt: ctx.now, lastError: problem });
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

type Ran = { counts: PassCounts; problem: string | null };

async function run(ctx: Ctx, given: Pass, isUnread: boolean): Promise<Ran> {
  const { box, token, mailbox } = given;
  const account = await (box.lastGoodAt === null ? mailbox.account() : null);
  const address = account?.address.toLowerCase() ?? box.address;
  const known = { address, aliases: account ? [...account.aliases] : box.aliases, name: account?.name ?? box.name };
  Object.assign(box, known);
  const since = isUnread ? box.connectedAt : (box.startedAt ?? box.connectedAt);
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
      taken.map((one) => rowOf(box.id, one)),
    );
    const cursor = isUnread ? box.cursor : poll.cursor;
    if (!(await store.asHolder(tx, box.id, token, { ...known, cursor, leaseMs }))) throw new Lost();
    if (count > 0) await record(tx, events.lettersArrived(box, count));
    return store.unread(tx, box.id, mostLetters);
  });
  const counts = { ...none, found: queue.length, remaining: rest.remaining };
  for (const row of queue) {
    const state = await workOn(ctx, given, row);
    if (state in countedAs) counts[countedAs[state as keyof typeof countedAs]] += 1;
  }
  const problem = await tend(ctx, holderOf(ctx, given)).then(
    () => null,
    (error: unknown) => {
      // A mailbox without a folder for drafts was read all the same.
      if (error instanceof ConnectorFault && ["setup", "denied"].includes(error.kind)) return error.message;
      throw error;
    },
  );
  return { counts, problem };
}

/** What works on the mailbox of a pass while it has it. */
const holderOf = (ctx: Ctx, { box, mailbox, token }: Pass): Holder => ({
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
    if (!found.raw)
      return await settle(ctx, given, row, (tx) =>
        put(tx, { state: "needs_human", reason: "large", why: "It is too large to be read here." }),
      );
    const letter = await readLetter(found.raw);
    const thread = await mailbox.thread({ id: row.providerId, thread: row.thread, messageId: letter.messageId });
    const isPersonAnswered = thread.some(({ isSent, marker, at }) => isSent && marker === null && at > row.at);
    const root = row.thread ?? thread[0]?.messageId ?? letter.references[0] ?? letter.messageId;
    const known = { ...row, ...columnsOf(letter), thread: root, labels: [...found.labels] };
    return await settle(ctx, given, row, (tx) => decide(tx, box, known, letter, isPersonAnswered));
  } catch (error) {
    if (error instanceof Lost || error instanceof ConnectorFault) throw error;
    ctx.log.warn({ err: error, letter: row.id }, "a letter could not be worked on");
    const isLast = row.attempts + 1 >= mostAttempts;
    return settle(ctx, given, row, (tx) =>
      put(tx, {
        state: isLast ? "needs_human" : "seen",
        attempts: row.attempts + 1,
        why: isLast ? "It could not be read." : null,
      }),
    );
  }
}

const columnsOf = (letter: Letter) => ({
  sender: (letter.replyTo?.address ?? letter.from.address).slice(0, 320),
  senderName: letter.from.name.slice(0, 200),
  subject: letter.subject,
  body: letter.text,
  html: letter.html,
  digest: textHash(letter.fresh),
  messageId: letter.messageId,
  refs: letter.references.slice(-20),
  recipients: [...letter.to, ...letter.cc].slice(0, 50).map(({ address }) => address),
  attachments: letter.attachments.slice(0, 50),
});

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
const voices = {
  strategic: "formal",
  diplomatic: "warm",
  aggressive: "brief",
  analytical: "brief",
  conservative: "formal",
  innovative: "warm",
} as const;

/** What becomes of a letter that was read: by rules, in one transaction. */
async function decide(
  tx: Tx,
  box: store.MailboxRow,
  row: store.LetterRow,
  letter: Letter,
  isPersonAnswered: boolean,
): Promise<Change> {
  const { denied } = (await store.findMailbox(tx, box.id)) ?? box;
  const own = [box.address, ...box.aliases];
  const reason =
    whyNoAnswer(letter, {
      own,
      labels: row.labels,
      isPersonAnswered,
      verdict: verdictOf(letter.headers, serversOf(box)),
      denied,
    }) ??
    // An answer goes to the sender alone, so another address for answers is a person's to judge.
    whyTooMany(await store.countsFor(tx, row));
  if (reason) return save(tx, row, { ...row, ...skipped(reason) });
  const team = (await agents.list(tx)).filter(({ status }) => status === "active");
  const aliases = team.flatMap(({ role, emailAddress }) => (emailAddress ? [{ address: emailAddress, role }] : []));
  const earlier = (await store.threadOf(tx, row)).findLast(({ role, id }) => role !== null && id !== row.id);
  const active = team.map(({ role }) => role);
  const routed = routeOf(letter, { labels: row.labels, aliases, threadRole: earlier?.role ?? null, active });
  const { role, why: routedBecause, confidence } = routed;
  return draft(tx, { ...row, role, routedBecause, confidence }, letter);
}

/** Has the executive of the letter's role draft an answer, and send it as far as it may. */
export async function draft(
  tx: Tx,
  row: store.LetterRow & { role: AgentRoleId },
  letter: Pick<Letter, "subject" | "fresh" | "from">,
  mayLeave = true,
): Promise<Change> {
  const wait = (reason: string, why: string) => save(tx, row, { ...row, state: "needs_human", reason, why });
  const known = await agents.ofRole(tx, row.role);
  const agent = known && (await agents.lock(tx, known.id));
  if (agent?.status !== "active") return wait("no_executive", `No active ${row.role} can answer it.`);
  const { name, voiceStyle } = agent;
  const company = await findCompanyName(tx);
  const { text } = answerByRules(letter, { name, role: row.role, company, voice: voices[voiceStyle] });
  const bindings = bindingsIn(`${letter.subject}\n${letter.fresh}\n${text}`);
  const drafted = { ...row, agentId: agent.id, draft: text, isEdited: false, bindings, reason: null, why: null };
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
  const why = mayLeave ? await whyNotAlone(tx, drafted, box, agent, letter.from.address) : "A person gave it away.";
  const change = await save(tx, row, { ...drafted, state: "drafted", why });
  if (why !== null) return change;
  const asked = { id: row.id, exposure: noExposure, cause: { origin: "external", engine: "rules" } } as const;
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
async function whyNotAlone(
  tx: Tx,
  row: store.LetterRow,
  box: store.MailboxRow | null,
  agent: agents.AgentRow,
  from: string,
): Promise<string | null> {
  if (row.role === "Legal") return "Legal never sends alone.";
  if (row.sender !== from) return "Its sender wants answers at another address.";
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
  const before = (await read(ctx, (tx) => store.findMailbox(tx, id)))?.lastPollAt?.getTime();
  for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(250)) {
    if (isJoined) {
      if (await read(ctx, (tx) => store.isLeased(tx, id))) continue;
      const box = await read(ctx, (tx) => store.findMailbox(tx, id));
      // What ended was no pass.
      isJoined = box?.lastPollAt?.getTime() !== before;
      if (isJoined) return box?.lastPass ?? none;
    }
    const counts = await pass(ctx, id, { unread: true }).catch((error: unknown) => {
      throw error instanceof ConnectorFault ? new AppError("conflict", error.message) : error;
    });
    if (counts) return counts;
    isJoined = true;
  }
  throw new AppError("conflict", "The mailbox is still being read. Try again in a minute.");
}
