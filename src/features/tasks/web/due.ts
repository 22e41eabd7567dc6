import { dayIn } from "#ui/clock.ts";
import { shortDate } from "#ui/format.ts";

const day = 86_400_000;

const dayOf = (at: number, timeZone: string): number => Date.parse(dayIn(at, timeZone)) / day;

type Dated = { dueDate: string | null; planId: string | null };

/** Tasks that wait for a plan come last. Overdue tasks first, then by due date, then those without one; equal ones keep their order. */
export const byDueDate = (one: Dated, other: Dated): number =>
  Number(one.planId !== null) - Number(other.planId !== null) ||
  (one.dueDate && other.dueDate
    ? one.dueDate.localeCompare(other.dueDate)
    : Number(one.dueDate === null) - Number(other.dueDate === null));

/** "2 d overdue", "Overdue today", "Today" or a date (with its year if it is another), in the company's time zone. */
export function dueLabel(dueDate: string, now: number, timeZone: string): { text: string; isOverdue: boolean } {
  const daysOverdue = dayOf(now, timeZone) - dayOf(Date.parse(dueDate), timeZone);
  if (daysOverdue > 0) return { text: `${daysOverdue} d overdue`, isOverdue: true };
  if (daysOverdue === 0) {
    const isPast = Date.parse(dueDate) < now;
    return { text: isPast ? "Overdue today" : "Today", isOverdue: isPast };
  }
  return { text: shortDate(dueDate, timeZone, now), isOverdue: false };
}
