import { once } from "node:events";
import type { lookup } from "node:dns";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { ImapFlow } from "imapflow";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ImapAccess, ImapWay } from "#connectors/imap/connection.ts";
import { foldersOf } from "#connectors/imap/folders.ts";
import { openImapMailbox } from "#connectors/imap/mailbox.ts";
import { endSessions } from "#connectors/imap/sessions.ts";
import type { MailServer } from "#connectors/imap/servers.ts";
import type { Mailbox, OutgoingLetter } from "#connectors/mailbox.ts";
import { certificate } from "../outside/certificate.ts";
import { type Dovecot, startDovecot } from "../outside/dovecot.ts";
import { type MailStandIn, openMailStandIn } from "../outside/smtp/server.ts";
import { openTampering } from "../outside/tampering.ts";

/** Servers that are not as one expects: without extensions, late, silent, talking nonsense, wrongly encrypted. */
let dovecot: Dovecot;
let smtp: MailStandIn;
const open: { close(): unknown }[] = [];
beforeAll(async () => {
  smtp = await openMailStandIn();
  dovecot = await startDovecot({ tls: certificate });
});
afterAll(async () => {
  await Promise.all(open.map((one) => one.close()));
  await dovecot?.stop();
  await smtp?.close();
});

const plain = (port: number): MailServer => ({ host: "127.0.0.1", port, security: "plain" });
type Options = Partial<ImapAccess> & { keepsSent?: boolean; way?: Partial<ImapWay> };
function mailbox(user: string, { way, ...access }: Options = {}): Mailbox {
  const account = { address: `${user}@example.test`, aliases: [], name: null };
  const servers = { imap: plain(dovecot.port), smtp: plain(smtp.port), user, secret: "secret", isToken: false };
  const box = openImapMailbox({ ...servers, account, ...access }, { privateAddresses: ["127.0.0.1"], ...way });
  open.push(box);
  return box;
}
async function person(user: string): Promise<ImapFlow> {
  const auth = { user, pass: "secret" };
  const to = { host: "127.0.0.1", port: dovecot.port, secure: false, doSTARTTLS: false };
  const client = new ImapFlow({ ...to, auth, logger: false });
  client.on("error", () => undefined);
  await client.connect();
  open.push(client);
  return client;
}
const incoming = (n: number, more = "") =>
  `From: Ann <ann@customer.test>\r\nSubject: Question ${n}\r\nMessage-ID: <q${n}@customer.test>\r\n${more}\r\nHow are you?\r\n`;
