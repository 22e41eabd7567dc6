import { expect, test } from "vitest";
import { normalQuantile, studentQuantile } from "#features/forecasting/series/normal.ts";
import { medianOf, robustZ } from "#features/forecasting/series/robust.ts";

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[], Number.NaN],
])("the median of %j is %d", (numbers, expected) => {
  expect(medianOf(numbers)).toBe(expected);
});

test("the robust z is 0.6745 (x − median) / MAD", () => {
  // Median 3, distances 2 1 0 1 97, MAD 1.
  expect(robustZ([1, 2, 3, 4, 100]).map((z) => Number(z.toFixed(4)))).toEqual([-1.349, -0.6745, 0, 0.6745, 65.4265]);
});

test("uses the mean distance if the MAD is 0; equal numbers are all 0", () => {
  const scores = robustZ([5, 5, 5, 5, 5, 5, 5, 5, 5, 15]);
  // Mean distance 1: 10 / 1.2533.
  expect(scores.at(-1)).toBeCloseTo(7.979, 3);
  expect(scores[0]).toBe(0);
  expect(robustZ([7, 7, 7])).toEqual([0, 0, 0]);
});

test("quantiles match published tables", () => {
  expect(normalQuantile(0.1)).toBeCloseTo(1.2816, 3);
  expect(normalQuantile(0.000233)).toBeCloseTo(3.5, 2);
  expect(studentQuantile(0.025, 12)).toBeCloseTo(2.179, 2);
  expect(studentQuantile(0.005, 30)).toBeCloseTo(2.75, 2);
});
