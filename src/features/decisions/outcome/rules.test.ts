import { expect, test } from "vitest";
import { resolutionError } from "./rules.ts";

const of = (status: string) => ({ status, isTest: false, undoUntil: null });
const due = { dueOn: "2026-11-20", resolver: "human" as const, measuredBy: null, held: null };

test("a person resolves a forecast once, from its due day, after the decision is approved", () => {
  expect(resolutionError(due, of("approved"), "2026-11-20")).toBeNull();
  // An unapproved decision was never tried, so its forecasts have no outcome.
  expect(resolutionError(due, { ...of("approved"), isTest: true }, "2026-11-20")).toContain("never measured");
  expect(resolutionError(due, { ...of("approved"), undoUntil: "later" }, "2026-11-20")).toContain("be undone");
  expect(resolutionError(due, of("rejected"), "2026-12-01")).toBe("Not applicable: the proposal was not approved");
  expect(resolutionError(due, of("approved"), "2026-11-19")).toBe("This forecast can be resolved from 2026-11-20");
  expect(resolutionError(due, of("pending"), "2026-11-20")).toContain("Decide first");
  expect(resolutionError({ ...due, held: false }, of("approved"), "2026-11-20")).toBe(
    "Already resolved: the forecast did not come true",
  );
  expect(resolutionError({ ...due, resolver: "metric" }, of("approved"), "2026-11-20")).toContain(
    "resolved from company data",
  );
});
