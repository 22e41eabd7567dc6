import { afterEach, expect, test } from "vitest";
import { Hands } from "#platform/jobs/hands.ts";
import { jobLimits } from "#platform/jobs/limits.ts";

const usual = { ...jobLimits };
afterEach(() => void Object.assign(jobLimits, usual));

const handsOf = (count: number, { wake = () => undefined, failed = () => undefined }: Partial<Hears> = {}) =>
  new Hands(count, { wake, failed });
type Hears = ConstructorParameters<typeof Hands>[1];

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
  const hands = handsOf(2);
  const { work, most, now, endOne } = slow();
  hands.keep()?.(work);
  const fetched = hands.use(work);
  expect(hands.keep()).toBeNull();
  expect(hands.use(work)).toBeNull();
  expect(now()).toBe(2);
  endOne();
  await settle();
  expect(now()).toBe(1);
  // The hand that is free is owed to what was fetched and found none.
  expect(hands.keep()).toBeNull();
  const again = hands.use(work);
  endOne();
  await settle();
  expect(hands.keep()).not.toBeNull();
  endOne();
  await Promise.all([fetched, again]);
  expect(most()).toBe(2);
});

test("work that never ends leaves its hand and fails, whichever way it came", async () => {
  jobLimits.longest = 20;
  const never = () => new Promise<void>(() => undefined);
  const failures: unknown[] = [];
  const hands = handsOf(1, { failed: (error) => failures.push(error) });
  await expect(hands.use(never)).rejects.toThrow("It did not end in 0.02 seconds.");
  hands.keep()?.(never);
  await hands.settled();
  expect(failures).toEqual([new Error("It did not end in 0.02 seconds.")]);
  expect(hands.keep()).not.toBeNull();
});

test("a hand that was kept for nothing is free again", async () => {
  const hands = handsOf(1);
  for (let time = 0; time < 3; time += 1) {
    const kept = hands.keep();
    expect(kept).not.toBeNull();
    expect(hands.keep()).toBeNull();
    kept?.(null);
  }
  let done = false;
  hands.keep()?.(async () => void (done = true));
  await hands.settled();
  expect(done).toBe(true);
});

test("work that fails leaves its hand", async () => {
  const hands = handsOf(1);
  await expect(hands.use(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(hands.keep()).not.toBeNull();
});

test("what is told of while no hand is free is looked for as soon as one is", async () => {
  let woken = 0;
  const hands = handsOf(1, { wake: () => void (woken += 1) });
  hands.told();
  expect(woken).toBe(1);
  const kept = hands.keep();
  hands.told();
  hands.told();
  expect(woken).toBe(1);
  kept?.(null);
  expect(woken).toBe(2);
  hands.keep()?.(null);
  expect(woken).toBe(2);
});

test("resting it keeps no hand, nor begins what one was kept for", async () => {
  const hands = handsOf(1);
  const kept = hands.keep();
  hands.rest(true);
  expect(hands.keep()).toBeNull();
  let begun = false;
  kept?.(async () => void (begun = true));
  await hands.settled();
  expect(begun).toBe(false);
  hands.rest(false);
  expect(hands.keep()).not.toBeNull();
});
