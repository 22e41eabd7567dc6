import { expect, test } from "vitest";
import { killLoop } from "./kill-loop.ts";

/** A sample; `npm run faults` does 200 of each. */
const runs = 3;

test.each(["embedded", "postgres"] as const)(
  "kill -9 under load loses nothing on %s",
  async (database) => {
    const outcome = await killLoop(database, runs, 20_261_120);
    expect(outcome.violations).toEqual([]);
    expect(outcome.kills).toBeGreaterThanOrEqual(runs);
    expect(outcome.acknowledged).toBeGreaterThan(0);
    expect(outcome.insideTransaction).toBeGreaterThan(0);
  },
  900_000,
);
