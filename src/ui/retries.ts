import { CallError } from "#ui/api.ts";

/** Retries per call while the server is busy; rate limits are always waited for. */
const mostTries = 5;

/** Makes a call again after the server's Retry-After if it is busy or the rate limit is reached. */
export async function withRetries<T>(
  signal: AbortSignal,
  ask: () => Promise<T>,
  onWait: (seconds: number) => void = () => undefined,
): Promise<T> {
  for (let busy = 0; ; ) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof CallError) || error.retryAfter === null) throw error;
      if (error.status !== 429) busy += 1;
      if (busy === mostTries) throw error;
      onWait(error.retryAfter);
      await pause(error.retryAfter * 1_000, signal);
    }
  }
}

/** Waits; rejects with the signal's reason if it aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  });
}
