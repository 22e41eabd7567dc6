import type { KeyResult } from "#features/brain/goals/contract.ts";

type Measured = Pick<KeyResult, "target" | "current">;

/** How much of a key result is reached, from 0 to 1. */
export const shareOf = ({ target, current }: Measured): number =>
  target === 0 ? Number(current >= 0) : Math.min(1, Math.max(0, current / target));

/** Percent: the mean of the key results, each at most complete; null without any. */
export function progressOf(keyResults: readonly Measured[]): number | null {
  if (keyResults.length === 0) return null;
  const sum = keyResults.reduce((total, keyResult) => total + shareOf(keyResult), 0);
  return Math.round((1_000 * sum) / keyResults.length) / 10;
}
