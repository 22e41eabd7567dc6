import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setAutonomy } from "#features/agents/contract.ts";
import * as mail from "#features/mailroom/contract.ts";
import { initializeOversight } from "#features/oversight/contract.ts";
import { hurryDeliveries } from "../deliveries.ts";
import { rooms } from "../faults/mailing.ts";
import { type Dovecot, startDovecot } from "../outside/dovecot.ts";
import { type MailStandIn, openMailStandIn, type Received } from "../outside/smtp/server.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

/** Two machines that answer each other: Boardroom over a real mailbox, and what it may meet. */
let world: World;
let dovecot: Dovecot;
let smtp: MailStandIn;
beforeAll(async () => {
  smtp = await openMailStandIn();
  dovecot = await startDovecot({ submissionPort: smtp.port });
  world = await openWorld({ UNDO_SECONDS: "0", PRIVATE_ADDRESSES: "127.0.0.1" }, rooms);
});
afterAll(async () => {
  await world?.close();
  await dovecot?.stop();
  await smtp?.close();
});

/** A company whose agents answer the mailbox of a user of Dovecot alone. */
async function boardroomAt(address: string): Promise<Member> {
  const member = await world.member();
  const roles = ["CEO", "Sales", "Customer Success", "Operations"] as const;
  const agents = await hire(member, ...roles);
  const [user = ""] = address.split("@");
  const settings = { address, user, imap: String(dovecot.port), smtp: String(smtp.port) };
  const { id } = await member.call(mail.connectMailbox, { body: { kind: "dovecot-at", settings, consent: true } });
  await member.call(initializeOversight);
  await member.call(mail.changeMailbox, { params: { id }, body: { categories: [...roles] as never } });
  for (const agent of agents)
    await member.call(setAutonomy, { params: { id: agent.id }, body: { autonomyLevel: "execute" } });
  await member.call(mail.startProcessing);
  await expect.poll(async () => (await member.call(mail.getEmailStatus)).lastGoodAt).not.toBeNull();
  return member;
}
const letters = async (member: Member) => (await member.call(mail.listLetters)).letters;

const lmtp = () =>
  createTransport({ host: "127.0.0.1", port: dovecot.lmtpPort, lmtp: true, ignoreTLS: true } as object);
const deliver = (raw: string, from: string, to: string) => lmtp().sendMail({ envelope: { from, to: [to] }, raw });
const question = (from: string, to: string, subject: string) =>
  `From: Kim <${from}>\r\nTo: ${to}\r\nSubject: ${subject}\r\nMessage-ID: <${crypto.randomUUID()}@${from.split("@")[1]}>\r\nDate: ${new Date().toUTCString()}\r\n\r\nHello, which colours do you have of the large vase?\r\n`;

/**
 * Has the companies read their mailboxes and everything that left delivered, until for two rounds nothing moved.
 * Returns what left since.
 */
async function run(members: readonly Member[], carry: (mail: Received) => Promise<unknown>): Promise<Received[]> {
  const from = smtp.journal.length;
  let carried = from;
  for (let [round, quiet] = [0, 0]; quiet < 2 && round < 60; round += 1) {
    for (const member of members) await member.call(mail.processNow);
    await expect
      .poll(async () => {
        await hurryDeliveries(world);
        return (await Promise.all(members.map(letters))).flat().filter(({ state }) => state === "held").length;
      })
      .toBe(0);
    quiet = smtp.journal.length === carried ? quiet + 1 : 0;
    for (const one of smtp.journal.slice(carried)) await carry(one);
    carried = smtp.journal.length;
  }
  return smtp.journal.slice(from);
}
const byLmtp = ({ raw, from, to }: Received) => Promise.all(to.map((one) => deliver(raw, from, one)));

