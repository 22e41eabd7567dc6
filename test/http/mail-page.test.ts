import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import { backgroundCompanies } from "#features/accounts/service.ts";
import { listDecisions } from "#features/decisions/contract.ts";
import * as mail from "#features/mailroom/contract.ts";
import { getSender } from "#features/mailroom/senders/contract.ts";
import { listNotifications } from "#features/notifications/contract.ts";
import { addRecord, type RecordKind } from "#features/records/contract.ts";
import { listTasks } from "#features/tasks/contract.ts";
import { background, queueDue } from "#platform/jobs/background.ts";
import { mailboxes } from "../mailbox.ts";
import { colleague } from "../samples.ts";
import { hire, journalOf, type Member, openWorld, operatorOf, type World } from "../world.ts";

/** What the mail page shows: threads, the sender's records, an outage, and who is never answered. */
const outside = mailboxes();
let world: World;
beforeAll(async () => {
  world = await openWorld({ UNDO_SECONDS: "120" }, { ...product, mailboxes: [outside.kind] });
});
afterAll(() => world?.close());

let made = 0;
async function open() {
  made += 1;
  const address = `page-${made}@company.example`;
  const member = await world.member();
  await hire(member, "CEO", "Sales");
  const { id } = await member.call(mail.connectMailbox, {
    body: { kind: "memory", settings: { address, password: "secret" }, consent: true },
  });
  await member.call(mail.startProcessing);
  await expect.poll(async () => (await member.call(mail.getEmailStatus)).lastPollAt).not.toBeNull();
  return { member, id, box: outside.of(address), address };
}
const threads = async (member: Member, query: object = {}) =>
  (await member.call(mail.listThreads, { query })).threads.map(({ subject, letters }) => `${subject} ${letters}`);

test("threads are listed by their newest email that fits, and found by state, executive and words", async () => {
  const { member, box } = await open();
  const begun = Date.now();
  const at = (ms: number) => new Date(begun + ms);
  const thread = box.arrive({ subject: "Colours", at: at(1) });
  box.arrive({ subject: "Re: Colours", thread, at: at(2), from: "kim@customer.example" });
  box.arrive({ subject: "Prices", text: "What is your price for twenty?", at: at(3), from: "lee@other.example" });
  box.arrive({ subject: "Away", headers: "Auto-Submitted: auto-replied\r\n", at: at(4), from: "max@third.example" });
  await setTimeout(10);
  await member.call(mail.processNow);
  expect(await threads(member)).toEqual(["Away 1", "Prices 1", "Re: Colours 2"]);
  expect(await threads(member, { state: "waiting" })).toEqual(["Prices 1", "Re: Colours 2"]);
  expect(await threads(member, { state: "skipped" })).toEqual(["Away 1"]);
  expect(await threads(member, { role: "Sales" })).toEqual(["Prices 1"]);
  expect(await threads(member, { search: "lee@oth" })).toEqual(["Prices 1"]);
  expect(await threads(member, { search: "100%" })).toEqual([]);
  const [newest] = (await member.call(mail.listThreads, { query: {} })).threads;
  expect(await threads(member, { before: newest?.at ?? "" })).toEqual(["Prices 1", "Re: Colours 2"]);
  const stranger = await world.member();
  expect(await threads(stranger)).toEqual([]);
});

test("the sender's records are found by address alone, and are the company's own", async () => {
  const { member, box } = await open();
  const add = (kind: RecordKind, fields: object, to = member) =>
    to.call(addRecord, { body: { kind, source: "manual", fields } as never });
  await add("customers", { name: "Harbour Foods", email: "Kim@Customer.example", status: "active" });
  await add("customers", { name: "Kim Ford", email: "other@customer.example", status: "active" });
  await add("deals", {
    name: "Spring",
    customerName: "Harbour Foods",
    stage: "proposal",
    amount: 500,
    openedOn: "2026-01-01",
  });
  await add("deals", {
    name: "Lost",
    customerName: "Harbour Foods",
    stage: "lost",
    amount: 900,
    openedOn: "2026-01-01",
  });
  const invoice = { customerName: "Harbour Foods", issuedOn: "2026-01-01", direction: "receivable", status: "open" };
  await add("invoices", { ...invoice, number: "1037", amount: 120, dueOn: "2026-02-01" });
  await add("invoices", { ...invoice, number: "1038", amount: 80, status: "paid" });
  await add("invoices", { ...invoice, number: "1039", amount: 80, customerName: "Kim Ford" });
  const elsewhere = await world.member();
  await add("customers", { name: "Not yours", email: "kim@customer.example", status: "active" }, elsewhere);

  box.arrive({ subject: "Order", text: "I want a refund of £500." });
  await member.call(mail.processNow);
  await expect.poll(async () => (await member.call(listDecisions, { query: { status: "pending" } })).length).toBe(1);
  const first = (await member.call(mail.listThreads, { query: {} })).threads[0]?.id ?? "";
  await expect.poll(async () => (await member.call(mail.getLetter, { params: { id: first } })).decision).not.toBeNull();
  box.arrive({ subject: "Another", at: new Date(Date.now() + 60_000) });
  await member.call(mail.processNow);
  const { id } = (await member.call(mail.listThreads, { query: {} })).threads[0] ?? { id: "" };
  expect(await member.call(getSender, { params: { id } })).toMatchObject({
    parties: [{ kind: "customers", name: "Harbour Foods" }],
    deals: [{ name: "Spring", amount: 500, stage: "proposal" }],
    invoices: [{ number: "1037", amount: 120, isOverdue: true }],
    decisions: [{ status: "pending" }],
  });
  const viewer = await colleague(world, member, "viewer");
  expect((await viewer.send("GET", `/api/mail/letters/${id}/sender`)).status).toBe(403);
  expect((await elsewhere.send("GET", `/api/mail/letters/${id}/sender`)).status).toBe(404);
});

