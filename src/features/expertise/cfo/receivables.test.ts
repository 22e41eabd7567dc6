import { expect, test } from "vitest";
import { formatLine } from "#contract/report.ts";
import { answer, expectSound, friday, hostile, value } from "../../../../test/sound.ts";
import { concludeReceivables, type Receivables } from "#features/expertise/cfo/receivables.ts";
import { aboutAll } from "#features/expertise/topics/topic.ts";

const none: Receivables = {
  open: [],
  debtors: [],
  billed: { invoices: 0, amount: 0 },
  paid: { invoices: 0, days: null },
  anyInvoices: true,
};
const own = {
  currency: "USD",
  invoices: 3,
  amount: 10_000,
  credits: 0,
  creditNotes: 0,
  overdueInvoices: 2,
  overdue: 4_000,
  disputed: 500,
  buckets: [6_000, 3_000, 1_000, 0, 0] as [number, number, number, number, number],
  origins: [],
};
const acme = {
  customerId: "c1",
  name: "Acme",
  amount: 5_000,
  invoices: 2,
  overdue: 3_000,
  oldestDueOn: "2026-11-10",
};

test("open invoices, their age, and how long customers take to pay", () => {
  const conclusion = concludeReceivables(
    { ...none, open: [own], debtors: [acme], billed: { invoices: 9, amount: 45_000 } },
    friday,
    aboutAll,
  );
  expectSound(conclusion);
  expect(answer(conclusion, "overdue")).toBe("$4,000 is overdue, in 2 invoices: 40% of all that is open.");
  expect(answer(conclusion, "debtors")).toContain(
    "Acme owes the most: $5,000, of which $3,000 is overdue, the oldest for 10 days.",
  );
  // 10,000 open ÷ 45,000 billed in 90 days × 90 = 20 days
  expect(value(conclusion, "dso")).toBeCloseTo(20);
  expect(answer(conclusion, "dso")).toBe(
    "No invoice was paid in the last 365 days, so the days to pay are not known. Days sales outstanding are 20 days: what is open, by sales of 90 days.",
  );
  expect(conclusion.concerns).toMatchObject([{ key: "receivable:c1", amount: 3_000, dueOn: "2026-11-10" }]);
  // overdue for 10 of 90 days
  expect(conclusion.concerns[0]?.severity).toBeCloseTo(10 / 90);
});

test("how long customers take to pay is measured on paid invoices, beside the days of sales outstanding", () => {
  const paid = { invoices: 4, days: 22.9 };
  const facts = { ...none, open: [own], billed: { invoices: 9, amount: 45_000 }, paid };
  const conclusion = concludeReceivables(facts, friday, aboutAll);
  expectSound(conclusion);
  expect([value(conclusion, "days_to_pay"), value(conclusion, "dso")]).toEqual([22.9, 20]);
  expect(answer(conclusion, "dso")).toBe(
    "Customers take 22.9 days to pay on average, by 4 invoices paid in the last 365 days. Days sales outstanding are 20 days: what is open, by sales of 90 days.",
  );
  const customer = { id: "c1", name: "Acme" };
  expect(answer(concludeReceivables(facts, friday, { ...aboutAll, customer }), "dso")).toBe(
    "Acme takes 22.9 days to pay on average, by 4 invoices paid in the last 365 days.",
  );
});

test("amounts in another currency are mentioned, not added", () => {
  const conclusion = concludeReceivables(
    { ...none, open: [own, { ...own, currency: "EUR", amount: 700 }] },
    friday,
    aboutAll,
  );
  expectSound(conclusion);
  expect(value(conclusion, "owed")).toBe(10_000);
  expect(value(conclusion, "owed_EUR")).toBe(700);
});

test("without invoices the answer is what is missing", () => {
  const conclusion = concludeReceivables({ ...none, anyInvoices: false }, friday, aboutAll);
  expectSound(conclusion);
  expect(conclusion.answers).toEqual({});
  expect(conclusion.figures).toEqual([]);
  expect(conclusion.missing[0]).toMatchObject({ needed: "invoices", href: "/records/invoices" });
});

test("the largest debtor is by open amount, not by days overdue", () => {
  const bolt = { ...acme, customerId: "c2", name: "Bolt", amount: 5_001, overdue: 0, oldestDueOn: null };
  const conclusion = concludeReceivables({ ...none, open: [own], debtors: [acme, bolt] }, friday, aboutAll);
  expectSound(conclusion);
  expect(answer(conclusion, "debtors")).toBe("Bolt owes the most: $5,001, none of it overdue. All customers: $10,000.");
  const lines = conclusion.section.lines.map((line) => formatLine(line, conclusion.figures));
  expect(lines).toContain("Acme has the most overdue: $3,000, the oldest for 10 days.");
});

test("with all invoices paid nothing is owed", () => {
  const conclusion = concludeReceivables(none, friday, aboutAll);
  expectSound(conclusion);
  expect(answer(conclusion, "debtors")).toBe("No customer owes anything overdue; $0 is open.");
  expect(conclusion.concerns).toEqual([]);
});

test("names stay plain text with any content", () => {
  for (const name of hostile) {
    const conclusion = concludeReceivables({ ...none, open: [own], debtors: [{ ...acme, name }] }, friday, aboutAll);
    expectSound(conclusion);
    expect(answer(conclusion, "debtors")).toContain(`${name} owes the most: $5,000, of which $3,000 is overdue`);
  }
});

test("the largest amounts the product accepts stay finite", () => {
  const most = { ...own, amount: 1e12, overdue: 1e12, buckets: [0, 0, 0, 0, 1e12] as typeof own.buckets };
  const conclusion = concludeReceivables({ ...none, open: [most] }, friday, aboutAll);
  expectSound(conclusion);
  expect(value(conclusion, "overdue_share")).toBe(1);
});

test("amounts owed in another currency only are mentioned", () => {
  const pounds = { ...friday, currency: "GBP" as const };
  const conclusion = concludeReceivables({ ...none, open: [own] }, pounds, aboutAll);
  expectSound(conclusion);
  const otherMoney = "Besides, $10,000 is open, $4,000 of it overdue; it is not added, as no rate is known.";
  expect(answer(conclusion, "owed")).toBe(`Customers owe nothing in GBP. ${otherMoney}`);
  expect(answer(conclusion, "overdue")).toBe(`Nothing in GBP is overdue. ${otherMoney}`);
  expect(answer(conclusion, "debtors")).toBe(`No customer owes anything in GBP. ${otherMoney}`);
  const of = concludeReceivables({ ...none, open: [own] }, pounds, {
    ...aboutAll,
    customer: { id: "c1", name: "Zanzibar Ltd" },
  });
  expect(answer(of, "owed")).toBe(`Zanzibar Ltd owes nothing in GBP. ${otherMoney}`);
});
