import { expect, test } from "vitest";
import { outliersInAmounts } from "#features/forecasting/series/outliers.ts";
import { type Clean, clean, gaussian, seeded } from "../../../../test/clean.ts";

/** The positions reported as outliers among values with this noise. */
const reportedIn = ({ valueAt }: Clean, noise: readonly number[]): number[] =>
  outliersInAmounts(noise.map(valueAt)).map(({ at }) => at);

const noiseOf = (random: () => number, size: number): number[] => Array.from({ length: size }, () => gaussian(random));

test.each(clean.flatMap((kind) => [14, 28, 60, 250].map((size) => ({ ...kind, size }))))(
  "reports at most 1% of $size clean values: $name",
  ({ size, ...kind }) => {
    const random = seeded(size);
    const lists = Math.ceil(8_000 / size);
    let reported = 0;
    for (let list = 0; list < lists; list += 1) reported += reportedIn(kind, noiseOf(random, size)).length;
    // Two standard errors of a share of 1% in 8,000 values, doubled because values of one list are correlated.
    expect(reported / (lists * size)).toBeLessThan(0.01 + 2 * 2 * Math.sqrt(0.01 / 8_000));
  },
);

test.each(clean.map((kind) => ({ ...kind, size: 60 })))(
  "finds every outlier of 5 sigma among $size values, above and below: $name",
  ({ size, ...kind }) => {
    const random = seeded(size);
    for (const distance of [5, -5, 8, -8])
      for (let list = 0; list < 25; list += 1) {
        const place = Math.floor(random() * size);
        // Bills below zero do not exist: 5 sigma of 20% only applies above.
        if (kind.name === "amounts, normal, 20 %" && distance < 0) continue;
        expect(reportedIn(kind, noiseOf(random, size).with(place, distance))).toContain(place);
      }
  },
);

test.each(clean)("finds nearly every outlier of 5 sigma among 100 values: $name", (kind) => {
  const random = seeded(11);
  let found = 0;
  for (let list = 0; list < 100; list += 1) {
    const place = Math.floor(random() * 100);
    if (reportedIn(kind, noiseOf(random, 100).with(place, list % 2 === 0 ? 5 : -5)).includes(place)) found += 1;
  }
  expect(found).toBeGreaterThanOrEqual(97);
});

test("three outliers among thirty do not mask each other", () => {
  const bills = Array.from({ length: 30 }, (_, at) => 200 * Math.exp(0.05 * ((at * 11) % 30) - 0.75));
  for (const [at, amount] of [9_000, 8_000, 9_500].entries()) bills[at * 7] = amount;
  const found = outliersInAmounts(bills);
  expect(found.map(({ at }) => at)).toEqual([14, 0, 7]);
  expect(found[0]).toMatchObject({ value: 9_500 });
  expect(found[0]?.expected).toBeGreaterThan(120);
  expect(found[0]?.expected).toBeLessThan(320);
});

test("fewer than 14 values have no outliers", () => {
  expect(outliersInAmounts([...Array.from({ length: 12 }, (_, at) => 100 + at), 1e6])).toEqual([]);
  expect(outliersInAmounts([...Array.from({ length: 13 }, (_, at) => 100 + at), 1e6]).map(({ at }) => at)).toEqual([
    13,
  ]);
});

test("a rare amount stands out among equal ones, and equal ones never do", () => {
  const fee = Array.from({ length: 24 }, () => 99);
  expect(outliersInAmounts(fee)).toEqual([]);
  expect(outliersInAmounts([...fee, 990]).map(({ at }) => at)).toEqual([24]);
  // Two prices, sixty to forty: neither is an outlier.
  expect(outliersInAmounts(Array.from({ length: 50 }, (_, at) => (at % 5 < 3 ? 99 : 149 + (at % 3))))).toEqual([]);
});

test("amounts with refunds are compared on a linear scale", () => {
  const random = seeded(6);
  const amounts = noiseOf(random, 60).map((noise) => 20 * noise);
  expect(outliersInAmounts([...amounts, -400]).map(({ at }) => at)).toEqual([60]);
});
