import { expect, test } from "vitest";
import { currentAims, type Target } from "#features/expertise/ceo/target-period.ts";

const on = (today: string, ...targets: (string | Target)[]) =>
  currentAims(
    targets.map((target) => (typeof target === "string" ? { day: target, value: 100 } : target)),
    today,
  ).map(({ period, aim }) => [period.from, period.to, period.label, aim]);
const year = { day: "2026-12-31", value: 39_000 };
const theYear = ["2026-01-01", "2026-12-31", "the year to 31 Dec 2026", 39_000];

test("a single target is for the longest period that ends on its day", () => {
  expect(on("2026-11-20", year)).toEqual([theYear]);
  expect(on("2026-08-20", "2026-09-30")).toEqual([["2026-07-01", "2026-09-30", "the quarter to 30 Sep 2026", 100]]);
  expect(on("2024-02-10", "2024-02-29")).toEqual([["2024-02-01", "2024-02-29", "the month to 29 Feb 2024", 100]]);
});

test("another target does not change the period of a target", () => {
  const march = { day: "2027-03-31", value: 1_200, named: "month" } as const;
  expect(on("2026-11-23", year, march)).toEqual([theYear]);
  expect(on("2027-03-10", year, march)).toEqual([["2027-03-01", "2027-03-31", "the month to 31 Mar 2027", 1_200]]);
  // One within the year is measured as well.
  expect(on("2026-11-23", year, { day: "2026-11-30", value: 8_000 })).toEqual([
    theYear,
    ["2026-11-01", "2026-11-30", "the month to 30 Nov 2026", 8_000],
  ]);
  expect(on("2026-12-10", year, { day: "2026-09-30", value: 9_000 })).toEqual([theYear]);
  expect(on("2026-12-10", year, { day: "2025-12-31", value: 30_000 })).toEqual([theYear]);
});

test("a goal's text names the period", () => {
  expect(on("2026-11-23", { ...year, named: "quarter" })[0]?.[0]).toBe("2026-10-01");
  expect(on("2026-11-23", { ...year, named: "half-year" })[0]?.[0]).toBe("2026-07-01");
});

test("targets that reach the value of a later one are a series", () => {
  expect(on("2026-12-10", "2026-11-30", "2026-12-31")).toEqual([
    ["2026-12-01", "2026-12-31", "the month to 31 Dec 2026", 100],
  ]);
  expect(on("2026-12-10", "2026-09-30", "2026-12-31")).toEqual([
    ["2026-10-01", "2026-12-31", "the quarter to 31 Dec 2026", 100],
  ]);
});

test("the last day belongs to its period, the day after does not; a day within a month ends no period", () => {
  expect(on("2026-12-31", "2026-12-31")[0]?.[1]).toBe("2026-12-31");
  expect(on("2027-01-01", "2026-12-31")).toEqual([]);
  expect(on("2026-11-20", "2026-12-15")).toEqual([]);
  expect(on("2026-11-20", "2027-12-31")).toEqual([]);
  expect(on("2026-11-20")).toEqual([]);
});
