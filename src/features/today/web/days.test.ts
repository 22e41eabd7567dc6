import { expect, test } from "vitest";
import { dueText, groupOf, snoozeDays } from "./days.ts";

const friday = "2026-11-27";

test("a day reads as people say it", () => {
  const text = (on: string | null, past: "overdue" | "late" = "late") => dueText({ on, past }, friday);
  expect([text(null), text(friday), text("2026-11-26"), text("2026-10-20", "overdue"), text("2026-11-28")]).toEqual([
    "Today",
    "Today",
    "1 day late",
    "38 days overdue",
    "Sat 28 Nov",
  ]);
});

test("what is past is for today, the rest until Sunday or later", () => {
  const group = (on: string | null) => groupOf({ on }, friday);
  expect([group(null), group("2020-01-01"), group(friday), group("2026-11-29"), group("2026-11-30")]).toEqual([
    "today",
    "today",
    "today",
    "week",
    "later",
  ]);
});

test("on a Sunday, Monday is tomorrow and offered once", () => {
  expect(snoozeDays("2026-11-29").map(({ until }) => until)).toEqual(["2026-11-30", "2026-12-13"]);
  expect(snoozeDays(friday).map(({ until }) => until)).toEqual(["2026-11-28", "2026-11-30", "2026-12-11"]);
});
