import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { formatLine } from "#contract/report.ts";
import { askAgents, listQuestions } from "#features/conversations/contract.ts";
import { addRecord, type RecordKind } from "#features/records/contract.ts";
import { listMetrics } from "#features/metrics/contract.ts";
import { dayIn, now } from "#platform/clock.ts";
import { brief } from "../briefing.ts";
import { importFile } from "../importing.ts";
import { hire, type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

const today = dayIn(now(), "Europe/London");
/** The first days of the five months before this one, oldest first. */
const months = [5, 4, 3, 2, 1].map((back) => {
  const date = new Date(`${today.slice(0, 7)}-15T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - back);
  return `${date.toISOString().slice(0, 8)}01`;
});
const endOf = (month: string) => addDays(`${addDays(month, 31).slice(0, 8)}01`, -1);
const add = (member: Member, kind: RecordKind, fields: Record<string, string | number | null>) =>
  member.call(addRecord, { body: { kind, source: "manual", fields } as never });

test("cash and burn come from the bank, named as such, with the ledger beside; over budget is a concern", async () => {
  const member = await world.member();
  const [cfo] = await hire(member, "CFO");
  // 20,000 out and 12,000 in each month; the ledger books 15,000 of costs and 13,000 of income.
  const lines = months.flatMap((month) => [`${month},Payroll and rent,-20000`, `${endOf(month)},Customers,12000`]);
  await importFile(world, member, "transactions", `Date,Description,Amount\n${lines.join("\n")}\n`);
  await add(member, "bankAccounts", {
    name: "Main",
    status: "open",
    balance: 60_000,
    balanceOn: endOf(months[4] ?? ""),
  });
  const books = months.flatMap((month) => [
    `Sales,${month},Income,13000,12000`,
    `Hosting,${month},Cost of sales,5200,5000`,
    `Rent,${month},Expense,9800,9900`,
  ]);
  await importFile(world, member, "ledger", `Account,Month,Type,Actual,Budget\n${books.join("\n")}\n`);
  await add(member, "people", { name: "Ines", status: "active", startedOn: months[0] ?? "", monthlyCost: 6_800.5 });
  await add(member, "people", { name: "Jonas", status: "active", startedOn: months[1] ?? "" });
  const cash = () => member.call(listMetrics, { query: { name: "cash" } });
  await expect.poll(async () => (await cash()).at(-1)?.metricValue, { timeout: 30_000 }).toBe(60_000);
  const { run, missing, said } = await brief(member, cfo);
  const value = (id: string) => run.report?.figures.find((one) => one.id === id)?.value;
  expect(value("cfo.runway.cash")).toBe(60_000);
  expect(value("cfo.runway.burn")).toBe(8_000);
  expect(value("cfo.runway.burn_ledger")).toBe(2_000);
  expect(value("cfo.profit.profit")).toBe(2_000);
  expect(value("cfo.profit.margin")).toBeCloseTo(0.6);
  expect(value("cfo.profit.over_sum")).toBe(200);
  expect(value("cfo.people.headcount")).toBe(2);
  expect(value("cfo.people.payroll")).toBe(6_800.5);
  const text = said.join("\n");
  expect(text).toContain("By the ledger");
  expect(text).toMatch(/1 person has no monthly cost/);
  expect(missing).not.toContain("Cash");
  expect(missing).not.toContain("Net burn");
});

test("an account without a balance is asked for by its name, and a company without books is not asked for them", async () => {
  const member = await world.member();
  const [cfo] = await hire(member, "CFO");
  await add(member, "bankAccounts", { name: "Savings", status: "open", currency: "USD" });
  const { run, missing } = await brief(member, cfo);
  expect(run.report?.missing.find(({ what }) => what === "Cash")).toMatchObject({
    needed: "the balance of Savings",
    href: "/records/bankAccounts",
  });
  expect(missing).not.toContain("Profit and loss");
  expect(missing).not.toContain("Headcount and payroll");
  expect(run.report?.sections.map(({ title }) => title)).not.toContain("Profit and loss");
});

async function ask(member: Member, question: string): Promise<string> {
  const { taskId } = await member.call(askAgents, { body: { question, urgency: "high" } });
  const answered = () =>
    member.call(listQuestions).then((all) => all.find((one) => one.taskId === taskId && one.answer !== null));
  await expect.poll(answered, { timeout: 100_000 }).toBeTruthy();
  const answer = (await answered())?.answer;
  return answer ? formatLine(answer.line, answer.figures) : "";
}

test("without bills, spending comes from the categories of the bank, and from the ledger where there is one", async () => {
  const member = await world.member();
  await hire(member, "CFO");
  const bank = [
    `${addDays(today, -3)},Office,-1200.50,Rent`,
    `${addDays(today, -2)},Servers,-300,Hosting`,
    `${addDays(today, -2)},Customers,9000,Sales`,
    `${addDays(today, -1)},Cafe,-12,`,
  ];
  await importFile(world, member, "transactions", `Date,Description,Amount,Category\n${bank.join("\n")}\n`);
  const question = "What do we spend our money on?";
  expect(await ask(member, question)).toMatch(
    /most went into Rent \$1,201; Hosting \$300; no category \$12; \$1,513 in all, by the bank/,
  );
  const books = [
    `Rent,${months[4]},Expense,9800.40`,
    `Hosting,${months[4]},Cost of sales,5200`,
    `Sales,${months[4]},Income,13000`,
  ];
  await importFile(world, member, "ledger", `Account,Month,Type,Actual\n${books.join("\n")}\n`);
  expect(await ask(member, question)).toMatch(
    /most went into Rent \$9,800; Hosting \$5,200; \$15,000 in all, by the ledger/,
  );
});
