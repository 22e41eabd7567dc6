import { pluralize } from "#contract/format.ts";
import type { CycleItem } from "#features/orchestrator/autopilot/contract.ts";

export const defaults = {
  frequency: 30,
  quietFrom: "20:00",
  quietTo: "07:00",
  /** Runs of agents a day. */
  dailyCap: 40,
} as const;

/** The longest interval, in minutes. */
const longestInterval = 240;
/** Failures in a row that switch auto-pilot off. */
const maxFailures = 5;
/** Cycles in a row without a result that double the interval. */
const idleCycles = 3;
/** Tasks a cycle gives to agents. */
export const tasksPerCycle = 3;

export type Pace = { frequency: number; interval: number; failures: number; idle: number };

/** The pace after a cycle. A skipped cycle costs nothing and changes nothing. */
export function paceAfter(pace: Pace, outcome: "failed" | "idle" | "result" | "skipped"): Pace & { isOff: boolean } {
  const { frequency, interval, failures, idle } = pace;
  if (outcome === "skipped") return { ...pace, failures: 0, isOff: false };
  if (outcome === "result") return { frequency, interval: frequency, failures: 0, idle: 0, isOff: false };
  const isSlower = idle + 1 >= idleCycles;
  const slower = isSlower ? Math.min(interval * 2, Math.max(longestInterval, frequency)) : interval;
  return {
    frequency,
    interval: slower,
    failures: outcome === "failed" ? failures + 1 : 0,
    idle: isSlower ? 0 : idle + 1,
    isOff: outcome === "failed" && failures + 1 >= maxFailures,
  };
}

/** The findings that were not there in the cycle before. */
export const unseen = (now: readonly string[], before: readonly string[]): string[] => {
  const seen = new Set(before);
  return now.filter((one) => !seen.has(one));
};

export function cycleSummary(
  status: "running" | "done" | "skipped" | "failed",
  { did, left, sentence }: { did: readonly unknown[]; left: readonly CycleItem[]; sentence: string | null },
): string {
  if (status === "running") return "Under way";
  if (status === "failed") return `Failed: ${(sentence ?? "the cause is in the log").replace(/\.$/, "")}`;
  if (status === "skipped") return `Skipped: ${sentence ?? "nothing new"}`;
  const forYou = left.filter(({ needsYou }) => needsYou).length;
  const parts = [did.length > 0 ? `Did ${did.length}` : "", forYou > 0 ? `left ${forYou} for you` : ""].filter(Boolean);
  if (parts.length === 0) return `Checked everything, left ${pluralize(left.length, "item")}`;
  const text = parts.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
