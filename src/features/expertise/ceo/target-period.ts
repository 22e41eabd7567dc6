import { shortDay } from "#contract/format.ts";
import { addDays, isMonthEnd } from "#contract/days.ts";
import type { Period } from "#features/expertise/topics/period.ts";

const monthsOf = { month: 1, quarter: 3, "half-year": 6, year: 12 } as const;
type GoalPeriod = keyof typeof monthsOf;

/** A target: the last day of its period, its value, and the period its goal names. */
export type Target = { day: string; value: number; named?: GoalPeriod | null | undefined };
/** The period a target is for, and its value. */
export type Aim = { period: Period & { kind: GoalPeriod }; aim: number };

function firstOf(day: string, kind: GoalPeriod): string {
  let first = `${day.slice(0, 7)}-01`;
  for (let more = 1; more < monthsOf[kind]; more += 1) first = `${addDays(first, -1).slice(0, 7)}-01`;
  return first;
}

/**
 * The period its goal names; otherwise the longest calendar period that ends on its day. If earlier targets within that
 * period already add up to its value, it is one of a series of shorter periods, so the next shorter one is tried.
 */
function kindOf(target: Target, all: readonly Target[]): GoalPeriod {
  if (target.named) return target.named;
  const fits = (kind: "year" | "quarter"): boolean => {
    if (Number(target.day.slice(5, 7)) % monthsOf[kind] !== 0) return false;
    const from = firstOf(target.day, kind);
    const within = all.filter(({ day }) => day >= from && day < target.day);
    return within.reduce((sum, { value }) => sum + value, 0) < target.value;
  };
  return (["year", "quarter"] as const).find(fits) ?? "month";
}

/** The targets whose period covers today, the longest period first. */
export function currentAims(targets: readonly Target[], today: string): Aim[] {
  const dated = targets.filter(({ day }) => isMonthEnd(day));
  return dated
    .map((target): Aim => {
      const kind = kindOf(target, dated);
      const from = firstOf(target.day, kind);
      const label = `the ${kind} to ${shortDay(target.day)}`;
      return { period: { from, to: target.day, label, kind }, aim: target.value };
    })
    .filter(({ period }) => period.from <= today && today <= period.to)
    .toSorted((one, other) => monthsOf[other.period.kind] - monthsOf[one.period.kind]);
}
