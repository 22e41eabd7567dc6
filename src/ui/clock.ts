import { useSyncExternalStore } from "react";

/** Milliseconds since 1970; the browser's only clock. */
export const now = (): number => Date.now();

/** 0 once that time has passed. */
export const millisecondsUntil = (at: string): number => Math.max(0, Date.parse(at) - now());

export const dateAt = (at: number | string): Date => new Date(at);

const days = new Map<string, Intl.DateTimeFormat>();

export function dayIn(at: number | string, timeZone: string): string {
  // Creating a formatter takes far longer than using it.
  const format = days.get(timeZone) ?? new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  days.set(timeZone, format);
  return format.format(dateAt(at));
}

export const today = (timeZone: string): string => dayIn(now(), timeZone);

const tick = 15_000;
let current = now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // If every new listener moved the time, the whole page would render again right after its first render.
  if (now() - current >= tick) current = now();
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

/** The current time, updated four times a minute so that relative times stay correct. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => current);
