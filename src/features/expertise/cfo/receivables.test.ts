import { expect, test } from "vitest";
import { inWords } from "#contract/report.ts";
import { answer, expectSound, friday, hostile, value } from "../../../../test/sound.ts";
import { concludeReceivables, type Receivables } from "#features/expertise/cfo/receivables.ts";
import { aboutAll } from "#features/expertise/topics/topic.ts";

const none: Receivables = { open: [], debtors: [], billed: { invoices: 0, amount: 0 }, anyInvoices: true };
const own = {
  currency: "USD",
  invoices: 3,
  amount: 10_000,
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

test("what is owed, how late it is, and how long customers take", () => {
  const said = concludeReceivables(
    { ...none, open: [own], debtors: [acme], billed: { invoices: 9, amount: 45_000 } },
    friday,
    aboutAll,
  );
  expectSound(said);
  expect(answer(said, "overdue")).toBe("$4,000 is overdue, in 2 invoices: 40% of all that is open.");
  expect(answer(said, "debtors")).toContain(
    "Acme owes most: $5,000, of which $3,000 is overdue, the oldest for 10 days.",
  );
  // 10,000 open ÷ 45,000 billed in 90 days × 90 = 20 days
  expect(value(said, "dso")).toBeCloseTo(20);
  expect(answer(said, "dso")).toBe("Customers take about 20 days to pay: $10,000 is open.");
  expect(said.concerns).toMatchObject([{ key: "receivable:c1", amount: 3_000, dueOn: "2026-11-10" }]);
  // overdue for 10 of 90 days
  expect(said.concerns[0]?.severity).toBeCloseTo(10 / 90);
});

test("money of another currency stands beside and is not added", () => {
  const said = concludeReceivables(
    { ...none, open: [own, { ...own, currency: "EUR", amount: 700 }] },
    friday,
    aboutAll,
  );
  expectSound(said);
  expect(value(said, "owed")).toBe(10_000);
  expect(value(said, "owed_EUR")).toBe(700);
});

test("without invoices nothing is said but what is missing", () => {
  const said = concludeReceivables({ ...none, anyInvoices: false }, friday, aboutAll);
  expectSound(said);
  expect(said.answers).toEqual({});
  expect(said.figures).toEqual([]);
  expect(said.missing[0]).toMatchObject({ needed: "invoices", href: "/records/invoices" });
});

test("who owes most is who has most open, whoever is furthest behind", () => {
  const bolt = { ...acme, customerId: "c2", name: "Bolt", amount: 5_001, overdue: 0, oldestDueOn: null };
  const said = concludeReceivables({ ...none, open: [own], debtors: [acme, bolt] }, friday, aboutAll);
  expectSound(said);
  expect(answer(said, "debtors")).toBe(
    "Bolt owes most: $5,001, none of it overdue. All customers together owe $10,000.",
  );
  const lines = said.section.lines.map((line) => inWords(line, said.figures));
  expect(lines).toContain("Acme has most overdue: $3,000, the oldest for 10 days.");
});

test("invoices that are all paid owe nothing", () => {
  const said = concludeReceivables(none, friday, aboutAll);
  expectSound(said);
  expect(answer(said, "debtors")).toBe("Nobody owes anything that is overdue; $0 is open.");
  expect(said.concerns).toEqual([]);
});

test("names are words, whatever stands in them", () => {
  for (const name of hostile) {
    const said = concludeReceivables({ ...none, open: [own], debtors: [{ ...acme, name }] }, friday, aboutAll);
    expectSound(said);
    expect(answer(said, "debtors")).toContain(`${name} owes most: $5,000, of which $3,000 is overdue`);
  }
});

test("the largest amounts the product takes stay numbers", () => {
  const most = { ...own, amount: 1e12, overdue: 1e12, buckets: [0, 0, 0, 0, 1e12] as typeof own.buckets };
  const said = concludeReceivables({ ...none, open: [most] }, friday, aboutAll);
  expectSound(said);
  expect(value(said, "overdue_share")).toBe(1);
});

test("what is owed in another currency alone is told, never denied", () => {
  const pounds = { ...friday, currency: "GBP" as const };
  const said = concludeReceivables({ ...none, open: [own] }, pounds, aboutAll);
  expectSound(said);
  const besides = "Besides, $10,000 is open, $4,000 of it overdue; it is not added, as no rate is known.";
  expect(answer(said, "owed")).toBe(`Customers owe nothing in GBP. ${besides}`);
  expect(answer(said, "overdue")).toBe(`Nothing in GBP is overdue. ${besides}`);
  expect(answer(said, "debtors")).toBe(`Nobody owes anything in GBP. ${besides}`);
  const of = concludeReceivables({ ...none, open: [own] }, pounds, {
    ...aboutAll,
    customer: { id: "c1", name: "Zanzibar Ltd" },
  });
  expect(answer(of, "owed")).toBe(`Zanzibar Ltd owes nothing in GBP. ${besides}`);
});
