import { expect, test } from "vitest";
import { Hands } from "#platform/job-hands.ts";

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
  const hands = new Hands(2, () => undefined);
  const { work, most, now, endOne } = slow();
  hands.keep()?.(work);
  const fetched = [hands.use(work), hands.use(work)];
  await settle();
  expect(now()).toBe(2);
  expect(hands.keep()).toBeNull();
  endOne();
  await settle();
  expect(now()).toBe(2);
  // What was fetched waits in line before whatever is new.
  expect(hands.keep()).toBeNull();
  endOne();
  await settle();
  expect(hands.keep()).not.toBeNull();
  endOne();
  await Promise.all(fetched);
  expect(most()).toBe(2);
});

test("a hand that was kept for nothing is free again", async () => {
  const hands = new Hands(1, () => undefined);
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
  const hands = new Hands(1, () => undefined);
  await expect(hands.use(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(hands.keep()).not.toBeNull();
});

test("what is told of while no hand is free is looked for as soon as one is", async () => {
  let woken = 0;
  const hands = new Hands(1, () => void (woken += 1));
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
  const hands = new Hands(1, () => undefined);
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
