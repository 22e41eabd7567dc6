import { expect, test } from "vitest";
import { weightedPipeline } from "#features/forecasting/series/pipeline.ts";
import { seeded } from "../../../../test/clean.ts";

test("without deals nothing can be won", () => {
  expect(weightedPipeline([])).toEqual({ value: 0, low: 0, high: 0, exact: true });
});

test("two deals worked out by hand", () => {
  // Sums 0, 100, 200, 300 with 0.3, 0.3, 0.2, 0.2.
  const deals = [
    { amount: 100, probability: 0.5 },
    { amount: 200, probability: 0.4 },
  ];
  expect(weightedPipeline(deals)).toEqual({ value: 130, low: 0, high: 300, exact: true });
  expect(weightedPipeline(deals, 0.6)).toEqual({ value: 130, low: 0, high: 200, exact: true });
  expect(weightedPipeline(deals, 0.2)).toEqual({ value: 130, low: 100, high: 100, exact: true });
});

test("certain deals shift the interval without widening it", () => {
  const deals = [
    { amount: 1_000, probability: 1 },
    { amount: 500, probability: 0 },
    { amount: 100, probability: 0.5 },
  ];
  expect(weightedPipeline(deals)).toEqual({ value: 1_050, low: 1_000, high: 1_100, exact: true });
});

test.each([16, 40])("the interval of %i deals contains about 80% of simulated outcomes", (count) => {
  const random = seeded(count);
  const deals = Array.from({ length: count }, () => ({
    amount: 1_000 * (1 + 9 * random()),
    probability: 0.1 + 0.8 * random(),
  }));
  const { value, low, high, exact } = weightedPipeline(deals);
  expect(exact).toBe(count === 16);
  let [held, total] = [0, 0];
  for (let round = 0; round < 4_000; round += 1) {
    const won = deals.reduce((sum, { amount, probability }) => sum + (random() < probability ? amount : 0), 0);
    total += won / 4_000;
    if (won >= low && won <= high) held += 1;
  }
  expect(total / value).toBeCloseTo(1, 1);
  expect(held / 4_000).toBeGreaterThan(0.78);
  expect(held / 4_000).toBeLessThan(0.83);
});

test.each([
  { amount: -1, probability: 0.5 },
  { amount: 100, probability: 1.2 },
  { amount: Number.NaN, probability: 0.5 },
])("refuses the deal %j", (deal) => {
  expect(() => weightedPipeline([deal])).toThrow("A deal needs an amount of at least 0 and a probability from 0 to 1.");
});
