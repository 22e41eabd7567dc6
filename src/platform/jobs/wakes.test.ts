import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Database } from "#platform/db/database.ts";
import type { NoticeListener, NoticeHandler } from "#platform/db/notice-listener.ts";
import { watchDueJobs, pollIntervalMs } from "#platform/jobs/wakes.ts";
import { createLog } from "#platform/log.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type Found = { name: string; ms: number }[];

/** `answers` are what successive polls of the queue find; the last one repeats. */
async function open(...answers: (Found | Error)[]) {
  let handler: NoticeHandler | undefined;
  const woken: string[] = [];
  let polls = 0;
  const query = () => {
    const answer = answers[Math.min(polls, answers.length - 1)] ?? [];
    polls += 1;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const notices = {
    listen: (_channel: string, given: NoticeHandler) => {
      handler = given;
      return Promise.resolve();
    },
  };
  const stop = await watchDueJobs(
    { database: { query } as unknown as Database, notices: notices as NoticeListener, log: createLog("silent") },
    "pgboss",
    ["one", "two"],
    (kind) => woken.push(kind),
  );
  return { woken, stop, polls: () => polls, handler: () => handler };
}

test("a notice wakes its kind at once, without a poll", async () => {
  const { woken, polls, handler } = await open([]);
  handler()?.onNotice("two");
  expect(woken).toEqual(["two"]);
  expect(polls()).toBe(1);
});

test("due jobs are found at the start and again every second until they are taken", async () => {
  const { woken } = await open([{ name: "one", ms: -20 }], [{ name: "one", ms: -1020 }], []);
  expect(woken).toEqual(["one"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(woken).toEqual(["one", "one"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(woken).toEqual(["one", "one"]);
});

test("a job due before the next poll is woken on time", async () => {
  const { woken } = await open([{ name: "two", ms: 2_500 }], [{ name: "two", ms: 0 }], []);
  await vi.advanceTimersByTimeAsync(2_499);
  expect(woken).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(woken).toEqual(["two"]);
});

test("polls again after a notice of a job due soon, after a reconnect and after a failed poll", async () => {
  const { woken, polls, handler } = await open([], [], new Error("away"), [{ name: "one", ms: 0 }], []);
  handler()?.onNotice("");
  await vi.advanceTimersByTimeAsync(0);
  expect(polls()).toBe(2);
  handler()?.onReconnect();
  await vi.advanceTimersByTimeAsync(0);
  expect(woken).toEqual([]);
  await vi.advanceTimersByTimeAsync(pollIntervalMs);
  expect(woken).toEqual(["one"]);
});

test("nothing is woken after the end", async () => {
  const { polls, stop } = await open([]);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(polls()).toBe(1);
});
