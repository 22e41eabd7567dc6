// On both databases: the list is made of grouped statements over several kinds of rows.
import { afterAll, beforeAll, expect, test } from "vitest";
import * as product from "#app/rooms.ts";
import { addDays } from "#contract/days.ts";
import { shortDay } from "#contract/format.ts";
import { makeDecision } from "#features/decisions/contract.ts";
import * as mail from "#features/mailroom/contract.ts";
import { addRecord, changeRecord } from "#features/records/contract.ts";
import { getSince, snoozeNeed, wakeNeed } from "#features/today/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { mailboxes } from "../mailbox.ts";
import { actOf, lineOf, lines, press, titles, undo } from "../needs.ts";
import { hire, journalOf, type Member, openWorld, testContexts, type World } from "../world.ts";

/** What needs a person, what can be done about it, and who is told when somebody was first. */
const outside = mailboxes();
let world: World;
beforeAll(async () => {
  world = await openWorld({ UNDO_SECONDS: "120" }, { ...product, mailboxes: [outside.kind] });
});
afterAll(() => world?.close());

const today = dayIn(now(), "Europe/London");
const ago = (days: number) => addDays(today, -days);
const add = async (member: Member, kind: string, fields: object) =>
  (await member.call(addRecord, { body: { kind, source: "manual", fields } as never })).id;
const bill = (number: string, customerName: string, days: number, amount: number, more: object = {}) => ({
  number,
  customerName,
  amount,
  status: "open",
  direction: "receivable",
  issuedOn: ago(days + 30),
  dueOn: ago(days),
  ...more,
});
test("a company without rows needs nothing, and each kind of row is a line with what can be done", async () => {
  const member = await world.member();
  expect(await lines(member)).toEqual([]);
  await hire(member, "CEO", "CFO");
  await add(member, "customers", { name: "Elm", status: "active" });
  await add(member, "invoices", bill("E-1", "Elm", 40, 900));
  await add(member, "invoices", bill("E-2", "Elm", 10, 100.5));
  await add(member, "invoices", bill("E-3", "Elm", 5, 70, { status: "disputed" }));
  await add(member, "invoices", bill("E-4", "Elm", 5, 60, { currency: "EUR" }));
  await add(member, "invoices", bill("F-1", "Nobody knows", 3, 5_000));
  await add(member, "invoices", bill("P-1", "Elm", 40, 900, { status: "paid" }));
  await add(member, "invoices", bill("L-1", "Elm", -3, 900));
  await add(member, "invoices", {
    ...bill("V-1", "", 3, 10),
    customerName: null,
    vendorName: "Paper",
    direction: "payable",
  });
  await add(member, "deals", {
    name: "Oak fit-out",
    stage: "proposal",
    amount: 8_000,
    openedOn: ago(90),
    expectedCloseOn: ago(19),
  });
  await add(member, "tickets", {
    title: "Broken mug",
    status: "open",
    kind: "support",
    priority: "high",
    openedOn: ago(9),
    dueOn: ago(2),
  });
  await add(member, "contracts", {
    title: "Fibre",
    kind: "vendor",
    vendorName: "Fibrelink",
    status: "active",
    endsOn: addDays(today, 33),
    noticeDays: 30,
    autoRenews: true,
    renewalMonths: 12,
    yearlyValue: 1_200,
  });
  await add(member, "contracts", {
    title: "Far off",
    kind: "vendor",
    vendorName: "Fibrelink",
    status: "active",
    endsOn: addDays(today, 300),
    autoRenews: true,
  });
  await add(member, "subscriptions", {
    name: "Design tool",
    kind: "service",
    vendorName: "Pixel",
    status: "active",
    amount: 40,
    interval: "month",
    renewsOn: addDays(today, 5),
  });
  const shown = await lines(member);
  expect(shown.map(({ title, amount, currency, on }) => [title, amount, currency, on])).toEqual([
    ["Oak fit-out", 8_000, "USD", ago(19)],
    ["Nobody knows owes 1 invoice", 5_000, "USD", ago(3)],
    ["Elm owes 3 invoices", 1_070.5, "USD", ago(40)],
    ["Elm owes 1 invoice", 60, "EUR", ago(5)],
    ["Broken mug", null, null, ago(2)],
    ["Fibre renews unless you cancel", 1_200, "USD", addDays(today, 3)],
    ["Design tool renews", 40, "USD", addDays(today, 5)],
  ]);
  expect(shown[2]?.why).toBe("E-1, E-2 and 1 more, $70 of it disputed");
  expect(shown.every(({ acts, because }) => acts.length > 0 && because.endsWith("."))).toBe(true);
  // Without a mailbox, and without an address of the customer.
  expect(shown[2]?.acts.map(({ label }) => label)).toEqual(["Add email address", "Mark paid", "Open customer"]);
  expect(shown[1]?.acts.map(({ label }) => label)).toEqual(["Mark paid", "Open invoice"]);

  const stranger = await world.member();
  expect(await lines(stranger)).toEqual([]);
});

