import { daysBetween } from "#contract/days.ts";

const isoDay = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** Clamps to the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const lastDate = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return isoDay(Date.UTC(year, month - 1 + months, Math.min(date, lastDate)));
}

/** Days of the calendar year passed, including `day`, and in the whole year. */
export function daysOfYear(day: string): { passed: number; whole: number } {
  const year = Number(day.slice(0, 4));
  const first = `${year}-01-01`;
  return { passed: daysBetween(first, day) + 1, whole: daysBetween(first, `${year + 1}-01-01`) };
}
