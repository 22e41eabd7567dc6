const dayLength = 86_400_000;

/** Adds days to a day (YYYY-MM-DD); negative values subtract. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10);
}

export const isMonthEnd = (day: string): boolean => addDays(day, 1).endsWith("-01");

/** Days from the first day to the second; negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayLength);
}
