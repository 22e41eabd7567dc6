import { afterEach, expect, test, vi } from "vitest";
import { monotonicClock } from "#platform/jobs/queues.ts";

afterEach(() => vi.useRealTimers());

test("the queue's housekeeping goes by the time that passes, wherever the wall clock is set", () => {
  const before = monotonicClock.now();
  expect(Math.abs(before - Date.now())).toBeLessThan(60_000);
  for (const days of [200, -200]) {
    vi.useFakeTimers({ toFake: ["Date"], now: before + days * 86_400_000 });
    expect(Math.abs(monotonicClock.now() - before)).toBeLessThan(60_000);
  }
});
