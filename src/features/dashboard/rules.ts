import { addDays } from "#contract/days.ts";
import type { Dashboard } from "#features/dashboard/contract.ts";

/** The 30 days up to `last`, oldest first. */
export function thirtyDays(last: string): string[] {
  return Array.from({ length: 30 }, (_unused, index) => addDays(last, index - 29));
}

/** The 30 days up to `last`; days without a figure are `empty`. */
export function lineOf(values: ReadonlyMap<string, number>, last: string, empty: number | null): (number | null)[] {
  return thirtyDays(last).map((day) => values.get(day) ?? empty);
}

/** The change of the 30 days up to `last` on the previous 30, in percent; null unless both are complete. */
export function change30(values: ReadonlyMap<string, number>, last: string): number | null {
  const sum = (line: (number | null)[]): number | null =>
    line.includes(null) ? null : line.reduce<number>((total, value) => total + (value ?? 0), 0);
  const now = sum(lineOf(values, last, null));
  const before = sum(lineOf(values, addDays(last, -30), null));
  return now === null || before === null || before <= 0 ? null : Math.round((now / before - 1) * 1000) / 10;
}

type Punctuality = { due: number; onTime: number };

/** The latest week's score in whole percent and its change in points. */
export function efficiency(week: Punctuality, before: Punctuality): Dashboard["efficiency"] & { score: number | null } {
  const share = ({ due, onTime }: Punctuality): number | null => (due === 0 ? null : (onTime / due) * 100);
  const [now, then] = [share(week), share(before)];
  const change = now === null || then === null ? null : Math.round((now - then) * 10) / 10;
  return { ...week, score: now === null ? null : Math.round(now), change };
}

/** Tasks due in [from, before), and those done on time. */
export function punctuality(
  days: readonly ({ day: string } & Punctuality)[],
  from: string,
  before: string,
): Punctuality {
  const within = days.filter(({ day }) => day >= from && day < before);
  const sum = (value: (day: Punctuality) => number) => within.reduce((total, day) => total + value(day), 0);
  return { due: sum((day) => day.due), onTime: sum((day) => day.onTime) };
}
