import { expect, test } from "vitest";
import { dueLabel } from "./due.ts";

const now = Date.parse("2026-11-20T10:00:00Z");
const due = (at: string) => dueLabel(at, now, "Europe/London");

test("late by the calendar, not by hours", () => {
  expect(due("2026-11-18T23:00:00Z")).toEqual({ text: "2 days late", late: true });
  expect(due("2026-11-19T23:30:00Z")).toEqual({ text: "1 day late", late: true });
});

test("today is late once its hour is over", () => {
  expect(due("2026-11-20T17:00:00Z")).toEqual({ text: "Today", late: false });
  expect(due("2026-11-20T09:00:00Z")).toEqual({ text: "Today, late", late: true });
});

test("later days are named", () => {
  expect(due("2026-11-23T09:00:00Z")).toEqual({ text: "Mon 23 Nov", late: false });
});
