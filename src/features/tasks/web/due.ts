import { dayIn } from "#ui/clock.ts";
import { shortDate } from "#ui/format.ts";

const day = 86_400_000;

const dayOf = (at: number, timeZone: string): number => Date.parse(dayIn(at, timeZone)) / day;

/** "2 d overdue", "Overdue today", "Today" or a date, in the company's time zone. */
export function dueLabel(dueDate: string, now: number, timeZone: string): { text: string; isOverdue: boolean } {
  const daysOverdue = dayOf(now, timeZone) - dayOf(Date.parse(dueDate), timeZone);
  if (daysOverdue > 0) return { text: `${daysOverdue} d overdue`, isOverdue: true };
  if (daysOverdue === 0) {
    const isPast = Date.parse(dueDate) < now;
    return { text: isPast ? "Overdue today" : "Today", isOverdue: isPast };
  }
  return { text: shortDate(dueDate, timeZone), isOverdue: false };
}
