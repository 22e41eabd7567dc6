import { addDays, daysBetween } from "#contract/days.ts";
import type { About } from "./topic.ts";

/** First and last day, and how they are called in a sentence. */
export type Period = NonNullable<About["period"]>;

/** The so many days up to a day. */
export const lastDaysTo = (to: string, days: number): Period => ({
  from: addDays(to, 1 - days),
  to,
  label: `the last ${days} days`,
});

/** How many days a period has. */
export const lengthOf = ({ from, to }: Pick<Period, "from" | "to">): number => daysBetween(from, to) + 1;

/** Takes a period, gives the one of the same length directly before it. */
export const periodBefore = (period: Period): Period => ({
  from: addDays(period.from, -lengthOf(period)),
  to: addDays(period.from, -1),
  label: `the ${lengthOf(period)} days before`,
});
