const pause = 2_000;

/** Milliseconds to wait before a lost line is tried again: 1 to 30 s, longer each time, spread so that not all come at once. */
export function pauseBefore(attempt: number, random: () => number = Math.random): number {
  const most = Math.min(30_000, 2_000 * 2 ** attempt);
  return 1_000 + random() * (most - 1_000);
}

/** Milliseconds to wait, once a line is back, before everything is read again: many lines come back together. */
export const pauseAfterReturn = (random: () => number = Math.random): number => random() * 5_000;

/** Hands on what is asked for: the first at once, what comes after it together, at most every two seconds. */
export function coalesce(hand: (asked: ReadonlySet<string>) => void, now: () => number) {
  let waiting = new Set<string>();
  let last = -Infinity;
  let pending: ReturnType<typeof setTimeout> | undefined;
  function flush(): void {
    pending = undefined;
    last = now();
    const asked = waiting;
    waiting = new Set();
    hand(asked);
  }
  return (...asked: readonly string[]): void => {
    for (const one of asked) waiting.add(one);
    if (waiting.size === 0 || pending !== undefined) return;
    const wait = last + pause - now();
    if (wait <= 0) flush();
    else pending = setTimeout(flush, wait);
  };
}
