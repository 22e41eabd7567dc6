import { availableParallelism, loadavg } from "node:os";

/** Whether the machine has more than twice as much to do as it has processors: times then say nothing of the product. */
export const isOverloaded = (): boolean => (loadavg()[0] ?? 0) > 2 * availableParallelism();

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
