import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import { getDecision } from "#features/decisions/contract.ts";
import { dayIn } from "#platform/clock.ts";
import { addRecord, briefed } from "../briefed.ts";
import { type Member, openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const today = dayIn(new Date(), "Europe/London");
const on = (days: number) => addDays(today, days);

async function fillWith(member: Member) {
  const add = (table: string, columns: Record<string, unknown>) => addRecord(world, member, table, columns);
  const signed = { status: "active", signed_on: on(-400) };
  const host = await add("vendors", { name: "Host {x}", status: "active", category: "Cloud hosting" });
  const cafe = await add("vendors", { name: "Cafe", status: "active", category: "Chrome plating" });
  const pay = await add("vendors", { name: "Payday", status: "active", category: "Payroll" });
  const acme = await add("customers", { name: "Acme <b>", status: "active" });
  const covered = await add("customers", { name: "Covered", status: "active" });
  const planned = await add("customers", { name: "Planned", status: "active" });
  await add("customers", { name: "Idle", status: "active" });
  const bill = { issued_on: on(-10), due_on: on(20), status: "open" };
  await add("invoices", { ...bill, number: "1", direction: "receivable", customer_id: acme, amount: 700 });
  await add("invoices", { ...bill, number: "2", direction: "receivable", customer_id: covered, amount: 900 });
  await add("invoices", { ...bill, number: "3", direction: "payable", vendor_id: cafe, amount: 40 });
  await add("invoices", { ...bill, number: "4", direction: "payable", vendor_id: host, amount: 100 });
  await add("invoices", { ...bill, number: "5", direction: "payable", vendor_id: cafe, amount: 5, status: "void" });
  await add("subscriptions", { name: "Team", kind: "plan", customer_id: planned, status: "active" });
  await add("contracts", {
    ...signed,
    title: "Hosting",
    kind: "vendor",
    vendor_id: host,
    vendor_name: "Host {x}",
    ends_on: on(50),
    notice_days: 30,
    auto_renews: true,
    renewal_months: 24,
    yearly_value: 1200,
  });
  await add("contracts", {
    ...signed,
    title: "Covered frame",
    kind: "customer",
    customer_id: covered,
    customer_name: "Covered",
    ends_on: on(60),
    yearly_value: 5000,
  });
  await add("contracts", { ...signed, title: "Far away", kind: "other", ends_on: on(200), notice_days: 30 });
  await add("contracts", {
    ...signed,
    title: "In euro",
    kind: "partner",
    vendor_name: "Lyon",
    ends_on: on(80),
    notice_days: 1,
    currency: "EUR",
    yearly_value: 99,
  });
  await add("contracts", {
    ...signed,
    title: "Data of payroll",
    kind: "data protection",
    vendor_id: pay,
    vendor_name: "Payday",
  });
  await add("contracts", { ...signed, title: "Old but active", kind: "other", ends_on: on(-5), signed_on: null });
  await add("contracts", {
    title: "Old and billed",
    kind: "customer",
    status: "ended",
    customer_id: acme,
    customer_name: "Acme <b>",
    ends_on: on(-50),
  });
  await add("contracts", {
    title: "Old and replaced",
    kind: "customer",
    status: "ended",
    customer_id: covered,
    ends_on: on(-50),
  });
  await add("contracts", {
    title: "New lease",
    kind: "vendor",
    status: "draft",
    vendor_name: "Towers",
    starts_on: on(-1),
    yearly_value: 300,
  });
  await add("contracts", { title: "Fresh draft", kind: "other", status: "draft", yearly_value: 9000 });
}

test("Legal reports notice dates, renewals, missing agreements and what is not signed", async () => {
  const member = await world.member();
  await fillWith(member);
  const stranger = await world.member();
  await fillWith(stranger);
  const { run, report, said, value, ledTo } = await briefed(member, "Legal");
  expect(run.status).toBe("done");
  expect(run.origin).toBe("external");
  expect(value("legal.notice.notices")).toBe(3);
  expect(value("legal.notice.notices_30")).toBe(1);
  expect(value("legal.notice.notice_value")).toBe(6200);
  expect(value("legal.notice.notice_value_EUR")).toBe(99);
  expect(value("legal.notice.contract_0_days")).toBe(20);
  // 1,200 a year for 24 months.
  expect(value("legal.notice.committed")).toBe(2400);
  expect(value("legal.coverage.customers")).toBe(2);
  expect(value("legal.coverage.customer_0")).toBe(700);
  expect(value("legal.coverage.vendors")).toBe(1);
  expect(value("legal.coverage.vendor_0")).toBe(40);
  expect(value("legal.coverage.processors")).toBe(1);
  expect(said.some((line) => line.includes("Host {x} (Cloud hosting)"))).toBe(true);
  expect(value("legal.coverage.outlived")).toBe(2);
  expect(value("legal.unsigned.drafts")).toBe(2);
  expect(value("legal.unsigned.long")).toBe(1);
  expect(value("legal.unsigned.unsigned")).toBe(1);
  expect(value("legal.contracts.in_force")).toBe(5);
  expect(value("legal.contracts.vendors")).toBe(1200);
  expect(report.proposals).toEqual([expect.objectContaining({ decisionType: "contract_review" })]);
  expect(report.proposals[0]?.context).toMatchObject({ subject: "New lease", counterparty: "Towers", side: "buy" });
  expect(ledTo.filter(({ kind }) => kind === "decision")).toHaveLength(1);
  expect(report.figures.every(({ source }) => source.label !== "")).toBe(true);
});

test("what Legal wants done about a draft is what stands open in its own review, and the CEO says the same", async () => {
  const member = await world.member();
  await fillWith(member);
  const { ledTo, said } = await briefed(member, "Legal");
  const review = ledTo.find(({ kind }) => kind === "decision");
  const { decision } = await member.call(getDecision, { params: { id: review?.id ?? "" }, query: {} });
  const open = /^Clarify first: (.+)\. The score .*\. Don't sign yet\.$/.exec(decision.recommendation)?.[1];
  expect(open).toMatch(/of 9 clauses are unknown/);
  expect(said.join(" ")).toContain(`Before it is signed, clarify: ${open}.`);
  expect(said.join(" ")).toContain("on record since today");
  const { said: words } = await briefed(member, "CEO");
  expect(words.join(" ")).toContain(`Clarify New lease (Towers), $300 a year, before it is signed: ${open}.`);
  expect(words.join(" ")).not.toMatch(/\bGet .* signed/);
});

test("Legal without contracts says what is needed", async () => {
  const { report } = await briefed(await world.member(), "Legal");
  expect(report.figures).toEqual([]);
  expect(report.missing.map(({ needed }) => needed)).toEqual(Array(5).fill("contracts"));
});