test("marking paid settles all invoices of the line or none, tells the second, and can be undone", async () => {
  const member = await world.member();
  const id = await add(member, "invoices", bill("A-1", "Ash", 8, 500, { openAmount: 200 }));
  const other = await add(member, "invoices", bill("A-2", "Ash", 6, 300));
  const line = await lineOf(member, /^Ash owes 2 invoices/);
  expect(line.amount).toBe(500);
  const paid = actOf(line, "Mark paid");
  const stranger = await world.member();
  expect((await press(stranger, paid)).status).toBe(404);
  const done = await press(member, paid);
  expect(done.status).toBe(200);
  expect(await titles(member)).toEqual([]);
  const second = await press(member, paid);
  expect([second.status, second.text]).toEqual([409, "A-1 is paid by now. Reload to see the rest."]);
  const journal = await journalOf(world, member);
  expect((await undo(stranger, paid, done.json)).status).toBe(404);
  expect((await undo(member, paid, done.json)).status).toBe(200);
  expect((await lineOf(member, /^Ash owes 2 invoices/)).amount).toBe(500);
  const again = await undo(member, paid, done.json);
  expect([again.status, again.text]).toEqual([409, "A-1 is open by now. Reload to see the rest."]);
  expect((await journalOf(world, member)).filter((type) => type === "record.changed")).toHaveLength(4);
  expect(journal.filter((type) => type === "record.changed")).toHaveLength(2);

  // One that somebody else settled meanwhile leaves the other as it is.
  await member.call(changeRecord, {
    params: { id: other },
    body: { kind: "invoices", fields: bill("A-2", "Ash", 6, 300, { status: "void" }) } as never,
  });
  expect((await press(member, paid)).status).toBe(409);
  expect((await lineOf(member, /^Ash owes 1 invoice$/)).amount).toBe(200);
  const foreign = await member.send("POST", "/api/records/reopen", {
    body: { as: "paid", before: [{ id, fields: { status: "open", amount: 1 } }] },
  });
  expect([foreign.status, foreign.text]).toEqual([422, "These are not the fields it had before."]);
});

test("a reminder leaves with one act, the line goes, and undo takes both back", async () => {
  const member = await world.member();
  await hire(member, "CEO", "CFO");
  await add(member, "customers", { name: "Birch", email: "birch@customer.example", status: "active" });
  await add(member, "invoices", bill("B-1", "Birch", 8, 500));
  const own = (await lineOf(member, /^Birch owes/)).acts[0];
  expect(own?.label).toBe("Write reminder");
  expect(decodeURIComponent(own?.href ?? "")).toMatch(
    /^mailto:birch@customer\.example\?subject=.*B-1.*&body=[^]*\$500/,
  );

  const address = "money@birch-owner.example";
  await member.call(mail.connectMailbox, {
    body: { kind: "memory", settings: { address, password: "secret" }, consent: true },
  });
  const act = (await lineOf(member, /^Birch owes/)).acts[0];
  expect(act).toMatchObject({ label: "Send reminder", access: "approver" });
  const stranger = await world.member();
  expect((await press(stranger, act)).status).toBe(409);
  const done = await press(member, act);
  expect(done.status).toBe(200);
  expect(await titles(member)).toEqual([]);
  const [letter] = (await member.call(mail.listLetters)).letters;
  expect(letter?.state).toBe("held");
  const second = await press(member, act);
  expect([second.status, second.text]).toEqual([409, "An email of this kind to Birch waits already, under Mail."]);
  expect((await undo(stranger, act, done.json)).status).toBe(404);
  expect((await undo(member, act, done.json)).status).toBe(200);
  expect(outside.of(address).sent).toEqual([]);
  expect((await lineOf(member, /^Birch owes/)).acts[0]?.label).toBe("Send reminder");
  expect(await journalOf(world, member)).toEqual(
    expect.arrayContaining(["mail.begun", "mail.held", "mail.undone", "mail.discarded"]),
  );
});

