import { addDays, daysBetween } from "#contract/days.ts";
import { lastDays } from "#contract/spans.ts";
import type { About } from "./topic.ts";

/** First and last day, and their name in a sentence. */
export type Period = NonNullable<About["period"]>;

export const lastDaysTo = (to: string, days: number): Period => ({
  ...lastDays(days, to),
  label: days === 1 ? "the last day" : `the last ${days} days`,
});

/** The past part of the question's period; by default the last `days` days. */
export function pastPeriod({ period }: Pick<About, "period">, today: string, days: number): Period {
  if (!period || period.from > today) return lastDaysTo(today, days);
  return period.to > today ? { ...period, to: today, label: `${period.label} so far` } : period;
}

export const monthEnd = (month: string): string => addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1);

export const lengthOf = ({ from, to }: Pick<Period, "from" | "to">): number => daysBetween(from, to) + 1;

export const periodBefore = (period: Period): Period => ({
  from: addDays(period.from, -lengthOf(period)),
  to: addDays(period.from, -1),
  label: lengthOf(period) === 1 ? "the day before" : `the ${lengthOf(period)} days before`,
});

/** "in October 2026", "on 1 Oct 2026", "yesterday", "last month"; `begins` capitalizes it. */
export function during(label: string, begins = false): string {
  const named = /^(?:today|yesterday|the day before|(?:last|this|next) (?:week|month|quarter|year))(?: so far)?$/;
  const isDay = label === "the last day" || /^\d{1,2} [A-Z][a-z]{2} \d{4}$/.test(label);
  const text = named.test(label) ? label : `${isDay ? "on" : "in"} ${label}`;
  return begins ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
