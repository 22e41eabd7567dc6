import { expect, test } from "vitest";
import { outliersInAmounts, outliersInDays } from "#features/forecasting/series/outliers.ts";
import { asDays, type Clean, clean, gaussian, seeded } from "../../../../test/clean.ts";

/** Places of what is called an outlier among values with this noise. */
function namedIn({ daily, valueAt }: Clean, noise: readonly number[]): number[] {
  const list = noise.map(valueAt);
  if (!daily) return outliersInAmounts(list).map(({ at }) => at);
  const days = asDays(list).map(({ day }) => day);
  return outliersInDays(asDays(list)).map(({ day }) => days.indexOf(day));
}

const noiseOf = (random: () => number, size: number): number[] => Array.from({ length: size }, () => gaussian(random));

test.each(clean.flatMap((kind) => [14, 28, 60, 250].map((size) => ({ ...kind, size }))))(
  "at most 1 % of $size clean values is called an outlier: $name",
  ({ size, ...kind }) => {
    const random = seeded(size);
    const lists = Math.ceil(8_000 / size);
    let named = 0;
    for (let list = 0; list < lists; list += 1) named += namedIn(kind, noiseOf(random, size)).length;
    // Two standard errors of a share of 1 % in 8,000 values, twice as wide as values of one list go together.
    expect(named / (lists * size)).toBeLessThan(0.01 + 2 * 2 * Math.sqrt(0.01 / 8_000));
  },
);

test.each(clean.map((kind) => ({ ...kind, size: kind.daily ? 365 : 60 })))(
  "every outlier of 5 sigma among $size values is found, above and below: $name",
  ({ size, ...kind }) => {
    const random = seeded(size);
    for (const distance of [5, -5, 8, -8])
      for (let list = 0; list < 25; list += 1) {
        const place = Math.floor(random() * size);
        // A bill below nothing does not exist: 5 sigma of 20 % above are as far as it goes.
        if (kind.name === "amounts, normal, 20 %" && distance < 0) continue;
        expect(namedIn(kind, noiseOf(random, size).with(place, distance))).toContain(place);
      }
  },
);

test.each(clean)("nearly every one of 5 sigma is found among 100 values too: $name", (kind) => {
  const random = seeded(11);
  let found = 0;
  for (let list = 0; list < 100; list += 1) {
    const place = Math.floor(random() * 100);
    if (namedIn(kind, noiseOf(random, 100).with(place, list % 2 === 0 ? 5 : -5)).includes(place)) found += 1;
  }
  expect(found).toBeGreaterThanOrEqual(97);
});

test("three outliers among thirty do not hide one another", () => {
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
  expect(outliersInDays(asDays([...Array.from({ length: 12 }, (_, at) => 100 + at), 1e6]))).toEqual([]);
});

test("where most amounts are alike a rare other one stands out, and alike ones never do", () => {
  const fee = Array.from({ length: 24 }, () => 99);
  expect(outliersInAmounts(fee)).toEqual([]);
  expect(outliersInAmounts([...fee, 990]).map(({ at }) => at)).toEqual([24]);
  // Two prices, sixty to forty: neither is an outlier of the other.
  expect(outliersInAmounts(Array.from({ length: 50 }, (_, at) => (at % 5 < 3 ? 99 : 149 + (at % 3))))).toEqual([]);
});

test("amounts with refunds are compared as they are", () => {
  const random = seeded(6);
  const amounts = noiseOf(random, 60).map((noise) => 20 * noise);
  expect(outliersInAmounts([...amounts, -400]).map(({ at }) => at)).toEqual([60]);
});

test("a Sunday is no outlier, a Monday that sells like one is", () => {
  const random = seeded(8);
  const points = asDays(
    noiseOf(random, 120).map((noise, at) => (at % 7 === 6 ? 200 : 1_000) * Math.exp(0.08 * noise)),
  ).map((point, at) => (at === 91 ? { ...point, value: 210 } : point));
  const found = outliersInDays(points);
  expect(found.map(({ day }) => day)).toEqual([points[91]?.day]);
  expect(found[0]?.expected).toBeGreaterThan(850);
  expect(found[0]?.expected).toBeLessThan(1_150);
  expect(found[0]?.z).toBeLessThan(-3.5);
});

test("after two weeks a weekend is not taken for an outlier either", () => {
  const random = seeded(9);
  const points = asDays(noiseOf(random, 20).map((noise, at) => (at % 7 === 6 ? 100 : 1_000) * Math.exp(0.05 * noise)));
  expect(outliersInDays(points)).toEqual([]);
});

test("growth is no outlier, a day off is", () => {
  const random = seeded(10);
  const points = asDays(noiseOf(random, 365).map((noise, at) => 500 * 1.006 ** at * Math.exp(0.1 * noise)));
  expect(outliersInDays(points).length).toBeLessThan(4);
  const off = points.map((point, at) => (at === 200 ? { ...point, value: 0 } : point));
  expect(outliersInDays(off).map(({ day }) => day)).toContain(points[200]?.day);
});
