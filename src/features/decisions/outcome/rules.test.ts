import { expect, test } from "vitest";
import { resolutionError } from "./rules.ts";

const due = { dueOn: "2026-11-20", resolver: "human" as const, held: null };

test("a person resolves a forecast once, from its due day, after the decision is approved", () => {
  expect(resolutionError(due, "approved", "2026-11-20")).toBeNull();
  // What was not approved was never tried: nothing can come true of it.
  expect(resolutionError(due, "rejected", "2026-12-01")).toBe("Not applicable: the proposal was not approved");
  expect(resolutionError(due, "approved", "2026-11-19")).toBe("This forecast can be resolved from 2026-11-20");
  expect(resolutionError(due, "pending", "2026-11-20")).toContain("Decide first");
  expect(resolutionError({ ...due, held: false }, "approved", "2026-11-20")).toBe(
    "Already resolved: the forecast did not come true",
  );
  expect(resolutionError({ ...due, resolver: "metric" }, "approved", "2026-11-20")).toContain(
    "resolved from company data",
  );
});
