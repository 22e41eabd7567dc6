import { expect, test } from "vitest";
import { formatLine } from "#contract/report.ts";
import type { Signals } from "#features/records/care/rows.ts";
import type { Plan, Window } from "#features/records/renewals/rows.ts";
import { concludeCustomers } from "#features/expertise/customer-success/customers.ts";
import { concludeHealth } from "#features/expertise/customer-success/health.ts";
import { concludePromises } from "#features/expertise/customer-success/promises.ts";
import { concludeRenewals } from "#features/expertise/customer-success/renewals.ts";
import { aboutAll, type Conclusion, type Today } from "#features/expertise/topics/topic.ts";

const today: Today = { today: "2026-11-20", currency: "USD", timeZone: "Europe/London" };
const kept = { tickets: true, invoices: true };
const signals = (of: Partial<Signals>): Signals => ({
  id: "c1",
  name: "{x} <b>",
  status: "active",
  ownerName: null,
  lastContactOn: "2026-07-01",
  usage30: 10,
  usagePrior30: 100,
  satisfaction: null,
  openTickets: 0,
  overdueTickets: 0,
  overdueInvoices: 1,
  overdueAmount: 300,
  oldestOverdueOn: "2026-11-14",
  yearlyValue: 2400,
  nextRenewalOn: "2026-12-01",
  origin: "external",
  ...of,
});
const value = (of: Conclusion, id: string) => of.figures.find((one) => one.id === id)?.value;
const answer = (of: Conclusion, id: string) => formatLine(of.answers[id] ?? [], of.figures);
const about = (name: string) => ({ ...aboutAll, customer: { id: "c1", name } });

test("customers at risk with reasons and revenue", () => {
  const rows = [
    signals({}),
    signals({
      id: "c2",
      name: "Fine",
      usage30: 75,
      lastContactOn: "2026-11-01",
      overdueInvoices: 0,
      oldestOverdueOn: null,
    }),
  ];
  const of = concludeHealth({ rows, troubled: 2, customers: 40, kept }, today, aboutAll);
  // Usage 0 × 30, contact 0 × 20, tickets 100 × 20, payment 90 × 10, by 80: 36. The other: 50 × 30 + 50 × 100, by 80: 81.
  expect(value(of, "at_risk")).toBe(1);
  expect(value(of, "at_stake")).toBe(2400);
  expect(answer(of, "risk")).toBe(
    "1 of 40 customers is at risk, with $2,400 a year; 0 more are worth watching. {x} <b> (36 of 100): usage fell by 90%, the last contact was 142 days ago.",
  );
  expect(of.concerns).toEqual([expect.objectContaining({ key: "customer:c1", amount: 2400, dueOn: "2026-12-01" })]);
});

test("if not all customers with signs were scored, the number is a minimum", () => {
  const of = concludeHealth({ rows: [signals({})], troubled: 150, customers: 900, kept }, today, aboutAll);
  expect(answer(of, "risk")).toContain("at least 1 of 900 customers");
});

test("a customer's tickets are counted if the company keeps tickets, otherwise unknown", () => {
  const ticketsOf = (of: Partial<Signals>, keeps = kept) =>
    concludeHealth({ rows: [signals(of)], troubled: 1, customers: 40, kept: keeps }, today, about("{x} <b>"));
  const some = ticketsOf({ openTickets: 3, overdueTickets: 1 });
  expect(answer(some, "tickets")).toBe("3 tickets of {x} <b> are open, 1 of them overdue.");
  expect(some.figures.find(({ id }) => id === "tickets")?.source.href).toBe("/records/tickets?view=open&customerId=c1");
  expect(answer(ticketsOf({}), "tickets")).toBe("No ticket of {x} <b> is open.");
  expect(ticketsOf({}, { ...kept, tickets: false }).answers["tickets"]).toBeUndefined();
});

test("the health of one customer, and what is unknown", () => {
  const of = concludeHealth({ rows: [signals({})], troubled: 1, customers: 40, kept }, today, about("{x} <b>"));
  expect(answer(of, "state")).toContain("{x} <b> has 36 of 100: at risk.");
  expect(answer(of, "state")).toContain("They pay $2,400 a year; the next renewal is on 1 December 2026.");
  expect(answer(of, "state")).toContain("$300 of their invoices is overdue.");
  expect(answer(of, "state")).toContain("Not known: satisfaction.");
  expect(of.missing).toHaveLength(1);
  expect(concludeHealth({ rows: [], troubled: 0, customers: 2, kept }, today, about("Nobody")).headline).toBeNull();
});

