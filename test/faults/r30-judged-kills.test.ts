// Nightly: servers are killed inside interventions and outcomes; oversight and outcomes hold the promise daily, R30 does it at length.
import { expect, test } from "vitest";
import { killJudged } from "./judged-kills.ts";

test("kill -9 inside an intervention, its undoing or an outcome leaves it done or not done", async () => {
  const { kills, inside, violations } = await killJudged(1);
  expect(violations).toEqual([]);
  expect([kills, inside > 0]).toEqual([3, true]);
});
