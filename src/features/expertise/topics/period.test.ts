import { expect, test } from "vitest";
import { during, lastDaysTo, lengthOf, pastPeriod, periodBefore } from "#features/expertise/topics/period.ts";

const today = "2026-11-20";
const of = (from: string, to: string) => ({ period: { from, to, label: "it" } });

test("only the past part of a period counts", () => {
  expect(pastPeriod({ period: null }, today, 30)).toEqual({ from: "2026-10-22", to: today, label: "the last 30 days" });
  expect(pastPeriod(of("2026-10-01", "2026-10-31"), today, 30)).toMatchObject({ to: "2026-10-31", label: "it" });
  expect(pastPeriod(of("2026-11-01", "2026-11-30"), today, 30)).toMatchObject({ to: today, label: "it so far" });
  expect(pastPeriod(of("2026-12-01", "2026-12-31"), today, 7).label).toBe("the last 7 days");
});

test("the previous period has the same length and ends the day before", () => {
  const { from, to, label } = periodBefore({ from: "2024-03-01", to: "2024-03-31", label: "March 2024" });
  expect([from, to, label]).toEqual(["2024-01-30", "2024-02-29", "the 31 days before"]);
  expect(lengthOf({ from, to })).toBe(31);
  expect(lengthOf({ from: today, to: today })).toBe(1);
});

test("a single day has its usual name", () => {
  const yesterday = { from: "2026-11-19", to: "2026-11-19", label: "yesterday" };
  expect(periodBefore(yesterday)).toEqual({ from: "2026-11-18", to: "2026-11-18", label: "the day before" });
  expect(lastDaysTo(today, 1).label).toBe("the last day");
});

test.each([
  ["yesterday", "yesterday"],
  ["the day before", "the day before"],
  ["the last day", "on the last day"],
  ["today so far", "today so far"],
  ["last month", "last month"],
  ["this year so far", "this year so far"],
  ["October 2026", "in October 2026"],
  ["the last 30 days", "in the last 30 days"],
  ["the month so far", "in the month so far"],
  ["2025", "in 2025"],
  ["1 Oct 2026", "on 1 Oct 2026"],
])("what happened in the days called %s happened %s", (label, expected) => {
  expect(during(label)).toBe(expected);
  expect(during(label, true)).toBe(expected.charAt(0).toUpperCase() + expected.slice(1));
});