test("too few known parts give no score, and the answer says so", () => {
  const bare = signals({ usage30: null, lastContactOn: null, overdueInvoices: 0, oldestOverdueOn: null });
  const none = { tickets: false, invoices: false };
  const of = concludeHealth({ rows: [bare], troubled: 1, customers: 1, kept: none }, today, aboutAll);
  expect(value(of, "at_risk")).toBe(0);
  expect(of.missing.map(({ needed }) => needed)).toEqual([
    "tickets",
    "invoices",
    "usage, last contact or satisfaction",
  ]);
  const one = concludeHealth({ rows: [bare], troubled: 1, customers: 1, kept: none }, today, about("{x} <b>"));
  expect(answer(one, "state")).toContain("cannot be scored");
});

const windows = (of: Partial<Window>): Window => ({
  currency: "USD",
  within30: 1,
  within60: 2,
  within90: 3,
  amount30: 100,
  amount60: 200,
  amount90: 300,
  lapsed: 0,
  unpriced: 0,
  origins: [],
  ...of,
});
const plan = (of: Partial<Plan>): Plan => ({
  id: "s1",
  name: "Team",
  customerId: "c1",
  customerName: "=cmd",
  on: "2026-11-25",
  yearly: 100,
  currency: "USD",
  status: "active",
  ...of,
});
const renewals = { windows: [windows({})], next: [plan({})], ended: [], lost: [], churned: 0, anyPlans: true };

test("renewals with the revenue at stake, the next one first", () => {
  const of = concludeRenewals(renewals, today, aboutAll);
  expect(answer(of, "renewals")).toBe(
    "3 plans renew within 90 days, worth $300 a year; 1 of them within 30 days, worth $100. Next is =cmd (Team) on 25 November 2026, $100 a year.",
  );
  expect(value(of, "plan_0_days")).toBe(5);
  expect(of.concerns).toHaveLength(1);
  expect(answer(of, "churned")).toContain("No plan was cancelled in the last 90 days.");
});

test("amounts in another currency and plans without a price are not added", () => {
  const facts = {
    ...renewals,
    windows: [windows({ unpriced: 1, lapsed: 2 }), windows({ currency: "EUR", amount90: 900 })],
    next: [plan({ currency: "EUR", yearly: 900 }), plan({ id: "s2", yearly: null })],
  };
  const of = concludeRenewals(facts, today, aboutAll);
  expect(value(of, "stake_90")).toBe(300);
  expect(value(of, "stake_EUR")).toBe(900);
  // A plan's value is shown in its own currency, but not weighed against amounts in the company's.
  expect(of.figures.find(({ id }) => id === "plan_0")).toMatchObject({ value: 900, currency: "EUR" });
  expect(of.concerns[0]).toMatchObject({ amount: null });
  expect(of.missing).toHaveLength(2);
});

test("plans cancelled in a period, and of one customer", () => {
  const period = { from: "2026-01-01", to: "2026-12-31", label: "2026" };
  const ended = [{ currency: "USD", plans: 2, yearly: 500, origins: [] }];
  const facts = { ...renewals, ended, lost: [plan({ on: "2026-10-01", yearly: 400 })], churned: 7 };
  const of = concludeRenewals(facts, today, { ...aboutAll, period });
  expect(answer(of, "churned")).toBe(
    "2 plans worth $500 a year were cancelled in 2026. The biggest: =cmd (Team) on 1 October 2026, $400 a year. 7 customers are marked as churned in total.",
  );
  expect(answer(concludeRenewals(facts, today, about("Acme")), "churned")).toContain("2 plans of Acme worth $500");
});

test("promises: overdue ones first, one without a date is mentioned", () => {
  const due = [
    { id: "t1", title: "Call {x}", customerName: "Acme", ownerName: "Dana", dueOn: "2026-11-17" },
    { id: "t2", title: "Send it", customerName: null, ownerName: null, dueOn: "2026-11-22" },
  ];
  const totals = { open: 3, overdue: 1, soon: 1, undated: 1, origins: [] };
  const of = concludePromises({ totals, due, anyPromises: true }, today, aboutAll);
  expect(answer(of, "promises")).toBe(
    "1 of 3 open promises is overdue; 1 is due within 14 days. First: Call {x}, for Acme, overdue by 3 days (Dana); Send it, due in 2 days.",
  );
  expect(of.concerns.map(({ key }) => key)).toEqual(["promise:t1"]);
  expect(of.missing).toHaveLength(1);
});

