import type { Dashboard } from "#features/dashboard/contract.ts";

type Punctuality = { due: number; onTime: number };

/** The latest week's score in whole percent and its change in points. */
export function efficiency(week: Punctuality, before: Punctuality): Dashboard["efficiency"] & { score: number | null } {
  const share = ({ due, onTime }: Punctuality): number | null => (due === 0 ? null : (onTime / due) * 100);
  const [now, then] = [share(week), share(before)];
  const change = now === null || then === null ? null : Math.round((now - then) * 10) / 10;
  return { ...week, before, score: now === null ? null : Math.min(Math.round(now), now < 100 ? 99 : 100), change };
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
