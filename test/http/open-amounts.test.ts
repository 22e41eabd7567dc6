import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import type { QueryInput } from "#contract/query.ts";
import { formatLine } from "#contract/report.ts";
import { setLocale } from "#features/accounts/contract.ts";
import { askAgents, listQuestions } from "#features/conversations/contract.ts";
import { exploreRows, searchRows } from "#features/explore/contract.ts";
import { listOverdue } from "#features/expertise/overdue/contract.ts";
import { queryOrchestrator } from "#features/orchestrator/contract.ts";
import { executeCommand } from "#features/plans/contract.ts";
import { addRecord, changeRecord } from "#features/records/contract.ts";
import { getRecord, listRecords } from "#features/records/list/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { briefedBy } from "../briefed.ts";
import { importFile } from "../importing.ts";
import { hire, journalOf, type Member, openWorld, type World } from "../world.ts";

const timeZone = "Europe/London";
const today = dayIn(now(), timeZone);
const on = (days: number) => addDays(today, days);

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

async function newcomer(): Promise<Member> {
  const member = await world.member();
  await member.call(setLocale, { body: { currency: "GBP", timeZone } });
  return member;
}

type Fields = Record<string, string | number | null | undefined>;
const invoice = (fields: Fields): Fields => ({
  direction: "receivable",
  issuedOn: on(-60),
  dueOn: on(-20),
  status: "open",
  ...fields,
});
const add = (by: Member, fields: Fields) =>
  by.call(addRecord, { body: { kind: "invoices", source: "manual", fields: invoice(fields) } as never });
const refused = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "taken",
    (error: Error) => error.message,
  );

async function ask(member: Member, question: string): Promise<string> {
  const { taskId } = await member.call(askAgents, { body: { question, urgency: "high" } });
  const answered = () =>
    member.call(listQuestions).then((all) => all.find((one) => one.taskId === taskId && one.answer !== null));
  await expect.poll(answered, { timeout: 100_000 }).toBeTruthy();
  const answer = (await answered())?.answer;
  return answer ? formatLine(answer.line, answer.figures) : "";
}

const sums = async (by: Member, query: object) => {
  const { total, sums: found } = await by.call(listRecords, { params: { kind: "invoices" }, query });
  return [total, ...(found ?? []).map(({ of, currency, amount }) => `${of} ${currency} ${amount}`).toSorted()];
};

