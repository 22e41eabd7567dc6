import { ImapFlow } from "imapflow";
import { afterAll, beforeAll, expect, test } from "vitest";
import { foldersOf } from "#connectors/imap/folders.ts";
import { openImapMailbox } from "#connectors/imap/mailbox.ts";
import type { Mailbox, OutgoingLetter } from "#connectors/mailbox.ts";
import { type Dovecot, startDovecot } from "../outside/dovecot.ts";
import { type MailStandIn, openMailStandIn } from "../outside/smtp/server.ts";

let dovecot: Dovecot;
let smtp: MailStandIn;
const open: { close(): unknown }[] = [];
beforeAll(async () => {
  smtp = await openMailStandIn();
  dovecot = await startDovecot({ submissionPort: smtp.port });
});
afterAll(async () => {
  await Promise.all(open.map((one) => one.close()));
  await dovecot?.stop();
  await smtp?.close();
});

const listed = ["127.0.0.1"];
function mailbox(user: string, { secret = "secret", isToken = false, privateAddresses = listed } = {}): Mailbox {
  const server = (port: number) => ({ host: "127.0.0.1", port, security: "plain" as const });
  const account = { address: `${user}@example.test`, aliases: [], name: null };
  const servers = { imap: server(dovecot.port), smtp: server(smtp.port) };
  const box = openImapMailbox({ ...servers, user, secret, isToken, account }, { privateAddresses });
  open.push(box);
  return box;
}
async function person(user: string): Promise<ImapFlow> {
  const client = new ImapFlow({
    host: "127.0.0.1",
    port: dovecot.port,
    secure: false,
    doSTARTTLS: false,
    auth: { user, pass: "secret" },
    logger: false,
  });
  client.on("error", () => undefined);
  await client.connect();
  open.push(client);
  return client;
}
const incoming = (n: number, more = "") =>
  `From: Ann <ann@customer.test>\r\nTo: ceo@example.test\r\nSubject: Question ${n}\r\nMessage-ID: <q${n}@customer.test>\r\n${more}\r\nHow are you?\r\n`;
const letterFor = (n: number): OutgoingLetter => ({
  raw: Buffer.from(
    `From: ceo@example.test\r\nTo: ann@customer.test\r\nSubject: Re: Question ${n}\r\nMessage-ID: <a${n}@example.test>\r\nIn-Reply-To: <q${n}@customer.test>\r\nReferences: <q${n}@customer.test>\r\nX-Boardroom-Reply: m${n}\r\n\r\nFine.\r\n`,
  ),
  from: "ceo@example.test",
  to: "ann@customer.test",
  messageId: `<a${n}@example.test>`,
  marker: `m${n}`,
  thread: null,
  inReplyTo: `<q${n}@customer.test>`,
  composedAt: new Date(Date.now() - 60_000),
});
const since = new Date(Date.now() - 3_600_000);
const countIn = async (client: ImapFlow, folder: string) => {
  const status = await client.status(folder, { messages: true });
  return status ? status.messages : null;
};

test("polls, reads, finds the thread, drafts once, sends once and keeps the copy", async () => {
  const [box, hand] = [mailbox("ceo"), await person("ceo")];
  const first = await box.poll(null, { since });
  expect(first.found).toEqual([]);
  await hand.append("INBOX", incoming(1));
  const next = await box.poll(first.cursor, { since });
  expect(next.found).toMatchObject([{ labels: ["INBOX"], isUnread: true }]);
  expect(await box.poll(next.cursor, { since })).toEqual({ found: [], cursor: next.cursor, isMore: false });
  const { id } = next.found[0]!;
  expect(Buffer.from((await box.read(id))!.raw!).toString()).toContain("How are you?");
  const letter = letterFor(1);
  const draft = await box.draft(letter);
  expect(await box.draft(letter)).toBe(draft);
  expect((await box.thread({ id, thread: null, messageId: null })).map(({ marker }) => marker)).toEqual([null, "m1"]);
  await box.send(letter, draft);
  await box.send(letter, draft);
  expect(smtp.takenFor("ann@customer.test")).toHaveLength(1);
  expect(await box.look(letter, draft)).toBe("sent");
  expect([await countIn(hand, "Sent"), await countIn(hand, "Drafts")]).toEqual([1, 0]);
  await box.mark(id, { labels: ["CEO"], isRead: true });
  expect(await box.read(id)).toMatchObject({ isUnread: false, labels: ["INBOX", "CEO"] });
});

test("an answer lost after the whole email is `lost`, and is not taken for unsent", async () => {
  const box = mailbox("lost");
  const letter = letterFor(2);
  const draft = await box.draft(letter);
  smtp.behave({ kind: "hang up" });
  await expect(box.send(letter, draft)).rejects.toMatchObject({ kind: "lost" });
  smtp.behave({ kind: "take" });
  expect(await box.look(letter, draft)).toBe("unknown");
});

test.each(["login", "from", "to", "data"] as const)(
  "what the server refused at %s, or what never reached it, is known not to have left",
  async (at) => {
    const box = mailbox(`refused-${at}`);
    const letter = letterFor(20);
    const draft = await box.draft(letter);
    expect(await box.look(letter, draft)).toBe("not sent");
    smtp.behave({ kind: "refuse", at, code: 451 });
    await expect(box.send(letter, draft)).rejects.toMatchObject({ kind: "busy" });
    smtp.behave({ kind: "take" });
    expect(await box.look(letter, draft)).toBe("not sent");
  },
);

