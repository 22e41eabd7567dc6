import { ImapFlow } from "imapflow";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import * as product from "#app/rooms.ts";
import { gmailMailboxes } from "#connectors/gmail/connector.ts";
import { openImapMailbox } from "#connectors/imap/mailbox.ts";
import type { MailboxKind } from "#connectors/mailbox.ts";
import { setUpCredentials } from "#features/integrations/contract.ts";
import * as mail from "#features/mailroom/contract.ts";
import { hurryDeliveries } from "../deliveries.ts";
import { type Dovecot, startDovecot } from "../outside/dovecot.ts";
import { type GmailStandIn, openGmail } from "../outside/gmail.ts";
import { client } from "../outside/google-sign-in.ts";
import { type MailStandIn, openMailStandIn } from "../outside/smtp/server.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

/** What a person does with the drafts in the mailbox itself, in Gmail and over IMAP: theirs is the last word. */

/** The same person at one mailbox of either kind. */
type Hand = {
  deliver(subject: string): Promise<void>;
  drafts(): Promise<string[]>;
  /** Everything that left for the customer, and who sent it. */
  sent(): Promise<number>;
  edit(text: string): Promise<void>;
  send(text?: string): Promise<void>;
  delete(): Promise<void>;
  move(): Promise<void>;
  answer(text: string): Promise<void>;
  /** Letters that we sent. */
  ours(): Promise<number>;
  labels(): Promise<readonly string[]>;
};

let world: World;
let gmail: GmailStandIn;
let dovecot: Dovecot;
let smtp: MailStandIn;
const open: { close(): unknown }[] = [];

const server = (port: number) => ({ host: "127.0.0.1", port, security: "plain" as const });
const overImap: MailboxKind = {
  id: "imap",
  name: "IMAP",
  settings: z.strictObject({ address: z.email() }),
  open(reach) {
    if (!("settings" in reach)) throw new Error("It is reached with settings.");
    const { address = "" } = reach.settings;
    const account = { address, aliases: [], name: null };
    const servers = { imap: server(dovecot.port), smtp: server(smtp.port) };
    const user = address.split("@")[0] ?? "";
    return openImapMailbox(
      { ...servers, user, secret: "secret", isToken: false, account },
      { privateAddresses: ["127.0.0.1"] },
    );
  },
};

beforeAll(async () => {
  [gmail, smtp] = await Promise.all([openGmail(), openMailStandIn()]);
  dovecot = await startDovecot({ submissionPort: smtp.port });
  world = await openWorld(
    { UNDO_SECONDS: "120", PRIVATE_ADDRESSES: "127.0.0.1" },
    { ...product, connectors: [gmail.connector], mailboxes: [gmailMailboxes, overImap] },
  );
});
afterAll(async () => {
  await world?.close();
  await Promise.all(open.map((one) => one.close()));
  await Promise.all([gmail?.close(), dovecot?.stop(), smtp?.close()]);
});

/** All companies of a test share the one Gmail account, so none goes on reading it. */
const running: Member[] = [];
afterEach(async () => {
  for (const member of running.splice(0)) await member.call(mail.stopProcessing);
});

const customer = "lee@customer.example";

async function atGmail(member: Member): Promise<Hand> {
  await member.call(setUpCredentials, { body: { integrationId: "gmail", credentials: client } });
  const follow = async (url: string) =>
    (await fetch(url, { redirect: "manual", headers: { cookie: member.cookie ?? "" } })).headers.get("location") ?? "";
  const back = new URL(await follow(await follow(world.url + mail.gmailPath)));
  await follow(world.url + back.pathname + back.search);
  gmail.empty();
  const draft = () => [...gmail.drafts.keys()][0] ?? "";
  let incoming = "";
  return {
    deliver: async (subject) => void (incoming = gmail.deliver({ from: `Lee <${customer}>`, subject }).id),
    drafts: async () =>
      [...gmail.drafts.values()].flatMap((id) => {
        const one = gmail.letters.get(id);
        return one && !one.labels.has("TRASH") ? [one.raw] : [];
      }),
    sent: async () => gmail.sent.length,
    ours: async () => gmail.sent.filter(({ by }) => by === "api").length,
    edit: async (text) => gmail.person.edit(draft(), text),
    async send(text) {
      if (text !== undefined) gmail.person.edit(draft(), text);
      gmail.person.send(draft());
    },
    delete: async () => gmail.person.delete(draft()),
    move: async () => gmail.person.trash(draft()),
    answer: async (text) => void gmail.person.answer(incoming, text),
    labels: async () => {
      const { labels } = (await (
        await fetch(`${gmail.url}/gmail/v1/users/me/labels`, {
          headers: { authorization: `Bearer ${gmail.signIn.grants.findLast(({ isOver }) => !isOver)?.access}` },
        })
      ).json()) as { labels: { id: string; name: string }[] };
      return [...(gmail.letters.get(incoming)?.labels ?? [])].map(
        (id) => labels.find((one) => one.id === id)?.name ?? id,
      );
    },
  };
}