test("a snoozed line is hidden for everyone until its reason changes, and whoever comes second is told", async () => {
  const member = await world.member();
  const id = await add(member, "invoices", bill("S-1", "Sorrel", 8, 500));
  const { key, on } = await lineOf(member, /^Sorrel/);
  const until = addDays(today, 3);
  const refused = async (body: object) => (await member.send("POST", "/api/today/snooze", { body })).text;
  expect(await refused({ key, on, until: today })).toBe("Choose a day after today.");
  expect(await refused({ key, on, until: addDays(today, 900) })).toBe("Choose a day within a year.");
  expect(await refused({ key: "nothing", on, until })).toBe("This no longer needs anyone. Reload to see what does.");
  await member.call(snoozeNeed, { body: { key, on, until } });
  expect((await lineOf(member, /^Sorrel/)).snoozed).toEqual({ until, by: member.username });
  expect(await refused({ key, on, until })).toBe(`${member.username} snoozed this until ${shortDay(until)} already.`);
  const stranger = await world.member();
  expect((await stranger.send("POST", "/api/today/wake", { body: { key, on } })).status).toBe(409);
  await member.call(wakeNeed, { body: { key, on } });
  expect((await lineOf(member, /^Sorrel/)).snoozed).toBeNull();
  await member.call(snoozeNeed, { body: { key, on, until } });
  expect((await journalOf(world, member)).filter((type) => type.startsWith("need."))).toEqual([
    "need.snoozed",
    "need.woken",
    "need.snoozed",
  ]);

  // Its reason is gone, so it is; another invoice is another reason.
  const fields = bill("S-1", "Sorrel", 8, 500, { status: "paid", paidOn: today });
  await member.call(changeRecord, { params: { id }, body: { kind: "invoices", fields } as never });
  expect(await lines(member)).toEqual([]);
  await add(member, "invoices", bill("S-2", "Sorrel", 2, 80));
  expect((await lineOf(member, /^Sorrel/)).snoozed).toBeNull();
});

test("a proposal is approved on its line and undone, and what happened since is told without sums over unlike things", async () => {
  const member = await world.member();
  const [, cfo] = await hire(member, "CEO", "CFO");
  await member.call(makeDecision, {
    body: { agentId: cfo?.id ?? "", ...testContexts.CFO },
  });
  const [line] = await lines(member);
  const approve = line?.acts[0];
  expect(approve?.label).toMatch(/^Approve \$/);
  const before = new Date(now().getTime() - 3_600_000).toISOString();
  const done = await press(member, approve);
  expect(done.status).toBe(200);
  expect(await titles(member)).toEqual([]);
  expect((await press(member, approve)).status).toBe(409);
  await add(member, "invoices", bill("P-1", "Elm", 40, 900, { status: "paid", paidOn: today }));
  await add(member, "invoices", bill("P-2", "Oak", 40, 50, { status: "paid", paidOn: today, currency: "EUR" }));
  const { lines: since } = await member.call(getSince, { query: { from: before } });
  expect(since.map(({ group, title, amount, currency }) => [group, title, amount, currency])).toEqual(
    expect.arrayContaining([
      ["Decided", line?.title, expect.any(Number), "USD"],
      ["Money", "1 customer paid", 900, "USD"],
      ["Money", "1 customer paid", 50, "EUR"],
    ]),
  );
  expect((await (await world.member()).call(getSince, { query: { from: before } })).lines).toEqual([]);
  expect((await undo(member, approve, done.json)).status).toBe(200);
  expect((await lines(member)).map(({ key }) => key)).toEqual([line?.key]);
  const late = await member.send("GET", `/api/today/since?from=${addDays(today, 2)}T00:00:00.000Z`);
  expect([late.status, late.text]).toEqual([422, "Choose a moment that is over."]);
});
