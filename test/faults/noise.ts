import { availableParallelism, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Whether times say nothing of the product: the machine has more than twice as much to do as it has processors, or tests
 * run beside each other. `npm run faults` holds the times; its samples among the tests hold everything else.
 */
export const isOverloaded = (): boolean =>
  process.env["VITEST"] !== undefined || (loadavg()[0] ?? 0) > 2 * availableParallelism();

/** Holds times against a promise; what is late on an overloaded machine is counted, not held against the product. */
export function timekeeper() {
  let waived = 0;
  const violations: string[] = [];
  return {
    violations,
    hold: (isKept: boolean, sentence: string): void => {
      if (isKept) return;
      if (isOverloaded()) waived += 1;
      else violations.push(sentence);
    },
    /** What to say of the times that were not held against it. */
    waived: (): string =>
      waived === 0
        ? "none later than promised"
        : `${waived} later than promised on a machine with more than twice its work, not held against it`,
    count: (): number => waived,
  };
}

/** Times held against what was promised; those of an overloaded machine are counted and not held against anything. */
export function holdTimes(violations: string[]) {
  let excused = 0;
  return {
    hold(what: string, ms: number, mostMs: number): void {
      if (ms <= mostMs) return;
      if (isOverloaded()) excused += 1;
      else violations.push(`${what} only after ${Math.round(ms)} ms`);
    },
    /** A part of a sentence, empty when all was in time. */
    said: (): string =>
      excused > 0
        ? ` (${excused} later than promised on a machine with more than twice its work, not held against it)`
        : "",
  };
}

/** Milliseconds until `ask` says what is wanted; `mostMs` or more when it never does. */
export async function until(ask: () => Promise<boolean>, wanted: boolean, mostMs: number): Promise<number> {
  const started = performance.now();
  while ((await ask()) !== wanted && performance.now() - started < mostMs) await sleep(25);
  return performance.now() - started;
}
