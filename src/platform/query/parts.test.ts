import { expect, test } from "vitest";
import { mergeParts, type Part } from "#platform/query/parts.ts";

const part = (given: Partial<Part>): Part => ({
  key: null,
  currency: "USD",
  isPrevious: false,
  isPart: false,
  rows: 1,
  known: 1,
  sum: "1",
  least: 1,
  most: 1,
  lastDay: null,
  latest: null,
  values: null,
  origins: null,
  ...given,
});
const merged = (of: "sum" | "median" | "count", parts: Part[]) =>
  mergeParts(parts, { measure: { of, field: null }, order: "largest" }, "USD", 10, false);

test("sums are exact, also of negative amounts with different decimals", () => {
  const total = (...sums: (string | null)[]) =>
    merged(
      "sum",
      sums.map((sum) => part({ sum })),
    ).groups?.[0]?.value;
  expect(total("0.1", "0.2")).toBe(0.3);
  expect(total("-0.05", "0.049")).toBe(-0.001);
  expect(total("-10", "3.5")).toBe(-6.5);
  expect(total("9007199254740993", "-9007199254740992.5")).toBe(0.5);
  expect(total(null, null)).toBe(null);
  expect(total("1e3", "1")).toBe(1001);
});

test("the median is that of all values, not of the medians", () => {
  const of = (...values: number[][]) =>
    merged(
      "median",
      values.map((some) => part({ values: some })),
    ).groups?.[0]?.value;
  expect(of([1, 2, 100], [3])).toBe(2.5);
  expect(of([5], [], [1, 9])).toBe(5);
  expect(of([])).toBe(null);
});

test("nothing at all is a total of no rows; the company's currency comes before one with more rows, none comes last", () => {
  expect(merged("count", [])).toEqual({
    currency: null,
    groups: [{ key: null, isTotal: true, value: 0, previous: null, rows: 0 }],
    group_count: 0,
    current_count: 0,
    previous_count: 0,
    highest: null,
    lowest: null,
    left_out: [],
    origins: [],
    span: null,
  });
  const parts = [
    part({ currency: null, rows: 9 }),
    part({ currency: "EUR", rows: 5 }),
    part({ currency: "GBP", rows: 6 }),
  ];
  expect(merged("count", parts)).toMatchObject({ currency: "GBP", left_out: [{ currency: "EUR", rows: 5 }] });
  expect(merged("count", [...parts, part({ rows: 2 })])).toMatchObject({ currency: "USD" });
});

test("the highest and lowest group are found among all of them, and a unit that is cut off is no lowest one", () => {
  const months = ["2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01"];
  const parts = months.map((key, at) => part({ key, sum: String([1, 40, 20, 3][at]) }));
  const query = { measure: { of: "sum" as const, field: null }, order: "first" as const };
  const among = (units: { from: string; before: string | null } | null) => {
    const { highest, lowest, groups } = mergeParts(parts, query, "USD", 1, false, units);
    expect(groups).toHaveLength(2);
    return [highest?.value, lowest?.value];
  };
  expect(among(null)).toEqual([40, 1]);
  expect(among({ from: "2026-02-01", before: null })).toEqual([40, 3]);
  expect(among({ from: "2026-02-01", before: "2026-04-01" })).toEqual([40, 20]);
});
