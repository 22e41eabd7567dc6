// Nightly: instances are killed in turn; job-workers holds each promise daily, R2 does it at length.
import { expect, test } from "vitest";
import { instanceLoop } from "./instance-loop.ts";

/** A machine that is busy with other things takes many times as long. */
const patienceMs = 600_000;

/** A sample; `npm run faults -- R2` does it with 10,000 jobs and waits for the real lease. */
test(
  "of two instances killed in turn the other does every job once",
  async () => {
    const loop = (seed: number) =>
      instanceLoop({ count: 2, runs: 2, seed, jobs: 120, everyMs: 700, hurry: true, say: () => undefined });
    let outcome = await loop(20_261_120);
    // A job is done so soon that two kills may all fall between two of them: such a loop says nothing.
    for (let again = 1; again < 5 && outcome.isVoid; again += 1) {
      expect(outcome.violations).toEqual([]);
      outcome = await loop(20_261_120 + again);
    }
    expect(outcome.violations).toEqual([]);
    expect(outcome.isVoid, outcome.hit).toBe(false);
  },
  patienceMs,
);
