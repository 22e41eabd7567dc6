import { expect, test } from "vitest";
import { byDueDate, dueLabel } from "./due.ts";

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
  expect(due("2027-02-22T09:00:00Z")).toEqual({ text: "22 Feb 2027", isOverdue: false });
});

test("what is due first comes first, and what has no due date last, in its order; then what waits for a plan", () => {
  const tasks = [
    "2026-11-23T09:00:00Z",
    null,
    "2026-11-18T23:00:00Z",
    null,
    "2026-11-20T09:00:00Z",
    "2026-11-19T09:00:00Z",
  ];
  const sorted = tasks.map((dueDate, id) => ({ id, dueDate, planId: id === 5 ? "a plan" : null })).toSorted(byDueDate);
  expect(sorted.map(({ id }) => id)).toEqual([2, 4, 0, 1, 3, 5]);
});
