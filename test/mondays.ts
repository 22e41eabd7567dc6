import { now, travelTo } from "#platform/clock.ts";

const dayMs = 86_400_000;

/** Does something at 10:00 UTC of each of the last Mondays before this week, the oldest first. */
export async function everyMonday(weeks: number, run: (week: number) => Promise<unknown>): Promise<void> {
  const today = now();
  const sinceMonday = (today.getUTCDay() + 6) % 7;
  const monday = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - sinceMonday, 10);
  for (let week = 1; week <= weeks; week += 1) {
    const back = travelTo(new Date(monday - (weeks + 1 - week) * 7 * dayMs));
    await run(week).finally(back);
  }
}