test("every screen, topic, query and plan has one figure for what is owed, and one for what is overdue", async () => {
  const member = await newcomer();
  const team = await hire(member, "CEO", "CFO", "Customer Success", "Legal");
  const acme = { customerName: "Acme" };
  await member.call(addRecord, {
    body: { kind: "customers", source: "manual", fields: { name: "Acme", status: "active" } },
  });
  for (const fields of [
    { number: "A1", ...acme, amount: 1_000, openAmount: 250 },
    { number: "A2", ...acme, amount: 400, dueOn: on(10) },
    { number: "A3", ...acme, amount: 300, openAmount: 200, dueOn: on(-5), status: "disputed" },
    { number: "A4", ...acme, amount: 500, openAmount: 500, status: "draft" },
    { number: "A5", ...acme, amount: 700, status: "void" },
    { number: "A6", ...acme, amount: 900, openAmount: 900, status: "written off" },
    { number: "A7", ...acme, amount: 600, status: "paid", paidOn: on(-10) },
    { number: "A8", ...acme, amount: -150, openAmount: -100 },
    { number: "A9", ...acme, amount: 80, currency: "EUR" },
    { number: "A10", ...acme, amount: 50, openAmount: 0 },
  ])
    await add(member, fields);
  const hostly = { direction: "payable", vendorName: "Hostly" };
  for (const fields of [
    { number: "B1", ...hostly, amount: 500, openAmount: 120 },
    { number: "B2", ...hostly, amount: 300, dueOn: on(5) },
    { number: "B3", ...hostly, document: "credit note", amount: 60 },
    { number: "B4", ...hostly, amount: 40, status: "draft" },
    { number: "B5", ...hostly, amount: 70, status: "written off" },
  ])
    await add(member, fields);

  // Lists.
  expect(await sums(member, { view: "receivable" })).toEqual([5, "receivable EUR 80", "receivable GBP 750"]);
  expect(await sums(member, { view: "overdue" })).toEqual([3, "receivable EUR 80", "receivable GBP 450"]);
  expect(await sums(member, { view: "credits" })).toEqual([1, "receivable GBP -100"]);
  expect(await sums(member, { view: "payable" })).toEqual([3, "payable GBP 360"]);
  expect(await sums(member, { view: "overdueBills" })).toEqual([1, "payable GBP 120"]);
  expect(await sums(member, { view: "payable14" })).toEqual([2, "payable GBP 420"]);
  expect(await sums(member, { view: "disputed" })).toEqual([1, "receivable GBP 200"]);
  expect(await sums(member, { status: "open", type: "receivable", currency: "GBP" })).toEqual([
    4,
    "receivable GBP 550",
  ]);
  expect(await sums(member, { view: "billed", currency: "GBP" })).toEqual([6, "receivable GBP 2200"]);
  expect(await sums(member, { view: "bills" })).toEqual([3, "payable GBP 740"]);
  expect((await member.call(listOverdue)).map(({ many, count }) => [many, count])).toEqual([
    ["invoices", 3],
    ["bills", 1],
  ]);

  // Queries: by default, by the name of the amount, of a status, as a share, and by group.
  const explore = (asked: QueryInput) => member.call(exploreRows, { query: { q: JSON.stringify(asked) } });
  const is = (field: string, ...values: string[]) => ({ field, test: "is" as const, values });
  const sumOf = async (filters: QueryInput["filters"], field: string | null = null) => {
    const { total, leftOut } = await explore({ subject: "invoices", filters, measure: { of: "sum", field } });
    return [total.value, ...leftOut.map(({ value }) => value)];
  };
  for (const field of [null, "amount", "openAmount"]) {
    expect(await sumOf([is("view", "receivable")], field)).toEqual([750, 80]);
    expect(await sumOf([is("view", "overdue")], field)).toEqual([450, 80]);
    expect(await sumOf([is("view", "payable")], field)).toEqual([360]);
    expect(await sumOf([is("direction", "receivable"), is("status", "open", "disputed")], field)).toEqual([750, 80]);
  }
  expect(await sumOf([is("view", "billed")])).toEqual([2_200, 80]);
  const grouped = await explore({
    subject: "invoices",
    filters: [is("view", "overdue")],
    groupBy: { field: "customerName" },
    measure: { of: "sum" },
  });
  expect(grouped.groups?.map(({ label, value }) => [label, value])).toEqual([["Acme", 450]]);
  expect(grouped.title).toBe("Total open amount of invoices by customer: overdue");
  const late = await explore({
    subject: "invoices",
    filters: [is("direction", "receivable"), { field: "daysOverdue", test: "moreThan", values: [0] }],
  });
  expect(late.total.rows).toBe(3);
  const [found] = (await member.call(searchRows, { query: { q: "Acme" } })).filter(
    ({ subject }) => subject === "customers",
  );
  expect(found?.rows[0]?.aside).toBe("£750 owed");
  const paidInPart = (await member.call(searchRows, { query: { q: "A8" } })).flatMap(({ rows }) => rows);
  expect(paidInPart[0]?.aside).toContain("£100");

  // Topics and answers.
  const cfo = await briefedBy(member, team.find(({ role }) => role === "CFO")?.id ?? "");
  const value = (id: string) => cfo.report.figures.find((one) => one.id === `cfo.${id}`)?.value;
  expect([value("receivables.owed"), value("receivables.overdue"), value("receivables.overdue_count")]).toEqual([
    750, 450, 2,
  ]);
  expect([value("receivables.credits"), value("receivables.disputed"), value("receivables.owed_EUR")]).toEqual([
    100, 200, 80,
  ]);
  const buckets = [0, 1, 2, 3, 4].map((at) => value(`receivables.bucket_${at}`));
  expect(buckets).toEqual([400, 450, 0, 0, 0]);
  expect([value("payables.owed"), value("payables.overdue"), value("payables.credits")]).toEqual([360, 120, 60]);
  expect([value("payables.within_7"), value("payables.within_30")]).toEqual([300, 300]);
  expect(await ask(member, "How much do customers owe us?")).toContain(
    "Customers owe £750, after credit notes of £100; invoices of £450 are overdue.",
  );
  expect(await ask(member, "How much does Acme owe us?")).toContain("£750");
  expect(await ask(member, "How much is overdue?")).toContain("£450 is overdue, in 2 invoices");
  expect(await ask(member, "total of overdue invoices by customer")).toContain("£450");
  expect(await ask(member, "How much do we owe Hostly?")).toContain("£360");
  expect(await ask(member, "How many draft invoices are there?")).toMatch(/1 invoice/);
  expect(await ask(member, "Is Acme at risk?")).toContain("£450");

  // What is done about it.
  const plan = await member.call(executeCommand, { body: { prompt: "Collect everything that is overdue" } });
  const texts = JSON.stringify(plan);
  expect(texts).toContain("£450");
  expect(plan.tasks.map(({ title }) => title)).toContain("Ask Acme to pay £250");
  expect(texts).toContain("£200 is disputed");
  expect(texts).toContain("Credit notes of £100 are not used yet");
  const first = await member.call(queryOrchestrator, { body: { query: "top priorities", priority: "medium" } });
  expect(JSON.stringify(first)).toContain("Collect £250 from Acme");
}, 200_000);

