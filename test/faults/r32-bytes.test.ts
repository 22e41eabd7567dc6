// Nightly: bodies and answers that never end; http/bytes-under-way holds the promise daily, R32 does it at length.
import { expect, test } from "vitest";
import { holdBytes } from "./bytes-under-way.ts";

test("uploads that never end and answers that are never read cost a bounded amount of memory", async () => {
  const outcome = await holdBytes("embedded", 20, () => undefined);
  expect(outcome.violations).toEqual([]);
  expect(outcome.refused).toBeGreaterThan(0);
  expect(outcome.ended).toBeGreaterThan(0);
});
