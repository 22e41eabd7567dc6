import type { SecurityStatus, ThreatLevel } from "#features/security/contract.ts";
import type { DotTone } from "#ui/kit/marks.tsx";

export const threatTones: Record<ThreatLevel, DotTone> = {
  low: "success",
  medium: "warning",
  high: "danger",
  critical: "danger",
};

/** "12 of 14 checks passed at 10:30. 2 need you." */
export function describeChecks({ checks }: SecurityStatus, time: string): string {
  const open = checks.filter(({ state }) => state === "attention").length;
  const passed = `${checks.length - open} of ${checks.length} checks passed at ${time}.`;
  return open === 0 ? passed : `${passed} ${open} ${open === 1 ? "needs" : "need"} you.`;
}
