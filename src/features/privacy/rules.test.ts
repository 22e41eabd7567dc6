import { expect, test } from "vitest";
import { complianceOf, deletionError, periodOf, settingsOf } from "#features/privacy/rules.ts";

test.each([
  [0, 13, "Needs Attention"],
  [3, 50, "Needs Attention"],
  [4, 63, "Good"],
  [5, 75, "Good"],
  [6, 88, "Excellent"],
  [7, 100, "Excellent"],
])("with %i more settings on the score is %i%, %s", (more, score, band) => {
  const kinds = [
    "analytics",
    "marketing",
    "personalization",
    "dataProcessing",
    "thirdPartySharing",
    "gdprConsent",
    "ccpaConsent",
  ] as const;
  expect(complianceOf(settingsOf(kinds.slice(0, more)))).toEqual({ on: more + 1, of: 8, score, band });
});

test.each([
  ["24 hours", 1],
  ["90 days", 90],
  ["1 year", 365.25],
  ["2 years", 730.5],
  ["while the account is active, then 90 days", null],
  ["7 years at most", null],
])("%s", (retention, days) => expect(periodOf(retention)).toBe(days === null ? null : days * 86_400_000));

test("a deletion needs a confirmation and a sign-in of the last 30 minutes, to the millisecond", () => {
  const now = new Date("2026-11-24T12:00:00.000Z");
  const before = (ms: number) => new Date(now.getTime() - ms);
  expect(deletionError({ confirmDeletion: true }, before(30 * 60_000 - 1), now)).toBeNull();
  expect(deletionError({ confirmDeletion: true }, before(30 * 60_000), now)).toMatch(/^Sign in again/);
  expect(deletionError({ confirmDeletion: true }, null, now)).toMatch(/^Sign in again/);
  expect(deletionError({}, now, now)).toMatch(/^Confirm/);
});
