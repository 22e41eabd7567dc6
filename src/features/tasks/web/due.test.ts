import { expect, test } from "vitest";
import { dueLabel } from "./due.ts";

const now = Date.parse("2026-11-20T10:00:00Z");
const due = (at: string) => dueLabel(at, now, "Europe/London");

test("overdue by calendar days, not by hours", () => {
  expect(due("2026-11-18T23:00:00Z")).toEqual({ text: "2 d overdue", isOverdue: true });
  expect(due("2026-11-19T23:30:00Z")).toEqual({ text: "1 d overdue", isOverdue: true });
});

test("a task due today is overdue after its time", () => {
  expect(due("2026-11-20T17:00:00Z")).toEqual({ text: "Today", isOverdue: false });
  expect(due("2026-11-20T09:00:00Z")).toEqual({ text: "Overdue today", isOverdue: true });
});

test("later days show the date", () => {
  expect(due("2026-11-23T09:00:00Z")).toEqual({ text: "Mon 23 Nov", isOverdue: false });
});
