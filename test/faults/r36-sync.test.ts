// Nightly: instances are started and killed; test/connector-promises.ts holds a take-over daily.
import { expect, test } from "vitest";
import { syncTrial } from "./sync-trial.ts";

/** A sample; `npm run faults -- R36` does it with 100,000 records and 10 kills. */
test("a first reading that is killed loses and doubles nothing", async () => {
  const outcome = await syncTrial({ records: 5_000, kills: 2, seed: 36, say: () => undefined });
  expect(outcome.violations).toEqual([]);
  expect(outcome.isVoid, outcome.hit).toBe(false);
}, 600_000);