test("with all promises kept nothing is missing", () => {
  const totals = { open: 0, overdue: 0, soon: 0, undated: 0, origins: [] };
  const of = concludePromises({ totals, due: [], anyPromises: true }, today, about("Acme"));
  expect(answer(of, "promises")).toBe("No promise to Acme is open.");
  expect(of.missing).toEqual([]);
});

test("without rows the answer is what is needed", () => {
  const totals = { open: 0, overdue: 0, soon: 0, undated: 0, origins: [] };
  const none = [
    concludeHealth({ rows: [], troubled: 0, customers: 0, kept }, today, aboutAll),
    concludeRenewals({ ...renewals, anyPlans: false }, today, aboutAll),
    concludePromises({ totals, due: [], anyPromises: false }, today, aboutAll),
  ];
  for (const of of none) {
    expect(of).toMatchObject({ headline: null, answers: {}, figures: [], concerns: [] });
    expect(of.missing).toHaveLength(1);
  }
});

test("the number of customers, new ones, the first one, and revenue from plans", () => {
  const period = { from: "2026-11-01", to: "2026-11-30", label: "November 2026" };
  const facts = {
    kept: { all: 10, active: 7, paused: 1, churned: 2, dated: 6, fresh: 1, origins: [] },
    newest: [{ id: "c9", name: "{x}", since: "2026-11-03", status: "active" as const }],
    oldest: { id: "c1", name: "First <b>", since: "2019-02-01", status: "active" as const },
    recurring: [
      { currency: "USD", plans: 3, yearly: 3600, origins: [] },
      { currency: "EUR", plans: 1, yearly: 60, origins: [] },
    ],
  };
  const of = concludeCustomers(facts, today, { ...aboutAll, period });
  expect(answer(of, "count")).toBe("7 customers are active and 1 paused; 2 left.");
  expect(answer(of, "new")).toBe("1 customer came in November 2026 so far: {x} (since 3 Nov 2026).");
  expect(answer(of, "oldest")).toBe("First <b> has been a customer longest, since 1 Feb 2019.");
  // 3,600 a year ÷ 12.
  expect(answer(of, "recurring")).toBe(
    "Customers' plans bring $300 a month, $3,600 a year, from 3 active plans. Besides, €60 a year comes from 1 active plan; it is not added, as no rate is known.",
  );
  expect(value(of, "yearly_EUR")).toBe(60);
  const pounds = concludeCustomers(facts, { ...today, currency: "GBP" }, { ...aboutAll, period });
  expect(answer(pounds, "recurring")).toBe(
    "No customer's plan in GBP is active. Besides, $3,600 a year comes from 3 active plans; it is not added, as no rate is known. Besides, €60 a year comes from 1 active plan; it is not added, as no rate is known.",
  );
  expect(of.figures.find(({ id }) => id === "new")?.source.href).toBe(
    "/records/customers?day=since&from=2026-11-01&to=2026-11-20",
  );
  const gone = [
    { id: "c8", name: "Rest", since: "2026-11-02", status: "paused" as const },
    { id: "c7", name: "Gone", since: "2026-11-01", status: "churned" as const },
  ];
  const since = concludeCustomers({ ...facts, newest: gone, kept: { ...facts.kept, fresh: 2 } }, today, aboutAll);
  expect(answer(since, "new")).toContain("Rest (since 2 Nov 2026, paused now), Gone (since 1 Nov 2026, left since).");
  const bare = { kept: { ...facts.kept, dated: 0, fresh: 0 }, newest: [], oldest: null, recurring: [] };
  const blind = concludeCustomers(bare, today, aboutAll);
  expect(Object.keys(blind.answers)).toEqual(["count"]);
  expect(blind.missing.map(({ what }) => what)).toEqual(["Who is new and who was first", "Recurring revenue"]);
  const none = concludeCustomers({ ...bare, kept: { ...bare.kept, all: 0 } }, today, aboutAll);
  expect(none).toMatchObject({ headline: null, answers: {}, figures: [] });
});
