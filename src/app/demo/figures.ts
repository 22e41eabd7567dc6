import { readFileSync } from "node:fs";
import { addDays, daysBetween } from "#contract/days.ts";

export type Point = {
  metricName: string;
  metricValue: number;
  measurementDate: string;
  currency?: "GBP";
};

const retail = new URL("../demo-data/daily-sales.csv", import.meta.url);

/** The real daily sales as lines of a CSV file, moved so that the last day is `last`. */
export function retailSales(last: string): { day: string; line: string }[] {
  const rows = readFileSync(retail, "utf8").trim().split("\n").slice(1);
  const real = rows.at(-1)?.slice(0, 10) ?? last;
  const shift = daysBetween(real, last);
  return rows.map((row) => {
    const day = addDays(row.slice(0, 10), shift);
    return { day, line: day + row.slice(10) };
  });
}

/** A pseudo-random number from 0 to 1, always the same for a day (mulberry32, one step). */
function randomFor(day: string): number {
  const state = (daysBetween("2000-01-01", day) * 0x9e37 + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}

/** Orders by weekday from Sunday and by month from January, relative to an average day. */
const week = [0.7, 1.1, 1.1, 1.05, 1.1, 1.05, 0.9];
const year = [0.7, 0.8, 0.85, 0.85, 0.85, 0.8, 0.8, 0.85, 1, 1.15, 1.5, 1.85];

/** Invented orders for every day of a period. */
export function dailyOrders(from: string, to: string): Point[] {
  const days = Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, at) => addDays(from, at));
  return days.map((day) => {
    const [weekday, month] = [new Date(`${day}T00:00:00Z`).getUTCDay(), Number(day.slice(5, 7)) - 1];
    const average = 104 * (week[weekday] ?? 1) * (year[month] ?? 1);
    return {
      metricName: "daily_orders",
      metricValue: Math.round(average * (0.85 + 0.3 * randomFor(day))),
      measurementDate: day,
    };
  });
}

export const ordersTarget = (day: string): Point => ({
  metricName: "orders_target",
  metricValue: 39_000,
  measurementDate: `${day.slice(0, 4)}-12-31`,
});

export const cash = (day: string, amount: number): Point => ({
  metricName: "cash",
  metricValue: amount,
  measurementDate: day,
  currency: "GBP",
});

/** Expenses of the months that ended before a day, latest first. */
export function monthlyExpenses(day: string, months: number): Point[] {
  const points: Point[] = [];
  let end = addDays(`${day.slice(0, 7)}-01`, -1);
  for (let at = 0; at < months; at += 1) {
    const metricValue = 74_000 + Math.round(randomFor(end) * 90) * 100;
    points.push({ metricName: "expenses", metricValue, measurementDate: end, currency: "GBP" });
    end = addDays(`${end.slice(0, 7)}-01`, -1);
  }
  return points;
}
