import { expect, test } from "vitest";
import { progressOf, shareOf } from "./rules.ts";

test.each([
  [{ target: 10, current: 4 }, 0.4],
  [{ target: 10, current: 12 }, 1],
  [{ target: 10, current: -1 }, 0],
  [{ target: 0, current: 0 }, 1],
  [{ target: 0, current: -2 }, 0],
])("of %j the share %d is reached", (keyResult, share) => {
  expect(shareOf(keyResult)).toBe(share);
});

test("a goal's progress is the mean of its key results", () => {
  const of = (target: number, current: number) => ({ target, current });
  expect(progressOf([of(10, 4), of(0, 0), of(3, 1)])).toBe(57.8);
  expect(progressOf([])).toBeNull();
});
