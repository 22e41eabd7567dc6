import { dayIn } from "#ui/clock.ts";
import { shortDate } from "#ui/format.ts";

const day = 86_400_000;

const dayOf = (at: number, timeZone: string): number => Date.parse(dayIn(at, timeZone)) / day;

/** "2 days late", "Today, late", "Today" or a date, by the calendar of the company. */
export function dueLabel(dueDate: string, now: number, timeZone: string): { text: string; late: boolean } {
  const late = dayOf(now, timeZone) - dayOf(Date.parse(dueDate), timeZone);
  if (late > 0) return { text: late === 1 ? "1 day late" : `${late} days late`, late: true };
  if (late === 0) {
    const over = Date.parse(dueDate) < now;
    return { text: over ? "Today, late" : "Today", late: over };
  }
  return { text: shortDate(dueDate, timeZone), late: false };
}
