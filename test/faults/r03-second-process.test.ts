// Nightly: second processes on one folder; engine/ownership holds the promise daily, R3 does it at length.
import { afterAll, beforeAll, expect, test } from "vitest";
import { canLeave, type First, startFirst, startSecond } from "./second-process.ts";

let first: First;
beforeAll(async () => {
  first = await startFirst();
});
afterAll(() => first?.close());

test("a second process beside the first is refused and writes nothing", async () => {
  expect(await startSecond(first, "beside the first", 1, 0)).toMatchObject({ refused: 1, violations: [] });
});

/** Of two at once `npm run faults -- R3` tries those beside each other as well: what they share only makes it easier. */
test("one from another container, with neither socket nor process number in common, is refused as well, and of two at once one wins", async () => {
  const place = "as from another container";
  const isAllowed = canLeave(place);
  if (!isAllowed) console.warn("Nobody may leave a name space here: a plain process stands in for a container.");
  const outcome = await startSecond(first, isAllowed ? place : "beside the first", 1, 1);
  expect(outcome).toMatchObject({ refused: 1, pairs: 1, violations: [] });
});
