import { expect, test } from "vitest";
import { bestPerDay, importSentence, readAmount, readDay } from "#features/metrics/rules.ts";

test.each([
  ["2011-12-09", "YYYY-MM-DD", "2011-12-09"],
  ["2011-12-09 00:00:00", "YYYY-MM-DD", "2011-12-09"],
  ["9/12/2011", "DD/MM/YYYY", "2011-12-09"],
  ["12/9/2011", "MM/DD/YYYY", "2011-12-09"],
  ["09.12.2011", "DD.MM.YYYY", "2011-12-09"],
  ["29/02/2012", "DD/MM/YYYY", "2012-02-29"],
  ["29/02/2011", "DD/MM/YYYY", null],
  ["31/04/2011", "DD/MM/YYYY", null],
  ["2011-13-01", "YYYY-MM-DD", null],
  ["12/31/2011", "DD/MM/YYYY", null],
  ["yesterday", "YYYY-MM-DD", null],
  ["", "YYYY-MM-DD", null],
] as const)("the cell %j read as %s is the day %s", (cell, format, expected) => {
  expect(readDay(cell, format)).toBe(expected);
});

test.each([
  ["3106.0", 3106],
  ["1,234.50", 1234.5],
  ["£3 106", 3106],
  ["-12", -12],
  ["\u221212.5", -12.5],
  ["(1,000)", -1000],
  ["(-5)", null],
  ["1e3", 1000],
  ["1,23", null],
  ["abc", null],
  ["", null],
  ["1e99", null],
  ["NaN", null],
])("the cell %j is the amount %s", (cell, expected) => {
  expect(readAmount(cell)).toBe(expected);
});

test.each([
  ["1.234,56", 1234.56],
  ["1.234.567", 1_234_567],
  ["2500", 2500],
  ["2,50", 2.5],
  ["2.50", 2.5],
  ["2.500", null],
  ["2,500", null],
  ["1,234.50", null],
])("with decimal commas the cell %j is the amount %s", (cell, expected) => {
  expect(readAmount(cell, true)).toBe(expected);
});

test("only the best source of a day counts; figures are never summed", () => {
  const point = (measurementDate: string, source: "csv" | "stripe" | "manual", value: number) => ({
    measurementDate,
    source,
    value,
  });
  const series = [point("2026-01-02", "csv", 10), point("2026-01-01", "csv", 5), point("2026-01-02", "stripe", 12)];
  expect(bestPerDay(series).map(({ value }) => value)).toEqual([5, 12]);
  expect(bestPerDay([...series, point("2026-01-02", "manual", 11)]).map(({ value }) => value)).toEqual([5, 11]);
});

test("an import reports its result", () => {
  expect(importSentence({ added: 739, changed: 0, unchanged: 0 })).toBe("739 days added.");
  expect(importSentence({ added: 0, changed: 0, unchanged: 739 })).toBe("No changes: all 739 days already existed.");
  expect(importSentence({ added: 1, changed: 2, unchanged: 3 })).toBe("1 day added, 2 days changed, 3 days unchanged.");
});
