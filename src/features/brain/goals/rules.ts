import type { KeyResult } from "#features/brain/goals/contract.ts";

/** Percent: the mean of the key results, each at most complete; null without any. */
export function progressOf(keyResults: readonly KeyResult[]): number | null {
  if (keyResults.length === 0) return null;
  const shares = keyResults.map(({ target, current }) =>
    target === 0 ? Number(current >= 0) : Math.min(1, Math.max(0, current / target)),
  );
  return Math.round((1_000 * shares.reduce((sum, share) => sum + share, 0)) / shares.length) / 10;
}
