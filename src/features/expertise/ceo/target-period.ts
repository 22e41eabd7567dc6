import { shortDay } from "#contract/format.ts";
import { addDays, daysBetween, isMonthEnd } from "#contract/days.ts";
import type { Period } from "#features/expertise/topics/period.ts";

const monthsOf = { month: 1, quarter: 3, year: 12 } as const;
type Kind = keyof typeof monthsOf;

const monthOf = (day: string): number => Number(day.slice(5, 7));

/** The longest period of the calendar that ends on a day. */
function longest(day: string): Kind {
  if (monthOf(day) === 12) return "year";
  return monthOf(day) % 3 === 0 ? "quarter" : "month";
}

function firstOf(day: string, kind: Kind): string {
  let first = `${day.slice(0, 7)}-01`;
  for (let more = 1; more < monthsOf[kind]; more += 1) first = `${addDays(first, -1).slice(0, 7)}-01`;
  return first;
}

/**
 * Takes the days targets are dated on, each the last of its period, and today; gives the period under way. Targets a month
 * apart are for months, a quarter apart for quarters; one that stands alone is for the longest period that ends on its day.
 * Null: no target's period holds today.
 */
export function targetPeriod(days: readonly string[], today: string): Period | null {
  const ends = [...new Set(days)].filter(isMonthEnd).sort();
  const end = ends.find((day) => day >= today);
  if (!end) return null;
  const apart = Math.min(...ends.filter((day) => day !== end).map((day) => Math.abs(daysBetween(day, end))));
  const alone = longest(end);
  const kind: Kind = apart <= 31 ? "month" : apart <= 92 && alone !== "month" ? "quarter" : alone;
  const from = firstOf(end, kind);
  if (from > today) return null;
  return { from, to: end, label: `the ${kind} to ${shortDay(end)}` };
}
