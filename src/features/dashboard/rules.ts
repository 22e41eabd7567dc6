import { addDays } from "#contract/days.ts";
import type { Dashboard } from "#features/dashboard/contract.ts";

/** The 30 days up to `last`, oldest first. */
export function thirtyDays(last: string): string[] {
  return Array.from({ length: 30 }, (_unused, index) => addDays(last, index - 29));
}

/** Takes figures by day, gives the line of the 30 days up to `last`; null where a day has none. */
export function lineOf(values: ReadonlyMap<string, number>, last: string, empty: number | null): (number | null)[] {
  return thirtyDays(last).map((day) => values.get(day) ?? empty);
}

/** Change of the 30 days up to `last` against the 30 before in percent; null unless both periods are full. */
export function change30(values: ReadonlyMap<string, number>, last: string): number | null {
  const sum = (line: (number | null)[]): number | null =>
    line.includes(null) ? null : line.reduce<number>((total, value) => total + (value ?? 0), 0);
  const now = sum(lineOf(values, last, null));
  const before = sum(lineOf(values, addDays(last, -30), null));
  return now === null || before === null || before <= 0 ? null : Math.round((now / before - 1) * 1000) / 10;
}

type Punctuality = { due: number; onTime: number };

/** Takes two weeks of due tasks, gives the score of the last in whole percent and its change in points. */
export function efficiency(week: Punctuality, before: Punctuality): Dashboard["efficiency"] & { score: number | null } {
  const share = ({ due, onTime }: Punctuality): number | null => (due === 0 ? null : (onTime / due) * 100);
  const [now, then] = [share(week), share(before)];
  const change = now === null || then === null ? null : Math.round((now - then) * 10) / 10;
  return { ...week, score: now === null ? null : Math.round(now), change };
}

/** Takes what happened on each day, gives the tasks due from one day to before another. */
export function punctuality(
  days: readonly ({ day: string } & Punctuality)[],
  from: string,
  before: string,
): Punctuality {
  const within = days.filter(({ day }) => day >= from && day < before);
  const sum = (value: (day: Punctuality) => number) => within.reduce((total, day) => total + value(day), 0);
  return { due: sum((day) => day.due), onTime: sum((day) => day.onTime) };
}
