import { dateAt } from "#ui/clock.ts";
import { dayMonth, relative } from "#ui/format.ts";

const dayMs = 86_400_000;

/** The calendar day of an instant in a time zone, YYYY-MM-DD. */
export const dayOf = (at: string | number, timeZone: string): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(dateAt(at));

/** "Just now", "5 min ago", "3 hr ago", up to "6 days ago", then the date. */
export function ageLabel(at: string, now: number, timeZone: string): string {
  const age = now - Date.parse(at);
  if (age < 60_000) return "Just now";
  if (age < 7 * dayMs) return relative(at, now);
  return dayMonth(at, timeZone, now);
}
