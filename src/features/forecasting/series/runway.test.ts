import { expect, test } from "vitest";
import { runway } from "#features/forecasting/series/runway.ts";

test("a constant burn has one answer", () => {
  expect(runway(120_000, [10_000, 10_000, 10_000])).toEqual({ months: 12, low: 12, high: 12, burn: 10_000, points: 3 });
});

test("37.02 months are 37.0, never 37.1", () => {
  expect(runway(370_200, [10_000, 10_000, 10_000])?.months).toBe(37);
  expect(runway(370_999, [10_000, 10_000, 10_000])?.months).toBe(37);
  expect(runway(371_000, [10_000, 10_000, 10_000])?.months).toBe(37.1);
});

test("a varying burn has a range, wider with fewer months", () => {
  const few = runway(120_000, [6_000, 10_000, 14_000]);
  const many = runway(
    120_000,
    Array.from({ length: 12 }, (_, at) => [6_000, 10_000, 14_000][at % 3] ?? 0),
  );
  expect(few?.months).toBe(12);
  // 9.6 × 10,000 + 1.886 × 4,000 × √(9.6 + 9.6² / 3) = 144,000: the low end is the last tenth that 120,000 pays for.
  const at = (months: number) => 10_000 * months + 1.886 * 4_000 * Math.sqrt(months + months ** 2 / 3);
  expect(at(few?.low ?? 0)).toBeLessThanOrEqual(120_000);
  expect(at((few?.low ?? 0) + 0.1)).toBeGreaterThan(120_000);
  expect(few?.high).toBeGreaterThan(12);
  expect((many?.high ?? 0) - (many?.low ?? 0)).toBeLessThan((few?.high ?? 0) - (few?.low ?? 0));
});

test("a profitable company has no end; a possibly profitable one only a lower bound", () => {
  expect(runway(50_000, [-1_000, -1_000, -1_000])).toMatchObject({ months: null, low: null, high: null });
  const unsure = runway(50_000, [20_000, -15_000, 10_000, -5_000]);
  expect(unsure?.low).toBeLessThan(12);
  expect(unsure?.months).toBe(20);
  expect(unsure?.high).toBeNull();
});

test("uses only the last twelve months, needs three, and is zero without cash", () => {
  expect(runway(10_000, [999_999, ...Array.from({ length: 12 }, () => 1_000)])).toMatchObject({
    months: 10,
    points: 12,
  });
  expect(runway(10_000, [1_000, 1_000])).toBeNull();
  expect(runway(0, [1_000, 1_000, 1_000])).toMatchObject({ months: 0, low: 0, high: 0 });
  expect(runway(10_000, [1_000, Number.NaN, 1_000])).toBeNull();
});
