import { addDays, daysBetween } from "#contract/days.ts";
import type { About } from "./topic.ts";

/** First and last day, and how they are called in a sentence. */
export type Period = NonNullable<About["period"]>;

/** The so many days up to a day. */
export const lastDaysTo = (to: string, days: number): Period => ({
  from: addDays(to, 1 - days),
  to,
  label: days === 1 ? "the last day" : `the last ${days} days`,
});

/**
 * Takes what a question is about, gives the days that can have rows: its period as far as it is over, else the so many
 * days up to today.
 */
export function pastPeriod({ period }: Pick<About, "period">, today: string, days: number): Period {
  if (!period || period.from > today) return lastDaysTo(today, days);
  return period.to > today ? { ...period, to: today, label: `${period.label} so far` } : period;
}

/** Takes a month (YYYY-MM), gives its last day. */
export const monthEnd = (month: string): string => addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1);

/** How many days a period has. */
export const lengthOf = ({ from, to }: Pick<Period, "from" | "to">): number => daysBetween(from, to) + 1;

/** Takes a period, gives the one of the same length directly before it. */
export const periodBefore = (period: Period): Period => ({
  from: addDays(period.from, -lengthOf(period)),
  to: addDays(period.from, -1),
  label: lengthOf(period) === 1 ? "the day before" : `the ${lengthOf(period)} days before`,
});

/**
 * Takes what days are called, gives when something happened then: "in October 2026", "on 1 Oct 2026", "on the last day", "yesterday", "last
 * month". With a capital where a sentence begins.
 */
export function during(label: string, begins = false): string {
  const named = /^(?:today|yesterday|the day before|(?:last|this|next) (?:week|month|quarter|year))(?: so far)?$/;
  const isDay = label === "the last day" || /^\d{1,2} [A-Z][a-z]{2} \d{4}$/.test(label);
  const said = named.test(label) ? label : `${isDay ? "on" : "in"} ${label}`;
  return begins ? said.charAt(0).toUpperCase() + said.slice(1) : said;
}
