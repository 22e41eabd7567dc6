import { addDays } from "#contract/days.ts";
import type { Month } from "#features/records/payables/rows.ts";
import type { MonthFlow, Runway } from "#features/expertise/cfo/runway.ts";
import type { Series } from "#features/expertise/topics/series.ts";

const mostMonths = 12;
const firstOf = (day: string): string => `${day.slice(0, 7)}-01`;

/** The twelve whole months before the month of `today`. */
export function wholeMonths(today: string): { from: string; to: string } {
  const to = addDays(firstOf(today), -1);
  let from = firstOf(to);
  for (let more = 1; more < mostMonths; more += 1) from = firstOf(addDays(from, -1));
  return { from, to };
}

const byMonth = ({ points }: Series): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const { day, value } of points) sums.set(day.slice(0, 7), (sums.get(day.slice(0, 7)) ?? 0) + value);
  return sums;
};

/**
 * Spend and income by month: from figures if there are any, otherwise from paid invoices. A month without either side
 * stays unknown.
 */
export function monthFlows(
  expenses: Series,
  revenue: Series,
  paid: readonly Month[],
): Pick<Runway, "months" | "spentFrom" | "earnedFrom" | "fromBills" | "fromReceipts"> {
  const [spent, earned] = [byMonth(expenses), byMonth(revenue)];
  const payments = new Map(paid.map((one) => [one.month, one]));
  const fromBills = spent.size === 0;
  const fromReceipts = earned.size === 0;
  const names = new Set([...spent.keys(), ...earned.keys(), ...payments.keys()]);
  const months = [...names].sort().map((month): MonthFlow => {
    const payment = payments.get(month);
    return {
      month,
      spent: fromBills ? (payment?.paid ?? null) : (spent.get(month) ?? null),
      earned: fromReceipts ? (payment?.received ?? null) : (earned.get(month) ?? null),
    };
  });
  return {
    months,
    fromBills,
    fromReceipts,
    spentFrom: fromBills ? "paid bills" : `expenses (${expenses.source})`,
    earnedFrom: fromReceipts ? "invoices customers paid" : `revenue (${revenue.source})`,
  };
}
