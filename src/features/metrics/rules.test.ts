import { expect, test } from "vitest";
import { addDays } from "#contract/days.ts";
import {
  bestPerDay,
  change30,
  compare30,
  importSentence,
  lineOf,
  readAmount,
  readDay,
  thirtyDays,
} from "#features/metrics/rules.ts";

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

test("only the first figure of a day counts, which is the best source's; figures are never summed", () => {
  const point = (measurementDate: string, value: number) => ({ measurementDate, value });
  const series = [point("2026-01-02", 12), point("2026-01-01", 5), point("2026-01-02", 10)];
  expect(bestPerDay(series).map(({ value }) => value)).toEqual([5, 12]);
});

test("an import reports its result", () => {
  expect(importSentence({ added: 739, changed: 0, unchanged: 0 })).toBe("739 days added.");
  expect(importSentence({ added: 0, changed: 0, unchanged: 739 })).toBe("No changes: all 739 days already existed.");
  expect(importSentence({ added: 1, changed: 2, unchanged: 3 })).toBe("1 day added, 2 days changed, 3 days unchanged.");
});

const days = (last: string, count: number, value: (index: number) => number) =>
  new Map(Array.from({ length: count }, (_unused, index) => [addDays(last, -index), value(index)]));

test("a line covers the thirty days up to the latest figure, with gaps for missing days", () => {
  expect(thirtyDays("2011-12-09").at(0)).toBe("2011-11-10");
  expect(thirtyDays("2011-12-09").at(-1)).toBe("2011-12-09");
  const line = lineOf(new Map([["2011-12-09", 1626]]), "2011-12-09", null);
  expect(line).toHaveLength(30);
  expect(line.at(-1)).toBe(1626);
  expect(line.at(-2)).toBeNull();
});

test("the change compares with the previous thirty days and is null without them", () => {
  expect(
    compare30(
      days("2011-12-09", 60, (index) => (index < 30 ? 110 : 100)),
      "2011-12-09",
    ),
  ).toEqual({ total: 3_300, before: 3_000, change: 10 });
  expect(
    compare30(
      days("2011-12-09", 59, () => 100),
      "2011-12-09",
    ),
  ).toBeNull();
  expect(
    compare30(
      days("2011-12-09", 60, () => 0),
      "2011-12-09",
    ),
  ).toBeNull();
});

test("a daily figure is compared by 30 days, both named", () => {
  const values = days("2011-12-09", 60, (index) => (index < 30 ? 110 : 100));
  expect(change30(values, "2011-12-09", "GBP")).toEqual({
    percent: 10,
    sentence: "10 Nov–9 Dec 2011: £3,300, up 10% on 11 Oct–9 Nov 2011.",
  });
  expect(
    change30(
      days("2012-01-09", 60, () => 1),
      "2012-01-09",
      null,
    )?.sentence,
  ).toBe("11 Dec 2011–9 Jan 2012: 30, unchanged on 11 Nov–10 Dec 2011.");
  values.delete("2011-11-20");
  expect(change30(values, "2011-12-09", "GBP")).toBeNull();
});
