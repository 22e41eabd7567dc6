import { expect, test } from "vitest";
import { limits } from "#agency/run/limits.ts";
import { hasCapacity, mayStartNow, queueRefusal } from "#agency/run/waiting/room.ts";

const none = { underWay: 0, due: 0, queued: 0 };

test("a company can run two at once", () => {
  expect([0, 1, 2, 3].map((underWay) => hasCapacity({ underWay }))).toEqual([true, true, false, false]);
});

test("a new run starts immediately if there is capacity and none is due before it", () => {
  expect(mayStartNow(none)).toBe(true);
  expect(mayStartNow({ ...none, underWay: limits.concurrent })).toBe(false);
  expect(mayStartNow({ ...none, due: 1, queued: 1 })).toBe(false);
  // A run scheduled for later does not block it.
  expect(mayStartNow({ ...none, queued: 1 })).toBe(true);
});

test("refuses more waiting runs than the limit", () => {
  expect(queueRefusal({ queued: limits.queued - 1 })).toBeNull();
  expect(queueRefusal({ queued: limits.queued })?.message).toBe(
    "200 runs are already waiting. Try again when some have finished.",
  );
});
