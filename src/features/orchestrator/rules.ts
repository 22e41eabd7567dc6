import { daysBetween } from "#contract/days.ts";
import type { Priority } from "#contract/words.ts";

const minPoints = 14;
const outlierThreshold = 3.5;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/**
 * The robust z-score of the last value: 0.6745 (x − median) ÷ MAD. Null with fewer than 14 values, or if most of them
 * are equal (MAD 0) and so is the last; a last value that differs then counts as infinitely far.
 */
export function robustZ(values: readonly number[]): number | null {
  const last = values.at(-1);
  if (values.length < minPoints || last === undefined) return null;
  const middle = median(values);
  const spread = median(values.map((value) => Math.abs(value - middle)));
  if (spread === 0) return last === middle ? null : Math.sign(last - middle) * Infinity;
  return (0.6745 * (last - middle)) / spread;
}

export const isOutlier = (z: number | null): boolean => z !== null && Math.abs(z) > outlierThreshold;

/** Budget used ahead of the year, in shares of both; null if within a tenth of the pace. */
export function budgetAhead(used: number, budget: number, yearDay: number, yearDays: number): number | null {
  if (budget <= 0) return null;
  const ahead = used / budget - yearDay / yearDays;
  return ahead > 0.1 ? ahead : null;
}

/** Something that could be done first. */
export type Candidate = {
  title: string;
  daysOverdue: number;
  amount: number | null;
  dueOn: string | null;
  priority: Priority;
};

const weights: Record<Priority, number> = { high: 0, medium: 1, low: 2 };

/** By overdue, amount, deadline, then priority. */
export function rankPriorities<Row extends Candidate>(rows: readonly Row[]): Row[] {
  const overdueFirst = ({ daysOverdue }: Candidate): number => (daysOverdue > 0 ? 0 : 1);
  return rows.toSorted(
    (one, other) =>
      overdueFirst(one) - overdueFirst(other) ||
      (other.amount ?? 0) - (one.amount ?? 0) ||
      (one.dueOn ?? "9999").localeCompare(other.dueOn ?? "9999") ||
      weights[one.priority] - weights[other.priority] ||
      (one.title < other.title ? -1 : 1),
  );
}

export const overdueDays = (dueOn: string | null, today: string): number =>
  dueOn !== null && dueOn < today ? daysBetween(dueOn, today) : 0;