test("that a sender is never answered is taken back", async () => {
  const { member, box } = await open();
  box.arrive({ subject: "First" });
  await member.call(mail.processNow);
  const find = async () => (await member.call(mail.listThreads, { query: {} })).threads.map(({ id }) => id);
  const [first = ""] = await find();
  const denied = await member.call(mail.denySender, { params: { id: first } });
  expect(denied).toMatchObject({ state: "skipped", isDenied: true });
  box.arrive({ subject: "Second" });
  expect(await member.call(mail.processNow)).toMatchObject({ skipped: 1 });
  const [second = ""] = await find();
  // It was never drafted, so it is read again; the first is the draft it was.
  expect(await member.call(mail.allowSender, { params: { id: second } })).toMatchObject({
    state: "seen",
    isDenied: false,
  });
  expect((await member.send("POST", `/api/mail/letters/${second}/allow`)).status).toBe(409);
  await member.call(mail.processNow);
  expect((await member.call(mail.getLetter, { params: { id: second } })).state).toBe("drafted");

  box.arrive({ subject: "Money back", text: "I want a refund of £500." });
  await member.call(mail.processNow);
  const params = { id: (await find())[0] ?? "" };
  const decision = async () => (await member.call(mail.getLetter, { params })).decision;
  await expect.poll(decision).toMatchObject({ isPending: true });
  await member.call(mail.denySender, { params });
  expect(await decision()).toMatchObject({ isPending: false });
  await member.call(mail.allowSender, { params });
  await member.call(mail.processNow);
  await expect.poll(decision).toMatchObject({ isPending: true });
  const [box1] = await member.call(mail.listMailboxes);
  expect(box1?.denied).toEqual([]);
  expect(await journalOf(world, member)).toContain("mail.sender_allowed");
});

test("a mailbox that is not read for 15 minutes is said once, and closes by itself", async () => {
  const { member, box, id, address } = await open();
  const strike = async () => {
    const slot =
      "UPDATE job_slots SET next_at = date_trunc('seconds', now()) - interval '1 minute' WHERE company_id = $1 AND job = 'mail-polling'";
    await world.asOwner("DELETE FROM job_claims WHERE company_id = $1 AND job = 'mail-polling'", [
      member.user.companyId,
    ]);
    await world.asOwner(slot, [member.user.companyId]);
    await queueDue(background(product, backgroundCompanies), operatorOf(world), world.boardroom.platform);
    const claims = () =>
      world.asOwner("SELECT 1 FROM job_claims WHERE company_id = $1 AND job = 'mail-polling'", [member.user.companyId]);
    await expect.poll(async () => (await claims()).length, { timeout: 20_000 }).toBeGreaterThan(0);
  };
  const status = () => member.call(mail.getEmailStatus);
  const tasks = async () =>
    (await member.call(listTasks, { query: {} }))
      .filter(({ title }) => title.includes(address))
      .map((one) => one.status);
  const notices = async () =>
    (await member.call(listNotifications, { query: {} })).items.filter(({ kind }) => kind === "mail");

  box.breakDown("The mailbox cannot be reached.");
  expect((await member.send("POST", "/api/email/process-now")).status).toBe(409);
  await strike();
  expect([(await status()).silent, await tasks()]).toEqual([null, []]);

  await world.asOwner(
    "UPDATE mailboxes SET last_good_at = now() - interval '16 minutes', started_at = now() - interval '20 minutes' WHERE company_id = $1 AND id = $2",
    [member.user.companyId, id],
  );
  await strike();
  await strike();
  expect((await status()).silent).toMatchObject({ mailbox: address, error: "The mailbox cannot be reached." });
  await expect.poll(async () => (await notices()).length, { timeout: 15_000 }).toBe(1);
  expect(await tasks()).toEqual(["pending"]);
  expect((await notices())[0]).toMatchObject({
    title: `${address} has not been read for 15 minutes`,
    href: "/mail",
    read: false,
  });

  box.breakDown(null);
  await member.call(mail.processNow);
  expect([(await status()).silent, await tasks()]).toEqual([null, ["completed"]]);
  await expect.poll(async () => (await notices())[0]?.read, { timeout: 15_000 }).toBe(true);
  expect(await journalOf(world, member)).toEqual(expect.arrayContaining(["mail.silent", "mail.heard"]));
});

test("the mailbox shows whose an email is and which were answered, and leaves alone what is left to a person", async () => {
  const { member, box } = await open();
  box.arrive({ subject: "Prices", text: "What is your price for twenty?" });
  box.arrive({ subject: "Away", headers: "Auto-Submitted: auto-replied\r\n" });
  await member.call(mail.processNow);
  await member.call(mail.processNow);
  expect(box.marks.map(({ labels, isRead }) => [labels, isRead])).toEqual([[["AI/Sales"], undefined]]);
});
