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
};

test("spend of 30 days against the 30 before", () => {
  const { now, before } = spendPeriods(friday.today, aboutAll);
  expect([now.from, now.to, before.from, before.to]).toEqual(["2026-10-22", "2026-11-20", "2026-09-22", "2026-10-21"]);
  const said = concludeSpend(facts, friday, aboutAll);
  expectSound(said);
  // 12,000 ÷ 10,000 − 1 = 20 %
  expect(answer(said, "spent")).toBe("$12,000 was spent in the last 30 days, 20% more than in the 30 days before.");
  expect(answer(said, "vendors")).toBe(
    "In the last 30 days most was billed by Cloudbase $7,000; no vendor named $5,000; $12,000 in all.",
  );
  expect(answer(said, "categories")).toContain("Infrastructure $7,000");
});

test("a period and a vendor that were asked for", () => {
  const about = {
    ...aboutAll,
    vendor: { id: "v1", name: "<b>Cloud</b>" },
    period: { from: "2026-01-01", to: "2026-03-31", label: "the first quarter" },
  };
  const said = concludeSpend({ ...facts, spent: [{ ...own, amount: 4_000 }] }, friday, about);
  expectSound(said);
  // 4,000 ÷ 10,000 − 1 = −60 %
  expect(answer(said, "spent")).toBe(
    "$4,000 was spent with <b>Cloud</b> in the first quarter, 60% less than in the 90 days before.",
  );
  expect(said.answers["vendors"]).toBeUndefined();
});

test("no bills, nothing before, other currencies, hostile names", () => {
  const unknown = concludeSpend({ spent: [], vendors: [], categories: [], anyPayables: false }, friday, aboutAll);
  expectSound(unknown);
  expect(unknown.missing).toHaveLength(1);
  const said = concludeSpend(
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
  expectSound(said);
  expect(answer(said, "spent")).toContain("there is nothing before to compare it with");
  expect([value(said, "total"), value(said, "total_EUR")]).toEqual([12_000, 1]);
  for (const name of hostile) expectSound(concludeSpend({ ...facts, vendors: [part(name, 1)] }, friday, aboutAll));
});

test("what was spent in another currency alone is told, never denied", () => {
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
