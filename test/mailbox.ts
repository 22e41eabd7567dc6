import { z } from "zod";
import { ConnectorFault } from "#connectors/fault.ts";
import type { ListedLetter, Mailbox, MailboxKind, OutgoingLetter, ThreadLetter } from "#connectors/mailbox.ts";

/** `isTooLarge`: only its headers are handed out; `isBroken`: reading it fails. */
type Odd = { isTooLarge?: boolean; isBroken?: boolean };
type Stored = ListedLetter & Odd & { raw: string | Uint8Array; messageId: string };
type Fault = "lost before" | "lost after" | "unavailable" | "silent";
type Sent = { letter: OutgoingLetter; text: string };

/** A mailbox in memory for each address, with a journal of what was really sent. */
export function mailboxes() {
  const boxes = new Map<string, ReturnType<typeof make>>();
  const of = (address: string) => {
    const box = boxes.get(address) ?? make(address);
    boxes.set(address, box);
    return box;
  };
  const kind: MailboxKind = {
    id: "memory",
    name: "Mailbox in memory",
    settings: z.strictObject({ address: z.email(), password: z.string() }),
    open(reach) {
      if (!("settings" in reach)) throw new Error("It is reached with settings.");
      return of(reach.settings["address"] ?? "").mailbox;
    },
  };
  return { kind, of };
}

function make(address: string) {
  const inbox: Stored[] = [];
  const sent: Sent[] = [];
  const drafts = new Map<string, OutgoingLetter>();
  const byPerson: ThreadLetter[] = [];
  const faults: Fault[] = [];
  const marks: { id: string; labels?: readonly string[]; isRead?: true }[] = [];
  const calls = { poll: 0, send: 0, look: 0, draft: 0 };
  let count = 0;
  let broken: string | null = null;
  let gate: Promise<void> = Promise.resolve();
  const mailbox: Mailbox = {
    async account() {
      if (broken) throw new ConnectorFault("setup", broken);
      return { address, aliases: [], name: "The company" };
    },
    async poll(cursor, { since, unread }) {
      calls.poll += 1;
      await gate;
      if (broken) throw new ConnectorFault("unavailable", broken);
      const from = cursor === null || unread ? 0 : Number(cursor);
      const found = inbox.slice(from).filter((one) => one.at >= since && (!unread || one.isUnread));
      const newest = unread ? found.toReversed().slice(0, unread) : found;
      return { found: newest, cursor: String(inbox.length), isMore: false };
    },
    async read(id) {
      const found = inbox.find((one) => one.id === id);
      if (found?.isBroken) throw new ConnectorFault("unavailable", "The mailbox did not hand it out.");
      const raw = found && Buffer.from(found.raw as string);
      const head = raw?.toString("latin1").split("\r\n\r\n", 1)[0] ?? "";
      return found && raw ? { ...found, raw: found.isTooLarge ? null : raw, head, size: raw.length } : null;
    },
    async thread({ thread }) {
      return byPerson.filter(({ inReplyTo }) => inReplyTo === thread);
    },
    async draft(letter) {
      calls.draft += 1;
      const known = [...drafts].find(([, { marker }]) => marker === letter.marker);
      if (known) return known[0];
      count += 1;
      drafts.set(`draft-${count}`, letter);
      return `draft-${count}`;
    },
    async watch() {
      const sent = byPerson.map(({ inReplyTo }) => ({ thread: inReplyTo, refs: [] }));
      return { drafts: new Map([...drafts.keys()].map((id) => [id, id])), sent, cursor: "" };
    },
    async fate({ thread }, id) {
      if (byPerson.some(({ inReplyTo }) => inReplyTo === thread)) return "answered";
      return drafts.has(id) ? "waits" : "deleted";
    },
    async discard(id) {
      drafts.delete(id);
    },
    async send(letter, draftId) {
      calls.send += 1;
      const fault = faults.shift();
      if (fault === "unavailable") throw new ConnectorFault("unavailable", "The mailbox cannot be reached.");
      if (fault === "lost before") throw new ConnectorFault("lost", "The connection ended.");
      if (!draftId || !drafts.has(draftId)) throw new ConnectorFault("setup", "There is no such draft.");
      drafts.delete(draftId);
      sent.push({ letter, text: Buffer.from(letter.raw).toString() });
      if (fault === "silent") await new Promise(() => undefined);
      if (fault === "lost after") throw new ConnectorFault("lost", "The connection ended.");
      return { id: null };
    },
    async look({ marker }) {
      calls.look += 1;
      if (broken) throw new ConnectorFault("unavailable", broken);
      return sent.some(({ letter }) => letter.marker === marker) ? "sent" : "not sent";
    },
    async mark(id, change) {
      marks.push({ id, ...change });
    },
    close: async () => undefined,
  };
  return {
    mailbox,
    sent,
    drafts,
    marks,
    calls,
    /** What sending does next, once each. */
    fail: (...next: Fault[]) => void faults.push(...next),
    /** Every call fails with this sentence; null: none does. */
    breakDown: (why: string | null) => void (broken = why),
    /** Polls wait until it resolves. */
    hold: (until: Promise<void>) => void (gate = until),
    /** A person answers a thread in the mailbox itself. */
    answerByHand: (thread: string) =>
      void byPerson.push({
        id: `by-hand-${byPerson.length}`,
        messageId: null,
        inReplyTo: thread,
        from: address,
        at: new Date(Date.now() + 60_000),
        isSent: true,
        isDraft: false,
        marker: null,
      }),
    /** Has a letter arrive as its bytes say. */
    receive(
      raw: string | Uint8Array,
      { at = new Date(), labels = ["INBOX"], ...odd }: Odd & { at?: Date; labels?: string[] } = {},
    ) {
      count += 1;
      inbox.push({ id: `in-${count}`, thread: null, labels, isUnread: true, at, raw, messageId: "", ...odd });
      return inbox.at(-1) as Stored;
    },
    /** Has a letter arrive. */
    arrive({
      from = "kim@customer.example",
      subject = "A question",
      text = "Hello, which colours do you have?",
      labels = ["INBOX"],
      headers = "",
      at = new Date(),
      thread = undefined as string | undefined,
    } = {}): string {
      count += 1;
      const messageId = `<${count}@customer.example>`;
      const raw = `From: Kim Ford <${from}>\r\nTo: ${address}\r\nSubject: ${subject}\r\nMessage-ID: ${messageId}\r\nDate: ${at.toUTCString()}\r\n${headers}Content-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n`;
      const id = `in-${count}`;
      inbox.push({ id, thread: thread ?? messageId, labels, isUnread: true, at, raw, messageId });
      return thread ?? messageId;
    },
  };
}
