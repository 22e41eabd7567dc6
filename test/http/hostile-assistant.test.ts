import { afterAll, beforeAll, expect, test } from "vitest";
import { allowedCall, attackAsAssistant } from "../hostile-assistant.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

/** A sample of it; `npm run faults -- R38` tries 1,000. */
test("a hostile assistant is refused every time, and leaves nothing behind", async () => {
  const { runs, refused, violations } = await attackAsAssistant(world, 50);
  expect(violations).toEqual([]);
  expect(runs).toBeGreaterThanOrEqual(50);
  expect(refused).toBe(runs);
});

test("a call that was let in would be noticed", async () => {
  const { violations } = await attackAsAssistant(world, 1, allowedCall);
  expect(violations).toEqual([
    expect.stringMatching(/^an allowed call 0: it was not refused/),
    expect.stringMatching(/^an allowed call: .*journal.*tasks.* changed$/),
  ]);
});
