// Nightly: instances are started and killed again and again; outbox-core holds each promise daily.
import { expect, test } from "vitest";
import { deliveriesTrial } from "./deliveries-trial.ts";

/** A sample; `npm run faults -- R34` does it with 10,000 deliveries, 30 kills, and a receiver that is down for an hour. */
test("deliveries survive kills, lost answers and a receiver that is down", async () => {
  const outcome = await deliveriesTrial({
    deliveries: 300,
    kills: 3,
    downMs: 240_000,
    seed: 20_261_127,
    say: () => undefined,
  });
  expect(outcome.violations).toEqual([]);
  expect(outcome.isVoid, outcome.hit).toBe(false);
}, 900_000);