let users = 0;
async function atDovecot(member: Member): Promise<Hand> {
  users += 1;
  const user = `box${users}`;
  const address = `${user}@acme.example`;
  await member.call(mail.connectMailbox, { body: { kind: "imap", settings: { address }, consent: true } });
  const hand = new ImapFlow({
    host: "127.0.0.1",
    port: dovecot.port,
    secure: false,
    doSTARTTLS: false,
    auth: { user, pass: "secret" },
    logger: false,
  });
  hand.on("error", () => undefined);
  await hand.connect();
  open.push(hand);
  const all = async (folder: string) => {
    await hand.mailboxOpen(folder);
    const found = await hand.fetchAll("1:*", { uid: true, source: true }).catch(() => []);
    return found.map(({ uid, source }) => ({ uid, raw: source?.toString() ?? "" }));
  };
  const draft = async () => {
    const [one] = await all("Drafts");
    if (!one) throw new Error("There is no draft.");
    return one;
  };
  const rewritten = (raw: string, text: string) => `${raw.split("\r\n\r\n", 1)[0]}\r\n\r\n${text}\r\n`;
  let messageId = "";
  const already = smtp.journal.length;
  return {
    async deliver(subject) {
      messageId = `<${crypto.randomUUID()}@customer.example>`;
      await hand.append(
        "INBOX",
        `From: Lee <${customer}>\r\nTo: ${address}\r\nSubject: ${subject}\r\nMessage-ID: ${messageId}\r\nDate: ${new Date().toUTCString()}\r\n\r\nWhich colours do you have?\r\n`,
        [],
        // IMAP tells whole seconds.
        new Date(Date.now() + 1_000),
      );
    },
    drafts: async () => (await all("Drafts")).map(({ raw }) => raw),
    sent: async () => (await all("Sent")).length,
    ours: async () => smtp.journal.length - already,
    // As mail programs do: the changed draft is another letter.
    async edit(text) {
      const { uid, raw } = await draft();
      await hand.append("Drafts", rewritten(raw, text), ["\\Draft"]);
      await hand.messageDelete(String(uid), { uid: true });
    },
    async send(text) {
      const { uid, raw } = await draft();
      await hand.append("Sent", text === undefined ? raw : rewritten(raw, text), ["\\Seen"]);
      await hand.mailboxOpen("Drafts");
      await hand.messageDelete(String(uid), { uid: true });
    },
    async delete() {
      await hand.messageDelete(String((await draft()).uid), { uid: true });
    },
    async move() {
      await hand.mailboxCreate("Later").catch(() => undefined);
      const { uid } = await draft();
      await hand.messageMove(String(uid), "Later", { uid: true });
    },
    async answer(text) {
      await hand.append(
        "Sent",
        `From: ${address}\r\nTo: ${customer}\r\nSubject: Re\r\nMessage-ID: <${crypto.randomUUID()}@phone>\r\nIn-Reply-To: ${messageId}\r\n\r\n${text}\r\n`,
        ["\\Seen"],
      );
    },
    async labels() {
      await hand.mailboxOpen("INBOX");
      const one = await hand.fetchOne("*", { flags: true });
      return one ? [...(one.flags ?? [])] : [];
    },
  };
}

const letters = async (member: Member) => (await member.call(mail.listLetters)).letters;
const first = async (member: Member) => {
  const [line] = await letters(member);
  return member.call(mail.getLetter, { params: { id: line?.id ?? "" } });
};
const pass = (member: Member) => member.call(mail.processNow);