const letterFor = (n: number): OutgoingLetter => ({
  raw: Buffer.from(
    `From: ceo@example.test\r\nTo: ann@customer.test\r\nMessage-ID: <a${n}@example.test>\r\nIn-Reply-To: <q${n}@customer.test>\r\nX-Boardroom-Reply: m${n}\r\n\r\nFine.\r\n`,
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
const countIn = async (client: ImapFlow, folder: string) => (await client.status(folder, { messages: true })) || null;

test("a server without UIDPLUS gives a draft and a copy an id all the same, and keeps what a person marked as deleted", async () => {
  const poor = await openTampering(dovecot.port, (said) =>
    said.replaceAll(/ UIDPLUS/g, "").replaceAll(/\[APPENDUID \d+ \d+\] /g, ""),
  );
  open.push(poor);
  const [box, hand] = [mailbox("poor", { imap: plain(poor.port) }), await person("poor")];
  await hand.append("Drafts", incoming(1), ["\\Draft", "\\Deleted"]);
  const letter = letterFor(1);
  const draft = await box.draft(letter);
  expect(draft).toMatch(/^Drafts:[1-9]\d*:[1-9]\d*$/);
  expect(await box.draft(letter)).toBe(draft);
  const { id } = await box.send(letter, draft);
  expect(id).toMatch(/^Sent:[1-9]\d*:[1-9]\d*$/);
  expect(smtp.takenFor("ann@customer.test")).toHaveLength(1);
  expect(await countIn(hand, "Drafts")).toMatchObject({ messages: 2 });
  // Our draft is over all the same.
  await box.discard(draft, letter);
  await expect(box.send(letterFor(2), draft)).rejects.toMatchObject({ kind: "changed" });
});

test("the copy that a server keeps itself is waited for, and none is added", async () => {
  const [box, hand] = [mailbox("late", { keepsSent: true, way: { copyMs: [0, 400, 400] } }), await person("late")];
  const letter = letterFor(3);
  const looked = box.look(letter, null);
  await sleep(200);
  await hand.append("Sent", Buffer.from(letter.raw), ["\\Seen"]);
  expect(await looked).toBe("sent");
  const other = letterFor(4);
  expect(await box.send(other, null)).toEqual({ id: null });
  expect(await countIn(hand, "Sent")).toMatchObject({ messages: 1 });
  expect(await box.look(other, null)).toBe("unknown");
});

test("a mailbox that is numbered anew goes on by date, in pages, and lists nothing twice and nothing old", async () => {
  const [box, hand] = [mailbox("anew"), await person("anew")];
  await hand.append("INBOX", incoming(1));
  const before = await box.poll(null, { since });
  expect(before.found).toHaveLength(1);
  const old = new Date(Date.now() - 30 * 86_400_000);
  await hand.append("INBOX", incoming(2));
  // Restored beside it: old mail under new numbers, before and after what is new.
  for (let n = 0; n < 210; n += 1) await hand.append("INBOX", incoming(1_000 + n));
  for (let n = 0; n < 5; n += 1) await hand.append("INBOX", incoming(2_000 + n), [], old);
  await hand.append("INBOX", incoming(3));
  await hand.logout();
  await box.close();
  await sleep(1_100);
  dovecot.renumber("anew");
  const found: string[] = [];
  const flags: unknown[] = [];
  let { cursor } = before;
  for (let isMore = true, page = 0; isMore && page < 5; page += 1) {
    const next = await box.poll(cursor, { since });
    found.push(...next.found.map(({ id }) => id));
    flags.push(next.isByDate ?? false);
    ({ cursor, isMore } = next);
  }
  expect(flags).toEqual([true, false]);
  const subjects = await Promise.all(
    found.map(async (id) => /Subject: Question (\d+)/.exec((await box.read(id))?.head ?? "")?.[1]),
  );
  expect(subjects.toSorted((a, b) => Number(a) - Number(b))).toEqual(
    ["2", "3", ...Array.from({ length: 210 }, (_, n) => String(1_000 + n))].toSorted((a, b) => Number(a) - Number(b)),
  );
  expect(await box.poll(cursor, { since })).toEqual({ found: [], cursor, isMore: false });
});

test("a thread of 500 letters costs as many calls as one of two", async () => {
  const counted = await openTampering(dovecot.port);
  open.push(counted);
  const [box, hand] = [mailbox("long", { imap: plain(counted.port) }), await person("long")];
  const answers = "References: <q1@customer.test>\r\n";
  await hand.append("INBOX", incoming(1));
  await hand.append("INBOX", incoming(2, answers));
  const [, second] = (await box.poll(null, { since })).found;
  const ask = async () => {
    const from = counted.asked.length;
    const { length } = await box.thread({ id: second?.id ?? "", thread: null, messageId: null });
    return { length, calls: counted.asked.length - from };
  };
  await ask();
  const short = await ask();
  expect(short.length).toBe(2);
  await Promise.all(Array.from({ length: 498 }, (_, n) => hand.append("INBOX", incoming(10 + n, answers))));
  expect(await ask()).toEqual({ length: 500, calls: short.calls });
});

test("folders of any name are found, and letters in them", async () => {
  const folder = (path: string, name: string, specialUse = "", ...flags: string[]) => ({
    path,
    name,
    specialUse,
    flags: new Set(flags),
  });
  expect(
    foldersOf([
      folder("inbox", "inbox"),
      folder("[Gmail]/Sent", "Sent", "", "\\Noselect"),
      folder('Weg: 1:2 "x"\\y', 'Weg: 1:2 "x"\\y', "\\Sent"),
      folder("INBOX.下書き", "下書き"),
      folder("INBOX/E\u0301le\u0301ments supprime\u0301s", "E\u0301le\u0301ments supprime\u0301s"),
    ]),
  ).toEqual({
    INBOX: "inbox",
    SENT: 'Weg: 1:2 "x"\\y',
    DRAFT: "INBOX.下書き",
    TRASH: "INBOX/E\u0301le\u0301ments supprime\u0301s",
  });
  const [box, hand] = [mailbox("strange"), await person("strange")];
  for (const name of ["Später & co: 1:2", '"q" \\ %*', "&AOk-", "下書き 🎉"]) {
    await hand.mailboxCreate(name);
    const { uid, uidValidity } = (await hand.append(name, incoming(7))) as { uid: number; uidValidity: bigint };
    expect((await box.read(`${name}:${uidValidity}:${uid}`))?.head, name).toContain("Question 7");
    expect(await box.read(`${name}:1:${uid}`), name).toBeNull();
  }
  expect(await box.read("Nowhere:1:1")).toBeNull();
});

/** A server that says this to whoever connects. */
async function talker(say: string | null): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    if (say !== null) socket.write(say);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  open.push(server);
  return (server.address() as AddressInfo).port;
}
const faultOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "no fault",
    (error: unknown) => `${(error as { kind: string }).kind}: ${(error as Error).message}`,
  );
const [readingOf, sendingOf] = [0, 1].map((at) => (box: Mailbox) => faultOf(box.checks![at]!.run())) as [
  (box: Mailbox) => Promise<string>,
  (box: Mailbox) => Promise<string>,
];

test.each([
  ["says nothing", null],
  ["talks nonsense", `${"x".repeat(2_000)}\r\n`.repeat(50)],
  ["is a web server", "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"],
  ["ends a line never", "* OK ".padEnd(3_000_000, "y")],
  ["says goodbye", "* BYE too many connections\r\n"],
])("a server that %s is one sentence, soon", async (_what, say) => {
  const port = await talker(say);
  const box = mailbox("odd", { imap: plain(port), smtp: plain(port), way: { stepMs: 500 } });
  expect(await readingOf(box)).toMatch(/^unavailable: 127\.0\.0\.1:\d+ .*Check the IMAP host and port\.$/);
  expect(await sendingOf(box)).toMatch(/^unavailable: 127\.0\.0\.1:\d+ .*Check the SMTP host and port\.$/);
});

const resolve = ((_host: string, _options: unknown, done: (error: null, found: object[]) => void) =>
  done(null, [{ address: "127.0.0.1", family: 4 }])) as unknown as typeof lookup;

test.each(["tls", "starttls"] as const)("over %s only the right certificate is trusted", async (security) => {
  const secure = await openMailStandIn({ tls: security === "tls" ? "implicit" : "starttls", certificate });
  open.push(secure);
  const box = (host: string, ca?: string) =>
    mailbox("safe", {
      imap: { host, port: security === "tls" ? dovecot.tlsPort : dovecot.port, security },
      smtp: { host, port: secure.port, security },
      way: { resolve, ...(ca && { ca }) },
    });
  const right = box("mail.example", certificate.cert);
  expect([await readingOf(right), await sendingOf(right)]).toEqual(["no fault", "no fault"]);
  const unknown = box("mail.example");
  const authority = /^setup: The certificate of mail\.example:\d+ is signed by no authority that is known here/;
  expect(await readingOf(unknown)).toMatch(authority);
  expect(await sendingOf(unknown)).toMatch(authority);
  const other = box("imap.example", certificate.cert);
  expect(await readingOf(other)).toMatch(/^setup: .* belongs to another name\. Check the IMAP host\.$/);
  expect(await sendingOf(other)).toMatch(/^setup: .* belongs to another name\. Check the SMTP host\.$/);
});

test("a server that offers no encryption, or no sign-in for sending, is never spoken to without", async () => {
  const bare = await openMailStandIn({ offersNoSignIn: true, tls: "starttls", certificate });
  open.push(bare);
  const tampered = await openTampering(dovecot.port, (said) => said.replaceAll(/ STARTTLS/g, ""));
  open.push(tampered);
  const box = mailbox("bare", {
    imap: { host: "mail.example", port: tampered.port, security: "starttls" },
    smtp: { host: "mail.example", port: bare.port, security: "starttls" },
    way: { resolve, ca: certificate.cert },
  });
  expect(await readingOf(box)).toMatch(/^setup: .*does not encrypt the way it was asked to/);
  expect(tampered.asked.join("\n")).not.toContain("secret");
  expect(await sendingOf(box)).toMatch(/^setup: .*sign-in for sending switched off\. Turn on authenticated SMTP/);
});

test("a token that the SMTP server refuses is renewed once, and sends", async () => {
  const tokens = ["old", "new"];
  const guarded = await openMailStandIn({ userOf: (token) => (token === "new" ? "ceo" : undefined) });
  open.push(guarded);
  const asked: boolean[] = [];
  const secret = async (isRefused = false) => {
    asked.push(isRefused);
    return tokens[isRefused ? 1 : 0] ?? "";
  };
  dovecot.tokens.set("old", "ceo").set("new", "ceo");
  const box = mailbox("ceo", { smtp: plain(guarded.port), secret, isToken: true });
  await box.send(letterFor(9), null);
  expect(guarded.takenFor("ann@customer.test").map(({ user }) => user)).toEqual(["ceo"]);
  expect(asked).toContain(true);
  tokens[1] = "old";
  expect(await sendingOf(box)).toMatch(/^expired: .* refused the access token/);
});

test("a signed-in session waits for the next piece of work of the same mailbox", async () => {
  const front = await openTampering(dovecot.port);
  open.push(front);
  const asked = (from: number) => front.asked.slice(from).map((line) => line.split(" ")[1]);
  const kept = (secret = "secret") => mailbox("kept", { imap: plain(front.port), secret });
  const since = new Date(0);
  const first = kept();
  const { cursor } = await first.poll(null, { since });
  await first.close();
  const before = front.asked.length;
  const second = kept();
  expect(await second.poll(cursor, { since })).toMatchObject({ found: [], isMore: false });
  expect(asked(before)).toEqual(["SELECT"]);
  await second.close();

  // Whoever does not know the secret, or wants to know whether it still holds, signs in.
  const other = kept("another");
  expect(await readingOf(other)).toMatch(/^expired: .*refused the sign-in/);
  dovecot.fill("kept", [incoming(1)], new Date());
  await kept().checks?.[0]?.run();
  expect(asked(before)).toEqual(expect.arrayContaining(["AUTHENTICATE", "LIST"]));

  // A session that ended unseen while it waited is no fault.
  front.cut();
  const third = kept();
  expect((await third.poll(cursor, { since })).found).toHaveLength(1);
  await third.close();
  front.mute();
  const fourth = mailbox("kept", { imap: plain(front.port), way: { stepMs: 200 } });
  expect((await fourth.poll(cursor, { since })).found).toHaveLength(1);
  await fourth.close();
  await endSessions();
  expect(asked(0)).toContain("LOGOUT");
});
