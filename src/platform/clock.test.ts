import { expect, test } from "vitest";
import { dayIn, endOfDay } from "#platform/clock.ts";

test.each([
  ["2026-07-01", "Europe/London", "2026-07-01T22:59:59.000Z"],
  ["2026-12-01", "Europe/London", "2026-12-01T23:59:59.000Z"],
  ["2026-10-25", "Europe/London", "2026-10-25T23:59:59.000Z"],
  ["2026-03-29", "Europe/London", "2026-03-29T22:59:59.000Z"],
  ["2026-11-20", "America/Los_Angeles", "2026-11-21T07:59:59.000Z"],
  ["2026-11-20", "Asia/Kolkata", "2026-11-20T18:29:59.000Z"],
  ["2026-11-20", "Pacific/Kiritimati", "2026-11-20T09:59:59.000Z"],
])("%s ends in %s at %s", (day, timeZone, moment) => {
  const end = endOfDay(day, timeZone);
  expect(end.toISOString()).toBe(moment);
  expect(dayIn(end, timeZone)).toBe(day);
  expect(dayIn(new Date(end.getTime() + 1_000), timeZone)).not.toBe(day);
});