describe.each([
  ["Gmail", atGmail],
  ["IMAP", atDovecot],
] as const)("%s", (_kind, at) => {
  async function drafted(subject: string): Promise<{ member: Member; hand: Hand; id: string }> {
    for (const before of running.splice(0)) await before.call(mail.stopProcessing);
    const member = await world.member();
    await hire(member, "CEO", "Sales");
    const hand = await at(member);
    running.push(member);
    await member.call(mail.startProcessing);
    await expect.poll(async () => (await member.call(mail.getEmailStatus)).lastPollAt).not.toBeNull();
    await hand.deliver(subject);
    expect(await pass(member)).toMatchObject({ drafted: 1 });
    expect(await hand.drafts()).toHaveLength(1);
    return { member, hand, id: (await first(member)).id };
  }

  test("a waiting draft lies in the mailbox once, follows what is edited here, and is the one that is sent", async () => {
    const { member, hand, id } = await drafted("Colours");
    await pass(member);
    expect(await hand.drafts()).toHaveLength(1);
    expect(await hand.labels()).toContain(_kind === "Gmail" ? "AI/CEO" : "AI_CEO");
    await member.call(mail.editDraft, { params: { id }, body: { text: "Red and blue." } });
    await expect.poll(async () => (await hand.drafts()).join("\n")).toContain("Red and blue.");
    expect(await hand.drafts()).toHaveLength(1);
    await member.call(mail.sendDraft, { params: { id } });
    await hurryDeliveries(world);
    await expect.poll(async () => (await first(member)).state, { timeout: 20_000 }).toBe("sent");
    await pass(member);
    expect([await hand.drafts(), await hand.ours(), await hand.sent()]).toEqual([[], 1, 1]);
    expect(await hand.labels()).toContain(_kind === "Gmail" ? "AI/Replied" : "AI_Replied");
  });

  test.each([
    [
      "edits it",
      (hand: Hand) => hand.edit("In my own words."),
      "by_person",
      "A person took the draft over.",
      1,
      0,
      null,
    ],
    ["sends it as it is", (hand: Hand) => hand.send(), "by_person", "A person sent it.", 0, 1, "as is"],
    [
      "sends it edited",
      (hand: Hand) => hand.send("Mine."),
      "by_person",
      "A person changed it and sent it.",
      0,
      1,
      "changed",
    ],
    ["deletes it", (hand: Hand) => hand.delete(), "discarded", "A person deleted the draft.", 0, 0, "left"],
    ["moves it", (hand: Hand) => hand.move(), "by_person", "A person moved the draft.", 0, 0, null],
    [
      "answers from the phone",
      (hand: Hand) => hand.answer("Blue."),
      "by_person",
      "A person answered it.",
      0,
      1,
      "changed",
    ],
  ] as const)("a person who %s has the last word", async (_what, act, state, why, drafts, sent, judged) => {
    const { member, hand, id } = await drafted("Yours");
    await act(hand);
    for (let passes = 0; passes < 2; passes += 1) {
      await pass(member);
      expect(await first(member)).toMatchObject({ state, why });
      expect(await hand.drafts()).toHaveLength(drafts);
      expect([await hand.sent(), await hand.ours()]).toEqual([sent, 0]);
    }
    expect((await member.send("POST", `/api/mail/letters/${id}/send`)).status).toBe(409);
    // What the record of drafts learns of it.
    const [row] = await world.asOwner("SELECT judged FROM letters WHERE id = $1", [id]);
    expect(row).toEqual({ judged });
    const journal = await journalOf(world, member);
    expect(journal.filter((type) => type === "mail.taken_over")).toHaveLength(1);
    expect(journal).not.toContain("mail.sent");
  });

  test("what a person does between two passes stops an answer that is on its way, and is no failure", async () => {
    for (const [act, why, drafts, sent] of [
      [(hand: Hand) => hand.send(), "A person sent it.", 0, 1, "as is"],
      [(hand: Hand) => hand.edit("In my own words."), "A person took the draft over.", 1, 0, null],
      [(hand: Hand) => hand.answer("Blue."), "A person answered it.", 0, 1, "changed"],
    ] as const) {
      const { member, hand, id } = await drafted("Late");
      await member.call(mail.sendDraft, { params: { id } });
      await act(hand);
      await hurryDeliveries(world);
      await expect.poll(async () => (await first(member)).why, { timeout: 20_000 }).toBe(why);
      expect((await first(member)).state).toBe("by_person");
      expect([await hand.sent(), await hand.ours()]).toEqual([sent, 0]);
      expect(await hand.drafts()).toHaveLength(drafts);
      expect((await member.send("GET", "/api/outbox")).json).toMatchObject({ counts: { stuck: 0 } });
    }
  });

  test("a person who took it over and sends it later is seen, and discarding here leaves what they wrote", async () => {
    const { member, hand } = await drafted("Later");
    await hand.edit("First thoughts.");
    await pass(member);
    await hand.send("Final words.");
    await pass(member);
    expect(await first(member)).toMatchObject({ state: "by_person", why: "A person changed it and sent it." });

    const other = await drafted("Discarded");
    await other.hand.edit("Keep this.");
    await other.member.call(mail.discardDraft, { params: { id: other.id } });
    await expect
      .poll(async () => (await first(other.member)).why, { timeout: 20_000 })
      .toBe("A person took the draft over.");
    expect((await other.hand.drafts()).join("\n")).toContain("Keep this.");

    const third = await drafted("Untouched");
    await third.member.call(mail.discardDraft, { params: { id: third.id } });
    await expect.poll(() => third.hand.drafts(), { timeout: 20_000 }).toEqual([]);
  });

  test("a draft that is edited here and in the mailbox at once is the person's in the mailbox", async () => {
    const { member, hand, id } = await drafted("Both");
    await hand.edit("From the mailbox.");
    await member.call(mail.editDraft, { params: { id }, body: { text: "From here." } });
    await expect.poll(async () => (await first(member)).state, { timeout: 20_000 }).toBe("by_person");
    const left = await hand.drafts();
    expect([left.length, left.join("\n").includes("From the mailbox.")]).toEqual([1, true]);
    expect((await first(member)).draft).toBe("From here.");
  });
});
