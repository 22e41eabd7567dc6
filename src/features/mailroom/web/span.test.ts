import { expect, test } from "vitest";
import { spanUntil } from "./span.ts";

test("the time until a sign-in ends is said in its largest units", () => {
  const now = Date.parse("2026-11-27T12:00:00Z");
  const inMinutes = (minutes: number) => spanUntil(new Date(now + minutes * 60_000).toISOString(), now);
  expect([2 * 1_440 + 260, 1_440, 1_500, 125, 35, 0.5, -10].map(inMinutes)).toEqual([
    "in 2 days 4 h",
    "in 1 day",
    "in 1 day 1 h",
    "in 2 h",
    "in 35 min",
    "now",
    "now",
  ]);
});
