import { expect, test } from "vitest";
import { nextSlot } from "#platform/jobs/slots.ts";

const company = { id: "11111111-1111-4111-8111-111111111111", timeZone: "Europe/London" };
const at = (time: string, from: string, timeZone = company.timeZone) =>
  nextSlot({ at: time }, new Date(from), { ...company, timeZone }).toISOString();

test("a time of day is in the company's zone, today or tomorrow", () => {
  expect(at("06:30", "2026-11-20T06:00:00Z")).toBe("2026-11-20T06:30:00.000Z");
  expect(at("06:30", "2026-11-20T06:30:00Z")).toBe("2026-11-21T06:30:00.000Z");
  expect(at("06:30", "2026-11-20T06:00:00Z", "Asia/Tokyo")).toBe("2026-11-20T21:30:00.000Z");
});

test("the time of day stays the same when the clocks change", () => {
  expect(at("06:30", "2026-10-24T12:00:00Z")).toBe("2026-10-25T06:30:00.000Z");
  expect(at("06:30", "2026-10-23T12:00:00Z")).toBe("2026-10-24T05:30:00.000Z");
});

test("slots are one interval apart from any starting point, and differ between companies", () => {
  const next = (from: Date, id = company.id) => nextSlot({ minutes: 15 }, from, { ...company, id });
  const first = next(new Date("2026-11-20T06:00:00Z"));
  const second = next(first);
  expect(second.getTime() - first.getTime()).toBe(15 * 60_000);
  expect(next(new Date(first.getTime() + 1))).toEqual(second);
  expect(next(new Date(second.getTime() - 1))).toEqual(second);
  expect(next(new Date("2026-11-20T06:00:00Z"), "22222222-2222-4222-8222-222222222222")).not.toEqual(first);
});
