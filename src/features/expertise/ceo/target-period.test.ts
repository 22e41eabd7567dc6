import { expect, test } from "vitest";
import { targetPeriod } from "#features/expertise/ceo/target-period.ts";

const on = (today: string, ...days: string[]) => {
  const period = targetPeriod(days, today);
  return period && [period.from, period.to, period.label];
};

test("a target that stands alone is for the longest period that ends on its day", () => {
  expect(on("2026-11-20", "2026-12-31")).toEqual(["2026-01-01", "2026-12-31", "the year to 31 Dec 2026"]);
  expect(on("2026-08-20", "2026-09-30")).toEqual(["2026-07-01", "2026-09-30", "the quarter to 30 Sep 2026"]);
  expect(on("2024-02-10", "2024-02-29")).toEqual(["2024-02-01", "2024-02-29", "the month to 29 Feb 2024"]);
});

test("neighbours say what a target is for", () => {
  expect(on("2026-12-10", "2026-11-30", "2026-12-31")).toEqual([
    "2026-12-01",
    "2026-12-31",
    "the month to 31 Dec 2026",
  ]);
  expect(on("2026-12-10", "2026-09-30", "2026-12-31")).toEqual([
    "2026-10-01",
    "2026-12-31",
    "the quarter to 31 Dec 2026",
  ]);
  expect(on("2026-12-10", "2025-12-31", "2026-12-31")?.[0]).toBe("2026-01-01");
});

test("the last day belongs to its period, the day after does not; a day within a month is no end", () => {
  expect(on("2026-12-31", "2026-12-31")?.[1]).toBe("2026-12-31");
  expect(on("2027-01-01", "2026-12-31")).toBeNull();
  expect(on("2026-11-20", "2026-12-15")).toBeNull();
  expect(on("2026-11-20", "2027-12-31")).toBeNull();
  expect(on("2026-11-20")).toBeNull();
});
