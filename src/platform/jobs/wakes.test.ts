import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Database } from "#platform/db/database.ts";
import type { NoticeListener, Hearer } from "#platform/db/notice-listener.ts";
import { keepWaking, lookEveryMs } from "#platform/jobs/wakes.ts";
import { createLog } from "#platform/log.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type Found = { name: string; ms: number }[];

/** The queue as the looks find it, one answer after the other, the last one again and again. */
async function open(...answers: (Found | Error)[]) {
  let hearer: Hearer | undefined;
  const woken: string[] = [];
  let looks = 0;
  const query = () => {
    const answer = answers[Math.min(looks, answers.length - 1)] ?? [];
    looks += 1;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const notices = {
    hear: (_channel: string, given: Hearer) => {
      hearer = given;
      return Promise.resolve();
    },
  };
  const stop = await keepWaking(
    { database: { query } as unknown as Database, notices: notices as NoticeListener, log: createLog("silent") },
    "pgboss",
    ["one", "two"],
    (kind) => woken.push(kind),
  );
  return { woken, stop, looks: () => looks, hear: () => hearer };
}

test("a kind that is told of is woken at once, without a look", async () => {
  const { woken, looks, hear } = await open([]);
  hear()?.said("two");
  expect(woken).toEqual(["two"]);
  expect(looks()).toBe(1);
});

test("what is due is found at the start, and looked for again after a second while nobody takes it", async () => {
  const { woken } = await open([{ name: "one", ms: -20 }], [{ name: "one", ms: -1020 }], []);
  expect(woken).toEqual(["one"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(woken).toEqual(["one", "one"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(woken).toEqual(["one", "one"]);
});

test("what falls due before the next look is woken when it does", async () => {
  const { woken } = await open([{ name: "two", ms: 2_500 }], [{ name: "two", ms: 0 }], []);
  await vi.advanceTimersByTimeAsync(2_499);
  expect(woken).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(woken).toEqual(["two"]);
});

test("it is looked again when a job is told that falls due soon, when the line was away, and after a look that failed", async () => {
  const { woken, looks, hear } = await open([], [], new Error("away"), [{ name: "one", ms: 0 }], []);
  hear()?.said("");
  await vi.advanceTimersByTimeAsync(0);
  expect(looks()).toBe(2);
  hear()?.returned();
  await vi.advanceTimersByTimeAsync(0);
  expect(woken).toEqual([]);
  await vi.advanceTimersByTimeAsync(lookEveryMs);
  expect(woken).toEqual(["one"]);
});

test("after the end nobody is woken", async () => {
  const { looks, stop } = await open([]);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks()).toBe(1);
});
