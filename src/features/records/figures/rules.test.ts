import { expect, test } from "vitest";
import { type Employment, ledgerFigures, named, peopleFigures } from "#features/records/figures/rules.ts";

const today = "2026-03-15";
const employed = (more: Partial<Employment> = {}): Employment => ({
  startedOn: "2026-01-10",
  endedOn: null,
  hasLeft: false,
  monthlyCost: 500_000,
  currency: "USD",
  ...more,
});
const of = (figures: ReturnType<typeof peopleFigures>, name: string) =>
  figures.filter((one) => one.name === name).map(({ day, value, currency }) => [day, value, currency]);

test("headcount at the end of each month since the first start, and today", () => {
  const people = [employed(), employed({ startedOn: "2026-02-01", endedOn: "2026-02-27", hasLeft: true })];
  expect(of(peopleFigures(people, today), "headcount")).toEqual([
    ["2026-01-31", 1, null],
    ["2026-02-28", 1, null],
    [today, 1, null],
  ]);
});

test("the past of people whose days are not known is not made up", () => {
  for (const unknown of [employed({ startedOn: null }), employed({ hasLeft: true })])
    expect(of(peopleFigures([employed(), unknown], today), "headcount").map(([day]) => day)).toEqual([today]);
});

test("somebody under notice still counts, and payroll is of today, by currency", () => {
  const people = [
    employed({ endedOn: "2026-03-31", hasLeft: true }),
    employed({ currency: "EUR" }),
    employed({ monthlyCost: null }),
  ];
  expect(of(peopleFigures(people, today), "payroll")).toEqual([
    [today, 5_000, "USD"],
    [today, 5_000, "EUR"],
  ]);
});

test("profit and loss by month, the budget beside it; a month that goes on is dated today", () => {
  const row = (month: string, type: string, actual: number | null, budget: number | null = null) => ({
    month,
    type,
    actual,
    budget,
    currency: "USD",
  });
  const figures = ledgerFigures(
    [
      row("2026-02-01", "income", 10_000),
      row("2026-02-01", "cost of sales", 4_000),
      row("2026-02-01", "expense", 3_000, 2_500),
      row("2026-02-01", "other expense", 100),
      row("2026-02-01", "liability", 9_999),
      row("2026-03-01", "income", 50),
      row("2026-04-01", "income", 7, 8),
    ],
    today,
  );
  expect(figures.map(({ name, day, value }) => [name, day, value])).toEqual([
    ["revenue", "2026-02-28", 100],
    ["cost_of_sales", "2026-02-28", 40],
    ["gross_profit", "2026-02-28", 60],
    ["expenses", "2026-02-28", 30],
    ["profit", "2026-02-28", 29],
    ["expenses_budget", "2026-02-28", 25],
    ["profit_budget", "2026-02-28", -25],
    ["gross_margin", "2026-02-28", 60],
    ["revenue", today, 0.5],
    ["profit", today, 0.5],
    ["revenue_budget", "2026-04-30", 0.08],
    ["profit_budget", "2026-04-30", 0.08],
  ]);
});

test("currencies are never added: the company's own has the plain name, the others are named", () => {
  const cash = (currency: string, day = today) => ({ name: "cash", day, value: 1, currency });
  const names = (figures: ReturnType<typeof named>) => figures.map(({ name, currency }) => `${name} ${currency}`);
  expect(names(named([cash("EUR"), cash("USD")], "USD"))).toEqual(["cash_eur EUR", "cash USD"]);
  expect(names(named([cash("EUR"), cash("EUR", "2026-03-14"), cash("CHF")], "USD"))).toEqual([
    "cash EUR",
    "cash EUR",
    "cash_chf CHF",
  ]);
});