test("the amounts of an invoice must fit each other, and a refusal changes nothing", async () => {
  const member = await newcomer();
  const within = "Must be between 0 and the amount";
  for (const [fields, sentence] of [
    [{ amount: 100, openAmount: 101 }, within],
    [{ amount: 100, openAmount: -1 }, within],
    [{ amount: 0, openAmount: 1 }, within],
    [{ amount: -100, openAmount: 5, document: null }, within],
    [{ amount: 100, openAmount: 150, document: "credit note" }, within],
    [{ amount: 100, openAmount: 1, status: "paid" }, "Must be 0 or empty once it is paid"],
    [{ amount: -100, document: "invoice" }, "choose credit note as the document"],
    [{ amount: 1e13 }, "Must be at most"],
  ] as const)
    expect([fields, await refused(add(member, { number: "N", ...fields }))]).toEqual([
      fields,
      expect.stringContaining(sentence),
    ]);
  expect(await sums(member, {})).toEqual([0]);
});

test("a credit note keeps its sign however it is written, and keeps its id", async () => {
  const member = await newcomer();
  const written = [
    { number: "C1", amount: -50 },
    { number: "C2", amount: 50, document: "credit note" },
    { number: "C3", amount: -50, openAmount: -20, document: "credit note" },
    { number: "C4", amount: 50, openAmount: 20, document: "credit note" },
  ];
  for (const fields of written) {
    const { fields: kept, externalId } = await add(member, fields);
    expect(kept).toMatchObject({ document: "credit note", amount: -50 });
    expect(externalId).toBe(fields.number.toLowerCase());
  }
  expect(await sums(member, { view: "credits" })).toEqual([4, "receivable GBP -140"]);
  expect((await add(member, { number: "I", amount: 10 })).fields).toMatchObject({ document: "invoice" });
});

test("an invoice that is paid has nothing open, by hand and by a file", async () => {
  const member = await newcomer();
  const { id, fields } = await add(member, { number: "P1", amount: 100, openAmount: 40 });
  const paid = { ...fields, status: "paid", openAmount: 0, paidOn: today };
  await member.call(changeRecord, { params: { id }, body: { kind: "invoices", fields: paid } as never });
  expect(await sums(member, { view: "receivable" })).toEqual([0]);
  expect((await journalOf(world, member)).at(-1)).toBe("record.changed");

  const head = "Number,Date,Due Date,Amount,Customer";
  await importFile(
    world,
    member,
    "invoices",
    `${head},Balance Due,Status\nF1,2026-01-05,2026-02-05,100,Acme,30,Sent\n`,
  );
  const one = async () =>
    (await member.call(listRecords, { params: { kind: "invoices" }, query: { q: "F1" } })).rows[0];
  expect((await one())?.fields).toMatchObject({ status: "open", openAmount: 30 });
  const again = `${head},Status\nF1,2026-01-05,2026-02-05,100,Acme,Paid\n`;
  expect(await importFile(world, member, "invoices", again)).toMatchObject({ changed: 1 });
  expect((await one())?.fields).toMatchObject({ status: "paid", openAmount: 0 });
  expect(await importFile(world, member, "invoices", again)).toMatchObject({ changed: 0, unchanged: 1 });
});

test("files say what is open, what is a draft and what is a credit note in their own words", async () => {
  const owed = async (csv: string) => {
    const member = await newcomer();
    const done = await importFile(world, member, "invoices", csv);
    const [, ...found] = await sums(member, { view: "receivable" });
    return [done.status, done.badCount, ...found];
  };
  const head = "Number,Date,Due Date,Amount,Customer";
  const line = (number: string, amount: string) => `${number},2026-01-05,2026-02-05,${amount},Acme`;
  expect(
    await owed(`${head},Open Balance,Status\n${line("A1", "1000")},250,Overdue\n${line("A2", "500")},500,Draft\n`),
  ).toEqual(["done", 0, "receivable GBP 250"]);
  expect(
    await owed(
      `${head},Type,Status\n${line("1", '"1,000.00"')},Invoice,Open\n${line("2", "(250.00)")},Credit Memo,Open\n${line("3", "-50.00")},Invoice,Open\n`,
    ),
  ).toEqual(["done", 0, "receivable GBP 700"]);
  // Programs that write a credit note without a sign name it in the column of types.
  expect(
    await owed(`${head},Type,Amount Due\n${line("1", "900")},Invoice,900\n${line("2", "200")},Credit Note,150\n`),
  ).toEqual(["done", 0, "receivable GBP 750"]);
  // Without a column of statuses, what is open tells.
  expect(
    await owed(`${head},Balance\n${line("1", "900")},0\n${line("2", "200")},200\n${line("3", "70")},20\n`),
  ).toEqual(["done", 0, "receivable GBP 220"]);
  expect(
    await owed(
      `${head},Status\n${line("1", "900")},Written-off\n${line("2", "200")},Partially Paid\n${line("3", "70")},Bad debt\n`,
    ),
  ).toEqual(["done", 0, "receivable GBP 200"]);
  expect(await owed(`${head},Balance\n${line("1", "900")},950\n${line("2", "200")},200\n`)).toEqual([
    "done",
    1,
    "receivable GBP 200",
  ]);
});

test("another company sees no invoice", async () => {
  const [member, stranger] = [await newcomer(), await newcomer()];
  const { id } = await add(member, { number: "S1", amount: 100, openAmount: 40 });
  expect(await refused(stranger.call(getRecord, { params: { kind: "invoices", id } }))).not.toBe("taken");
});
