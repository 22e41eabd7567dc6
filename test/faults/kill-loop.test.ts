// Nightly: servers are killed again and again; given-up and idempotency hold the promise daily, R1 does it at length.
import { expect, test } from "vitest";
import { killLoop } from "./kill-loop.ts";

/** A sample, aimed at transactions; `npm run faults -- R1` does 200 of each at random. */
const runs = 1;

test.each(["embedded", "postgres"] as const)(
  "kill -9 under load loses nothing on %s",
  async (database) => {
    const outcome = await killLoop(database, runs, 20_261_120, () => undefined, true);
    expect(outcome.violations).toEqual([]);
    expect(outcome.kills).toBeGreaterThanOrEqual(runs);
    expect(outcome.acknowledged).toBeGreaterThan(0);
    expect(outcome.insideTransaction).toBeGreaterThan(0);
  },
  900_000,
);
