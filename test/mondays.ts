import type { Client } from "./world.ts";
import { createTask } from "#features/tasks/contract.ts";
import { recordMetrics } from "#features/metrics/contract.ts";
import { now, travelTo } from "#platform/clock.ts";

const dayMs = 86_400_000;

/**
 * Creates a task at 10:00 UTC of each of the last Mondays before this week, the oldest first, and records a figure on each
 * other working day: what a pattern of Mondays is compared with.
 */
export async function taskEveryMonday(weeks: number, member: Client): Promise<void> {
  const today = now();
  const sinceMonday = (today.getUTCDay() + 6) % 7;
  const monday = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() - sinceMonday, 10);
  for (let week = 1; week <= weeks; week += 1)
    for (let day = 0; day < 5; day += 1) {
      const moment = new Date(monday - (weeks + 1 - week) * 7 * dayMs + day * dayMs);
      const back = travelTo(moment);
      const point = { metricName: "orders", metricValue: 1, measurementDate: moment.toISOString().slice(0, 10) };
      const call =
        day === 0
          ? member.call(createTask, { body: { title: `Order paper, week ${week}` } })
          : member.call(recordMetrics, { body: { source: "manual", points: [point] } });
      await call.finally(back);
    }
}
