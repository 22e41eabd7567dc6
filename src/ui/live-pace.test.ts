import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { coalesce, pauseAfterReturn, pauseBefore } from "./live-pace.ts";

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

test("passes the first request on at once, then a burst every two seconds", () => {
  const handed: string[][] = [];
  const ask = coalesce(
    (asked) => handed.push([...asked]),
    () => Date.now(),
  );
  ask("tasks");
  for (let at = 0; at < 100; at += 1) {
    ask("tasks", at % 2 === 0 ? "agents" : "decisions");
    vi.advanceTimersByTime(50);
  }
  expect(handed).toEqual([["tasks"], ["tasks", "agents", "decisions"], ["tasks", "agents", "decisions"]]);
  vi.advanceTimersByTime(10_000);
  expect(handed).toHaveLength(4);
});

test("waits for another time between bursts when asked to", () => {
  const flush = vi.fn<() => void>();
  const ask = coalesce(flush, () => Date.now(), 500);
  for (let at = 0; at < 11; at += 1, vi.advanceTimersByTime(100)) ask("drafts");
  expect(flush).toHaveBeenCalledTimes(3);
});

test("passes nothing on without a request", () => {
  const flush = vi.fn<() => void>();
  coalesce(flush, () => Date.now())();
  expect(flush).not.toHaveBeenCalled();
});

test.each([
  [0, 1_000, 2_000],
  [1, 1_000, 4_000],
  [4, 1_000, 30_000],
  [40, 1_000, 30_000],
])("attempt %i comes after %i to %i ms, evenly spread", (attempt, least, most) => {
  expect(pauseBefore(attempt, () => 0)).toBe(least);
  expect(pauseBefore(attempt, () => 0.5)).toBe((least + most) / 2);
  expect(pauseBefore(attempt, () => 1)).toBe(most);
});

test("clients that reconnect together refetch spread over five seconds", () => {
  expect([0, 0.5, 1].map((part) => pauseAfterReturn(() => part))).toEqual([0, 2_500, 5_000]);
});
