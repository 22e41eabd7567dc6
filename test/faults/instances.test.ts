import { expect, test } from "vitest";
import { instanceLoop } from "./instance-loop.ts";

/** A machine that is busy with other things takes many times as long. */
const patienceMs = 300_000;

/** A sample; `npm run faults -- R2` does it with 10,000 jobs and waits for the real lease. */
test(
  "of two instances killed in turn the other does every job once",
  async () => {
    const outcome = await instanceLoop({
      count: 2,
      runs: 2,
      seed: 20_261_120,
      jobs: 120,
      everyMs: 700,
      hurry: true,
      say: () => undefined,
    });
    expect(outcome.violations).toEqual([]);
    expect(outcome.isVoid, outcome.hit).toBe(false);
  },
  patienceMs,
);
