// Nightly: a storm of reconnects takes a minute; R18 runs it at length.
import { expect, test } from "vitest";
import { restartUnder } from "./reconnect-storm.ts";

test("after a restart every open page comes back, and none is read again more than once in two seconds", async () => {
  const outcome = await restartUnder("embedded", 50);
  expect(outcome.violations).toEqual([]);
  expect(outcome.lost).toBe(50);
  expect(outcome.refreshes).toBeGreaterThanOrEqual(50);
});
