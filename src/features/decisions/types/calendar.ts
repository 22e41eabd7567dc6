import { daysBetween } from "#contract/days.ts";

const isoDay = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** Takes a day and a number of months, gives the same day of that month, or its last day where it is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return isoDay(Date.UTC(year, month - 1 + months, Math.min(date, lastDate)));
}

/** Takes a day, gives how many days of its calendar year are over with it, and how many that year has. */
export function daysOfYear(day: string): { passed: number; whole: number } {
  const year = Number(day.slice(0, 4));
  const first = `${year}-01-01`;
  return { passed: daysBetween(first, day) + 1, whole: daysBetween(first, `${year + 1}-01-01`) };
}
