import { afterEach, expect, test } from "vitest";
import { WorkerPool } from "#platform/jobs/worker-pool.ts";
import { jobLimits } from "#platform/jobs/limits.ts";

const usual = { ...jobLimits };
afterEach(() => void Object.assign(jobLimits, usual));

const poolOf = (count: number, { wake = () => undefined, failed = () => undefined }: Partial<Callbacks> = {}) =>
  new WorkerPool(count, { wake, failed });
type Callbacks = ConstructorParameters<typeof WorkerPool>[1];

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Work that runs until `endOne` is called; counts how many run at once. */
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

test("never runs more jobs at once than it has workers, however they were started", async () => {
  const pool = poolOf(2);
  const { work, most, now, endOne } = slow();
  pool.reserve()?.(work);
  const fetched = pool.run(work);
  expect(pool.reserve()).toBeNull();
  expect(pool.run(work)).toBeNull();
  expect(now()).toBe(2);
  endOne();
  await settle();
  expect(now()).toBe(1);
  // The free worker is reserved for the fetched job that found none.
  expect(pool.reserve()).toBeNull();
  const again = pool.run(work);
  endOne();
  await settle();
  expect(pool.reserve()).not.toBeNull();
  endOne();
  await Promise.all([fetched, again]);
  expect(most()).toBe(2);
});

test("work that never ends fails and frees its worker, however it was started", async () => {
  jobLimits.longest = 20;
  const never = () => new Promise<void>(() => undefined);
  const failures: unknown[] = [];
  const pool = poolOf(1, { failed: (error) => failures.push(error) });
  await expect(pool.run(never)).rejects.toThrow("The job timed out after 0.02 seconds.");
  pool.reserve()?.(never);
  await pool.settled();
  expect(failures).toEqual([new Error("The job timed out after 0.02 seconds.")]);
  expect(pool.reserve()).not.toBeNull();
});

test("a reserved worker that gets no work is free again", async () => {
  const pool = poolOf(1);
  for (let time = 0; time < 3; time += 1) {
    const reserved = pool.reserve();
    expect(reserved).not.toBeNull();
    expect(pool.reserve()).toBeNull();
    reserved?.(null);
  }
  let done = false;
  pool.reserve()?.(async () => void (done = true));
  await pool.settled();
  expect(done).toBe(true);
});

test("work that fails frees its worker", async () => {
  const pool = poolOf(1);
  await expect(pool.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(pool.reserve()).not.toBeNull();
});

test("a notice while no worker is free wakes as soon as one is", async () => {
  let woken = 0;
  const pool = poolOf(1, { wake: () => void (woken += 1) });
  pool.notify();
  expect(woken).toBe(1);
  const reserved = pool.reserve();
  pool.notify();
  pool.notify();
  expect(woken).toBe(1);
  reserved?.(null);
  expect(woken).toBe(2);
  pool.reserve()?.(null);
  expect(woken).toBe(2);
});

test("while resting it reserves no worker and starts no reserved work", async () => {
  const pool = poolOf(1);
  const reserved = pool.reserve();
  pool.rest(true);
  expect(pool.reserve()).toBeNull();
  let begun = false;
  reserved?.(async () => void (begun = true));
  await pool.settled();
  expect(begun).toBe(false);
  pool.rest(false);
  expect(pool.reserve()).not.toBeNull();
});
