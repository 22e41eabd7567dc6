import { expect, test } from "vitest";
import { trend } from "#features/forecasting/series/trend.ts";
import { asDays } from "../../../../test/clean.ts";

const steps = (before: number, now: number) => asDays(Array.from({ length: 90 }, (_, at) => (at < 60 ? before : now)));

test("the last 30 days against the 30 before", () => {
  expect(trend(steps(100, 120))).toEqual({ now: 120, before: 100, change: expect.closeTo(0.2, 9) });
  expect(trend(steps(100, 120).reverse())?.now).toBe(120);
});

test("a shop closed at weekends has a trend, one with holes on 11 of 30 days has none", () => {
  const weekdays = trend(steps(100, 50).filter((_, at) => at % 7 > 1));
  expect(weekdays?.change).toBeCloseTo(-0.5, 9);
  expect(trend(steps(100, 50).filter((_, at) => at < 60 || at >= 71))).toBeNull();
  expect(trend(steps(100, 50).filter((_, at) => at < 30 || at >= 41))).toBeNull();
});

test("too short has no trend, and what was nothing has no share to change by", () => {
  expect(trend([])).toBeNull();
  expect(trend(steps(1, 1).slice(-49))).toBeNull();
  expect(trend(steps(0, 10))).toMatchObject({ now: 10, before: 0, change: null });
  expect(trend(steps(-10, 10))?.change).toBeNull();
});