test("a first poll of a folder whose letters all came today is short, and later ones find what arrives", async () => {
  dovecot.fill(
    "crowded",
    Array.from({ length: 1_200 }, (_, n) => incoming(10_000 + n)),
    new Date(Date.now() - 60_000),
  );
  const [box, hand] = [mailbox("crowded"), await person("crowded")];
  await hand.append("INBOX", incoming(7));
  const start = new Date(Date.now() - 30_000);
  const first = await box.poll(null, { since: start });
  expect([first.found.length, first.isMore]).toEqual([1, false]);
  await hand.append("INBOX", incoming(8));
  expect((await box.poll(first.cursor, { since: start })).found).toHaveLength(1);
});

test("an answer that names only what it answers is found in the thread that began it", async () => {
  const [box, hand] = [mailbox("hops"), await person("hops")];
  await hand.append("INBOX", incoming(11));
  await hand.append("Sent", letterFor(11).raw.toString(), ["\\Seen"]);
  await hand.append("INBOX", incoming(12, "In-Reply-To: <a11@example.test>\r\n"));
  const { found } = await box.poll(null, { since });
  const thread = await box.thread({ id: found[1]!.id, thread: null, messageId: null });
  expect(thread[0]?.messageId).toBe("<q11@customer.test>");
  expect(new Set(thread.map(({ messageId }) => messageId))).toEqual(
    new Set(["<a11@example.test>", "<q11@customer.test>", "<q12@customer.test>"]),
  );
  // A guard against threads that name each other.
  await hand.append("INBOX", incoming(13, "In-Reply-To: <q14@customer.test>\r\n"));
  await hand.append("INBOX", incoming(14, "In-Reply-To: <q13@customer.test>\r\n"));
  const { found: both } = await box.poll(null, { since });
  expect(await box.thread({ id: both.at(-1)!.id, thread: null, messageId: null })).not.toEqual([]);
});

test("a person's answer in Sent is seen, and a moved draft is left alone", async () => {
  const [box, hand] = [mailbox("person"), await person("person")];
  await hand.append("INBOX", incoming(3));
  const letter = letterFor(3);
  const draft = await box.draft(letter);
  await hand.mailboxOpen("Drafts");
  await hand.mailboxCreate("Später & co: 日本");
  await hand.messageMove("1:*", "Später & co: 日本");
  await box.discard(draft, letter);
  expect(await countIn(hand, "Später & co: 日本")).toBe(1);
  await hand.append("Sent", Buffer.from(letter.raw).toString().replace("<a3@", "<other3@"), ["\\Seen"]);
  expect(await box.look(letter, draft)).toBe("by person");
});

/** A draft in the mailbox that a person takes away, and what they would have written instead. */
async function takenDraft(name: string) {
  const [box, hand] = [mailbox(name), await person(name)];
  await hand.append("INBOX", incoming(6));
  const letter = letterFor(6);
  const draft = await box.draft(letter);
  await hand.mailboxOpen("Drafts");
  await hand.messageDelete("1:*");
  const before = smtp.takenFor("ann@customer.test").length;
  return { box, hand, letter, draft, sentSince: () => smtp.takenFor("ann@customer.test").length - before };
}

test("a draft that a person removed is not sent", async () => {
  const { box, hand, letter, draft, sentSince } = await takenDraft("removed");
  await expect(box.send(letter, draft)).rejects.toMatchObject({ kind: "changed" });
  expect([sentSince(), await countIn(hand, "Drafts")]).toEqual([0, 0]);
});

test("a draft that a person changed is not sent, and what they wrote stays", async () => {
  const { box, hand, letter, draft, sentSince } = await takenDraft("changed");
  const theirs = Buffer.from(letter.raw).toString().replace("Fine.", "Not so fine.");
  await hand.append("Drafts", theirs, ["\\Draft"]);
  await expect(box.send(letter, draft)).rejects.toMatchObject({ kind: "changed" });
  const edited = await box.draft(letter);
  await expect(box.send(letter, edited)).rejects.toMatchObject({ kind: "changed" });
  await box.discard(edited, letter);
  expect([sentSince(), await countIn(hand, "Drafts")]).toEqual([0, 1]);
});

test("a changed UIDVALIDITY goes on by date and lists nothing twice", async () => {
  const [box, hand] = [mailbox("reset"), await person("reset")];
  await hand.append("INBOX", incoming(4));
  const { cursor, found } = await box.poll(null, { since });
  expect(found).toHaveLength(1);
  await hand.append("INBOX", incoming(5));
  const stale = JSON.stringify({ ...(JSON.parse(cursor) as object), uidvalidity: "7" });
  const next = await box.poll(stale, { since });
  expect([next.isByDate, next.found.length]).toEqual([true, 1]);
});

test("an access token signs in until it is not valid any more", async () => {
  dovecot.tokens.set("good", "oauth");
  expect((await mailbox("oauth", { secret: "good", isToken: true }).poll(null, { since })).found).toEqual([]);
  const fault = mailbox("oauth", { secret: "old", isToken: true }).poll(null, { since });
  await expect(fault).rejects.toMatchObject({ kind: "expired" });
  await expect(mailbox("oauth", { secret: "wrong" }).poll(null, { since })).rejects.toThrow(/app password/);
});

test("a private address that is not listed is refused for reading and sending", async () => {
  const box = mailbox("guard", { privateAddresses: [] });
  await expect(box.poll(null, { since })).rejects.toThrow(/not allowed.*PRIVATE_ADDRESSES/);
});

test("folders are found by special-use, then by name", () => {
  const folder = (name: string, specialUse = "") => ({
    path: `INBOX/${name}`,
    name,
    specialUse,
    flags: new Set<string>(),
  });
  expect(foldersOf([folder("Sent"), folder("Weg", "\\Sent"), folder("Entwürfe")])).toEqual({
    INBOX: "INBOX",
    SENT: "INBOX/Weg",
    DRAFT: "INBOX/Entwürfe",
  });
});
