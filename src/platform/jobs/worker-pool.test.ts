import { afterEach, expect, test } from "vitest";
import { WorkerPool } from "#platform/jobs/worker-pool.ts";
import { jobLimits } from "#platform/jobs/limits.ts";

const usual = { ...jobLimits };
afterEach(() => void Object.assign(jobLimits, usual));

const handsOf = (count: number, { wake = () => undefined, failed = () => undefined }: Partial<Hears> = {}) =>
  new WorkerPool(count, { wake, failed });
type Hears = ConstructorParameters<typeof WorkerPool>[1];

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Work that goes on until it is let end; says how much of it there is. */
function slow() {
  const ends: (() => void)[] = [];
  let [now, most] = [0, 0];
  const work = async (): Promise<void> => {
    now += 1;
    most = Math.max(most, now);
    await new Promise<void>((resolve) => void ends.push(resolve));
    now -= 1;
  };
  return { work, most: () => most, now: () => now, endOne: () => ends.shift()?.() };
}

test("however work came, never is more of it under way than there are hands", async () => {
  const pool = handsOf(2);
  const { work, most, now, endOne } = slow();
  pool.keep()?.(work);
  const fetched = pool.use(work);
  expect(pool.keep()).toBeNull();
  expect(pool.use(work)).toBeNull();
  expect(now()).toBe(2);
  endOne();
  await settle();
  expect(now()).toBe(1);
  // The hand that is free is owed to what was fetched and found none.
  expect(pool.keep()).toBeNull();
  const again = pool.use(work);
  endOne();
  await settle();
  expect(pool.keep()).not.toBeNull();
  endOne();
  await Promise.all([fetched, again]);
  expect(most()).toBe(2);
});

test("work that never ends leaves its hand and fails, whichever way it came", async () => {
  jobLimits.longest = 20;
  const never = () => new Promise<void>(() => undefined);
  const failures: unknown[] = [];
  const pool = handsOf(1, { failed: (error) => failures.push(error) });
  await expect(pool.use(never)).rejects.toThrow("It did not end in 0.02 seconds.");
  pool.keep()?.(never);
  await pool.settled();
  expect(failures).toEqual([new Error("It did not end in 0.02 seconds.")]);
  expect(pool.keep()).not.toBeNull();
});

test("a hand that was kept for nothing is free again", async () => {
  const pool = handsOf(1);
  for (let time = 0; time < 3; time += 1) {
    const kept = pool.keep();
    expect(kept).not.toBeNull();
    expect(pool.keep()).toBeNull();
    kept?.(null);
  }
  let done = false;
  pool.keep()?.(async () => void (done = true));
  await pool.settled();
  expect(done).toBe(true);
});

test("work that fails leaves its hand", async () => {
  const pool = handsOf(1);
  await expect(pool.use(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(pool.keep()).not.toBeNull();
});

test("what is told of while no hand is free is looked for as soon as one is", async () => {
  let woken = 0;
  const pool = handsOf(1, { wake: () => void (woken += 1) });
  pool.told();
  expect(woken).toBe(1);
  const kept = pool.keep();
  pool.told();
  pool.told();
  expect(woken).toBe(1);
  kept?.(null);
  expect(woken).toBe(2);
  pool.keep()?.(null);
  expect(woken).toBe(2);
});

test("resting it keeps no hand, nor begins what one was kept for", async () => {
  const pool = handsOf(1);
  const kept = pool.keep();
  pool.rest(true);
  expect(pool.keep()).toBeNull();
  let begun = false;
  kept?.(async () => void (begun = true));
  await pool.settled();
  expect(begun).toBe(false);
  pool.rest(false);
  expect(pool.keep()).not.toBeNull();
});
