const dayLength = 86_400_000;

/** Takes a day (YYYY-MM-DD) and a number of days, gives the day so much later; earlier where it is negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10);
}

/** Says whether a day is the last of its month. */
export const isMonthEnd = (day: string): boolean => addDays(day, 1).endsWith("-01");

/** Takes two days, gives the days from the first to the second; negative when the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayLength);
}
