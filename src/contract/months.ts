import { addDays } from "./days.ts";

export const months: readonly string[] =
  "january february march april may june july august september october november december".split(" ");
export const shortMonths: readonly string[] = "jan feb mar apr may jun jul aug sept oct nov dec".split(" ");
/** A regular expression group that matches a month's name. */
export const monthNames = `(${[...months, ...shortMonths, "sep"].join("|")})`;

/** The number of a month by its name in lowercase. */
export const monthNumber = (name: string): number =>
  months.findIndex((month, at) => month === name || shortMonths[at] === name || name === month.slice(0, 3)) + 1;

export const ordinals: readonly string[] = ["first", "second", "third", "fourth"];

const pad = (number: number): string => String(number).padStart(2, "0");
const isDay = (day: string): boolean => !Number.isNaN(Date.parse(day)) && addDays(day, 0) === day;

/** The date as YYYY-MM-DD; null if it does not exist, such as 30 February. */
export function dayOf(year: number, month: number, date: number): string | null {
  const day = `${year}-${pad(month)}-${pad(date)}`;
  return month >= 1 && month <= 12 && date >= 1 && date <= 31 && isDay(day) ? day : null;
}

/** The nearest date with this month and day that is not in the future or, with `ahead`, not in the past. */
export function nearestDay(month: number, date: number, today: string, ahead: boolean): string | null {
  const year = Number(today.slice(0, 4));
  // At most eight years pass between two 29 Februaries.
  const years = Array.from({ length: 9 }, (_, away) => (ahead ? year + away : year - away));
  const found = years.map((one) => dayOf(one, month, date));
  return found.find((day) => day !== null && (ahead ? day >= today : day <= today)) ?? null;
}
