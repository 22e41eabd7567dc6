import { expect, test } from "vitest";
import { dayStart, nextDay } from "./days.ts";

test.each([
  ["2026-11-24", "UTC", "2026-11-24T00:00:00.000Z"],
  ["2026-07-01", "Europe/London", "2026-06-30T23:00:00.000Z"],
  ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
  ["2026-03-30", "Europe/Berlin", "2026-03-29T22:00:00.000Z"],
  ["2026-11-01", "America/New_York", "2026-11-01T04:00:00.000Z"],
  ["2026-11-02", "America/New_York", "2026-11-02T05:00:00.000Z"],
  ["2026-01-01", "Asia/Kolkata", "2025-12-31T18:30:00.000Z"],
])("%s in %s begins at %s", (day, zone, moment) => expect(dayStart(day, zone)).toBe(moment));

test("the day after the last of a month", () => expect(nextDay("2026-02-28")).toBe("2026-03-01"));
