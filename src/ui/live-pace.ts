const defaultPause = 2_000;

/** Milliseconds until a reconnect: 1 to 30 s, growing, with jitter so that clients do not return all at once. */
export function pauseBefore(attempt: number, random: () => number = Math.random): number {
  const max = Math.min(30_000, 2_000 * 2 ** attempt);
  return 1_000 + random() * (max - 1_000);
}

/** Milliseconds until the refetch after a reconnect; jittered, because many clients return together. */
export const pauseAfterReturn = (random: () => number = Math.random): number => random() * 5_000;

/** Passes on the first request at once and collects later ones, by default for two seconds. */
export function coalesce(flushTo: (keys: ReadonlySet<string>) => void, now: () => number, pause = defaultPause) {
  let waiting = new Set<string>();
  let last = -Infinity;
  let pending: ReturnType<typeof setTimeout> | undefined;
  function flush(): void {
    pending = undefined;
    last = now();
    const keys = waiting;
    waiting = new Set();
    flushTo(keys);
  }
  return (...keys: readonly string[]): void => {
    for (const key of keys) waiting.add(key);
    if (waiting.size === 0 || pending !== undefined) return;
    const wait = last + pause - now();
    if (wait <= 0) flush();
    else pending = setTimeout(flush, wait);
  };
}
