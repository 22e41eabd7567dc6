// Nightly: sockets stop reading; http/live holds the promise daily, R19 does it at length.
import { expect, test } from "vitest";
import { stopReading } from "./slow-consumers.ts";

test("a socket that stops reading is closed, costs little and slows nobody", async () => {
  // Large notices fill what the system buffers in a moment.
  const outcome = await stopReading({ sockets: 20, notices: 2_000, padding: 4_000 });
  expect(outcome.violations).toEqual([]);
  expect(outcome.closed).toBe(20);
  expect(outcome.heard).toBeGreaterThanOrEqual(2_000);
});
