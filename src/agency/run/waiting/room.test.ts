import { expect, test } from "vitest";
import { limits } from "#agency/run/limits.ts";
import { crowded, isRoom, mayBeginAtOnce } from "#agency/run/waiting/room.ts";

const none = { underWay: 0, due: 0, queued: 0 };

test("a company has room for two at once", () => {
  expect([0, 1, 2, 3].map((underWay) => isRoom({ underWay }))).toEqual([true, true, false, false]);
});

test("a new one begins at once where there is room and nobody stands before it", () => {
  expect(mayBeginAtOnce(none)).toBe(true);
  expect(mayBeginAtOnce({ ...none, underWay: limits.atOnce })).toBe(false);
  expect(mayBeginAtOnce({ ...none, due: 1, queued: 1 })).toBe(false);
  // What waits for tomorrow stands in nobody's way.
  expect(mayBeginAtOnce({ ...none, queued: 1 })).toBe(true);
});

test("beyond what may wait, a sentence says so", () => {
  expect(crowded({ queued: limits.queued - 1 })).toBeNull();
  expect(crowded({ queued: limits.queued })?.message).toBe(
    "200 pieces of work are waiting already. Ask again when some of them are done.",
  );
});
