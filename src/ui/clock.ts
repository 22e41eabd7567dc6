import { useSyncExternalStore } from "react";

/** Milliseconds since 1970; the browser's only clock. */
export const now = (): number => Date.now();

export const dateAt = (at: number | string): Date => new Date(at);

/** Today as YYYY-MM-DD in a time zone. */
export function today(timeZone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(dateAt(now()));
}

const tick = 15_000;
let current = now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  current = now();
  timer ??= setInterval(() => {
    current = now();
    for (const each of listeners) each();
  }, tick);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** The time, four times a minute, so that relative times grow older on the screen. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => current);
