import { expect, test } from "vitest";
import { resolutionFault } from "./rules.ts";

const due = { dueOn: "2026-11-20", resolver: "human" as const, held: null };

test("a person says what came of a forecast once, from its day on, of a decision that was made", () => {
  expect(resolutionFault(due, "approved", "2026-11-20")).toBeNull();
  // What was rejected is asked too: the forecast says whether that was right.
  expect(resolutionFault(due, "rejected", "2026-12-01")).toBeNull();
  expect(resolutionFault(due, "approved", "2026-11-19")).toBe("It is due on 2026-11-20: nobody can know before");
  expect(resolutionFault(due, "pending", "2026-11-20")).toContain("Decide first");
  expect(resolutionFault({ ...due, held: false }, "approved", "2026-11-20")).toBe("Already resolved: it did not hold");
  expect(resolutionFault({ ...due, resolver: "metric" }, "approved", "2026-11-20")).toContain("not asked of a person");
});
