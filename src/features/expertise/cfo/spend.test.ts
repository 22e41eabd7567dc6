import { expect, test } from "vitest";
import { answer, expectSound, friday, hostile, value } from "../../../../test/sound.ts";
import { concludeSpend, type Spend, spendPeriods } from "#features/expertise/cfo/spend.ts";
import { aboutAll } from "#features/expertise/topics/topic.ts";

const own = { currency: "USD", invoices: 5, amount: 12_000, before: 10_000, origins: [] };
const part = (name: string | null, amount: number) => ({ id: null, name, invoices: 1, amount, before: 0 });
const facts: Spend = {
  spent: [own],
  vendors: [part("Cloudbase", 7_000), part(null, 5_000)],
  categories: [part("Infrastructure", 7_000)],
  anyPayables: true,
  recorded: null,
};

test("spend of 30 days compared with the previous 30", () => {
  const { now, before } = spendPeriods(friday.today, aboutAll);
  expect([now.from, now.to, before.from, before.to]).toEqual(["2026-10-22", "2026-11-20", "2026-09-22", "2026-10-21"]);
  const conclusion = concludeSpend(facts, friday, aboutAll);
  expectSound(conclusion);
  // 12,000 ÷ 10,000 − 1 = 20 %
  expect(answer(conclusion, "spent")).toBe(
    "$12,000 was spent in the last 30 days, 20% more than in the 30 days before.",
  );
  expect(answer(conclusion, "vendors")).toBe(
    "In the last 30 days most was billed by Cloudbase $7,000; no vendor named $5,000; $12,000 in all.",
  );
  expect(answer(conclusion, "categories")).toContain("Infrastructure $7,000");
});

test.each([
  [10_000, "$10,000 was spent in the last 30 days, as much as in the 30 days before."],
  [10_001, "$10,001 was spent in the last 30 days, about as much as in the 30 days before."],
  [9_999, "$9,999 was spent in the last 30 days, about as much as in the 30 days before."],
  [10_010, "$10,010 was spent in the last 30 days, 0.1% more than in the 30 days before."],
])("%d after 10,000 is no change of 0%%", (amount, says) => {
  const conclusion = concludeSpend({ ...facts, spent: [{ ...own, amount }] }, friday, aboutAll);
  expectSound(conclusion);
  expect(answer(conclusion, "spent")).toBe(says);
});

test("the period and vendor of the question", () => {
  const about = {
    ...aboutAll,
    vendor: { id: "v1", name: "<b>Cloud</b>" },
    period: { from: "2026-01-01", to: "2026-03-31", label: "the first quarter" },
  };
  const conclusion = concludeSpend({ ...facts, spent: [{ ...own, amount: 4_000 }] }, friday, about);
  expectSound(conclusion);
  // 4,000 ÷ 10,000 − 1 = −60 %
  expect(answer(conclusion, "spent")).toBe(
    "$4,000 was spent with <b>Cloud</b> in the first quarter, 60% less than in the 90 days before.",
  );
  expect(conclusion.answers["vendors"]).toBeUndefined();
});

test("recorded expenses and bills are separate figures", () => {
  const saidOf = (days: number) =>
    concludeSpend({ ...facts, recorded: { amount: 80_000, days, source: "CSV file" } }, friday, aboutAll);
  const conclusion = saidOf(30);
  expectSound(conclusion);
  expect(answer(conclusion, "spent")).toBe(
    "$12,000 was spent in the last 30 days, 20% more than in the 30 days before. Expenses recorded in that time are $80,000; bills are not added to them.",
  );
  // A figure of one day is not the whole month's.
  expect(answer(saidOf(1), "spent")).toContain("Expenses recorded in that time, on 1 day, are $80,000;");
  expect(saidOf(1).figures.find(({ id }) => id === "recorded")?.source.label).toBe(
    'figure "expenses" (CSV file): 1 day with a figure',
  );
  expect(conclusion.figures.find(({ id }) => id === "total")?.formula).toContain("bills by their day of issue");
});

test("no bills, no previous period, other currencies, hostile names", () => {
  const unknown = concludeSpend(
    { spent: [], vendors: [], categories: [], anyPayables: false, recorded: null },
    friday,
    aboutAll,
  );
  expectSound(unknown);
  expect(unknown.missing).toHaveLength(1);
  const conclusion = concludeSpend(
    {
      ...facts,
      spent: [
        { ...own, before: 0 },
        { ...own, currency: "EUR", amount: 1 },
      ],
    },
    friday,
    aboutAll,
  );
  expectSound(conclusion);
  expect(answer(conclusion, "spent")).toContain("there is nothing before to compare it with");
  expect([value(conclusion, "total"), value(conclusion, "total_EUR")]).toEqual([12_000, 1]);
  for (const name of hostile) expectSound(concludeSpend({ ...facts, vendors: [part(name, 1)] }, friday, aboutAll));
});

test("spend in another currency only is mentioned", () => {
  const pounds = { ...friday, currency: "GBP" as const };
  const dollars = { ...facts, spent: [{ ...own, invoices: 1, amount: 5_000 }], vendors: [], categories: [] };
  const of = concludeSpend(dollars, pounds, { ...aboutAll, vendor: { id: "v1", name: "Cloud" } });
  expectSound(of);
  expect(answer(of, "spent")).toBe(
    "Nothing was spent in GBP with Cloud in the last 30 days. Besides, $5,000 was spent; it is not added, as no rate is known.",
  );
  const all = concludeSpend(dollars, pounds, aboutAll);
  expectSound(all);
  for (const ask of ["spent", "vendors", "categories"]) expect(answer(all, ask)).toContain("Besides, $5,000 was spent");
  const both = concludeSpend({ ...facts, spent: [{ ...own, currency: "GBP" }, own] }, pounds, aboutAll);
  expect(answer(both, "vendors")).toMatch(/most was billed in GBP by Cloudbase £7,000; .* Besides, \$12,000 was spent/);
});
