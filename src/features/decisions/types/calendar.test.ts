import { longDay } from "#contract/format.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import { expect, test } from "vitest";
import { addMonths, daysOfYear } from "./calendar.ts";

test("months end on the last day there is", () => {
  expect(addMonths("2026-11-30", 3)).toBe("2027-02-28");
  expect(addMonths("2027-11-30", 3)).toBe("2028-02-29");
  expect(addMonths("2026-12-31", 1)).toBe("2027-01-31");
  expect(addMonths("2026-08-31", 6)).toBe("2027-02-28");
  expect(addMonths("2026-01-15", 600)).toBe("2076-01-15");
});

test("days pass over the ends of months, years and leap days", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2026-11-20", 28)).toBe("2026-12-18");
  expect(daysBetween("2026-11-20", "2027-02-20")).toBe(92);
  expect(daysBetween("2026-11-20", "2026-11-19")).toBe(-1);
});

test("a day is written out", () => {
  expect(longDay("2027-02-20")).toBe("20 February 2027");
});

test("days of a year are counted from its first one, leap years too", () => {
  expect(daysOfYear("2026-01-01")).toEqual({ passed: 1, whole: 365 });
  expect(daysOfYear("2026-11-20")).toEqual({ passed: 324, whole: 365 }); // 304 up to the end of October
  expect(daysOfYear("2028-12-31")).toEqual({ passed: 366, whole: 366 });
});
