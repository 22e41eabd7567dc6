import { expect, test } from "vitest";
import { bandOf } from "#features/forecasting/series/interval.ts";
import { gaussian, seeded } from "../../../../test/clean.ts";

test("for normal errors the 80% band is near 1.28 sigma on both sides", () => {
  const random = seeded(1);
  const band = bandOf(
    Float64Array.from({ length: 400 }, () => gaussian(random)),
    1,
    0.8,
  );
  expect(band?.low).toBeGreaterThan(-1.6);
  expect(band?.low).toBeLessThan(-1);
  expect(band?.high).toBeGreaterThan(1);
  expect(band?.high).toBeLessThan(1.6);
});

test("growing errors widen the band beyond the window's own quantile", () => {
  const random = seeded(2);
  const errors = Float64Array.from({ length: 400 }, (_, at) => gaussian(random) * (1 + at / 50));
  const sorted = errors.slice(-150).sort();
  const band = bandOf(errors, 1, 0.8);
  expect(band?.high).toBeGreaterThan(sorted[134] ?? 0);
});

test("skips unknown days, and needs ten errors", () => {
  const errors = Float64Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? at : Number.NaN));
  // Ranks 1.1 and 9.9 of the ten numbers 0, 2 … 18.
  expect(bandOf(errors, 1, 0.8)).toEqual({ low: expect.closeTo(0.2, 9), high: expect.closeTo(17.8, 9) });
  expect(bandOf(errors.subarray(0, 18), 1, 0.8)).toBeNull();
});

test("one odd week moves the tail of its seven sums as much as one odd day moves that of days", () => {
  const random = seeded(3);
  const usual = Array.from({ length: 300 }, () => gaussian(random));
  const tailAfter = (odd: number, shared: number) => {
    const errors = Float64Array.from([...usual, ...Array.from({ length: odd }, () => -50)]);
    const { low = 0 } = bandOf(errors, 1, 0.8, shared) ?? {};
    return errors.slice(-150).filter((error) => error < low).length / 150;
  };
  const moved = (odd: number, shared: number) => tailAfter(0, shared) - tailAfter(odd, shared);
  expect(moved(7, 1)).toBeGreaterThan(0.02);
  expect(moved(7, 7)).toBeLessThan(0.01);
  expect(moved(1, 1)).toBeLessThan(0.01);
});
