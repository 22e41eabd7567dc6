import { formatFigure } from "./report.ts";
import { expect, test } from "vitest";
import { formatEngine, formatModelCost, pluralize, formatNumber, longDay, formatMoney, shortDay } from "./format.ts";

test.each([
  [12_345.4, "whole", "£12,345"],
  [0.4, "whole", "£0.40"],
  [0, "whole", "£0"],
  [-1_200, "whole", "−£1,200"],
  [12.5, "cents", "£12.50"],
] as const)("%d in %s units is %s", (amount, digits, written) => {
  expect(formatMoney(amount, "GBP", digits)).toBe(written);
});

test("formats numbers with separators, and plurals", () => {
  expect([formatNumber(1_234_567.891), formatNumber(-0.5), formatNumber(2.25, 1)]).toEqual([
    "1,234,567.891",
    "−0.5",
    "2.3",
  ]);
  expect([pluralize(1, "record"), pluralize(1_200, "record"), pluralize(0, "entry", "entries")]).toEqual([
    "1 record",
    "1,200 records",
    "0 entries",
  ]);
});

test("formats days long or short, and leaves other text unchanged", () => {
  expect([longDay("2027-02-20"), shortDay("2027-02-20"), shortDay("2026-05-01")]).toEqual([
    "20 February 2027",
    "20 Feb 2027",
    "1 May 2026",
  ]);
  expect(["2026", "2026-13-01", ""].map(longDay)).toEqual(["2026", "2026-13-01", ""]);
});

test("model costs are in US dollars, with the digits of a single call", () => {
  expect([0, 0.0000123, 0.01234, 1.5, 1_234.5].map(formatModelCost)).toEqual([
    "US$0.00",
    "US$0.000012",
    "US$0.0123",
    "US$1.50",
    "US$1,234.50",
  ]);
});

test("an engine is named with what it cost and how certain that is", () => {
  const model = "openai/gpt-6.1-terra";
  expect([
    formatEngine({ engine: "rules", cost: { state: "zero", usd: 0 } }),
    formatEngine({ engine: "rules", cost: { state: "billed", usd: 0.01234 }, degraded: true }),
    formatEngine({ engine: model, cost: { state: "unknown", usd: null } }),
    formatEngine({ engine: model, cost: { state: "imputed", usd: 0.01234 } }),
  ]).toEqual([
    "Rules, no cost",
    "Rules, in place of the model, US$0.0123",
    `${model}, cost unknown`,
    `${model}, US$0.0123, estimated`,
  ]);
});

test("an amount without a currency is a number, not dollars", () => {
  expect(formatFigure({ value: 1_234.5, unit: "money", currency: null })).toBe("1,234.5");
  expect(formatFigure({ value: 1_234.5, unit: "money", currency: "GBP" })).toBe("£1,235");
});
