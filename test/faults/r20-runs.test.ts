import { expect, test } from "vitest";
import { killRuns } from "./run-kills.ts";

/** A sample; `npm run faults -- R20` does many of each, and two instances. */
test.each(["embedded", "postgres"] as const)(
  "kill -9 of executives at work: one answer each, no step twice, on %s",
  async (database) => {
    const outcome = await killRuns(database, { runs: 2, seed: 20_261_120, say: () => undefined });
    expect(outcome.violations).toEqual([]);
    expect(outcome.isVoid, outcome.hit).toBe(false);
  },
  300_000,
);
