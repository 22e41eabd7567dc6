import { expect, test } from "vitest";
import { ageLabel } from "./age.ts";

const now = Date.parse("2026-11-20T10:00:00Z");
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

test.each([
  [0, "Just now"],
  [minute - 1, "Just now"],
  [minute, "1 min ago"],
  [hour - 1, "59 min ago"],
  [hour, "1 hr ago"],
  [day - 1, "23 hr ago"],
  [day, "1 day ago"],
  [7 * day - 1, "6 days ago"],
  [7 * day, "13 Nov"],
  [365 * day, "20 Nov 2025"],
  // A clock that is behind the server's.
  [-minute, "Just now"],
])("%d ms old is labelled %s", (age, label) => {
  expect(ageLabel(new Date(now - age).toISOString(), now, "Europe/London")).toBe(label);
});

test("the date is the company's own", () => {
  expect(ageLabel("2026-11-01T23:30:00Z", now, "Pacific/Auckland")).toBe("2 Nov");
});