test("a vacation responder and Boardroom answer each other once at most", async () => {
  const office = await boardroomAt("office@firm.test");
  dovecot.sieve("away", 'require ["vacation"]; vacation :days 1 "I am away until Monday. Who needs help?";');
  await deliver(question("away@away.test", "office@firm.test", "Vases"), "away@away.test", "office@firm.test");
  const left = await run([office], byLmtp);
  expect(left.map(({ to }) => to)).toEqual([["away@away.test"]]);
  expect((await letters(office)).map(({ state }) => state)).toEqual(["sent"]);

  // A letter that a person wrote has the responder answer: a real one, and it gets no answer.
  await deliver(question("office@firm.test", "away@away.test", "Vases again"), "office@firm.test", "away@away.test");
  await expect.poll(() => smtp.journal.at(-1)?.to).toEqual(["office@firm.test"]);
  const [vacation] = smtp.journal.slice(-1);
  expect(vacation?.raw).toMatch(/^Auto-Submitted: auto-replied/m);
  await deliver(vacation?.raw ?? "", "", "office@firm.test");
  expect(await run([office], byLmtp)).toEqual([]);
  expect(new Set((await letters(office)).map(({ why }) => why))).toEqual(
    new Set(["A machine sent it.", "It was sent."]),
  );
});

test("two Boardrooms answer each other once at most", async () => {
  const [one, two] = [await boardroomAt("one@one.test"), await boardroomAt("two@two.test")];
  await deliver(question("two@two.test", "one@one.test", "Vases"), "two@two.test", "one@one.test");
  const left = await run([one, two], byLmtp);
  expect(left.map(({ to }) => to)).toEqual([["two@two.test"]]);
  expect((await letters(two)).map(({ why }) => why)).toEqual(["An agent wrote it."]);
});

test.each([
  [
    "counts its subjects up",
    (at: number) => [`[Ticket-${at}] Re: vases`, `Your ticket ${at} is open. Which one is it?`],
  ],
  [
    "writes another subject each time",
    (at: number) => [`About ${"abcdefghijklmnop"[at % 16]}`, "Which one do you mean?"],
  ],
  ["quotes what it got", (at: number) => [`Re: Re: vases (${at})`, `Which one is it?\r\n\r\n> No ${at}\r\n`]],
])("a responder that changes its address each time and %s gets five answers", async (name, write) => {
  const user = name.replaceAll(/\W/g, "");
  const office = await boardroomAt(`${user}@firm.test`);
  let at = 0;
  const answerBack = async () => {
    at += 1;
    const [subject = "", text = ""] = write(at);
    const from = `robot${at}@r${at}.test`;
    const head = question(from, `${user}@firm.test`, subject).split("\r\n\r\n", 1)[0] ?? "";
    await deliver(`${head}\r\n\r\n${text}\r\n`, from, `${user}@firm.test`);
  };
  await answerBack();
  const left = await run([office], answerBack);
  expect(left.length).toBe(5);
  // IMAP tells seconds, so what came last need not be first.
  expect((await letters(office)).filter(({ state }) => state !== "sent")).toMatchObject([
    { state: "drafted", why: expect.stringMatching(/^5 answers/) as string },
  ]);
});

test("a person's program that names only what it answers stays in its thread, so three answers are the most", async () => {
  const office = await boardroomAt("thread@firm.test");
  const raw = question("kim@client.test", "thread@firm.test", "Vases");
  await deliver(raw, "kim@client.test", "thread@firm.test");
  let at = 0;
  const left = await run([office], async ({ mail: answer }) => {
    at += 1;
    const from = `kim${at}@client${at}.test`;
    const text = `Which ${"abcdefgh"[at]} do you mean?`;
    const head = question(from, "thread@firm.test", `Vases ${"abcdefgh"[at]}`).split("\r\n\r\n", 1)[0] ?? "";
    await deliver(`${head}\r\nIn-Reply-To: ${answer.messageId}\r\n\r\n${text}\r\n`, from, "thread@firm.test");
  });
  expect(left.length).toBe(3);
});

test("what stands in the receiving server's journal is ours, and marked", () => {
  const ours = smtp.journal.filter(({ raw }) => /^X-Boardroom-Reply: /im.test(raw));
  expect(ours.length).toBeGreaterThan(14);
  for (const { raw } of ours) expect(raw).toMatch(/^Auto-Submitted: auto-replied\r$/m);
});
