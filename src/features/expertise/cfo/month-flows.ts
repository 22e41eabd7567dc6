import { addDays } from "#contract/days.ts";
import { bestPerDay } from "#features/metrics/rules.ts";
import type { MetricPoint } from "#features/metrics/contract.ts";
import type { MonthBooks } from "#features/records/books/rows.ts";
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

const endOf = (month: string): string => addDays(firstOf(addDays(`${month}-01`, 31)), -1);

/** The months whose balances the bank accounts tell, from their first day to nearly their last. */
function bankedMonths(months: readonly MonthBooks[], balances: readonly MetricPoint[], currency: string): MonthBooks[] {
  const banked = bestPerDay(balances).filter((one) => one.source === "records" && one.currency === currency);
  const [first, last] = [banked[0]?.measurementDate ?? "9999", banked.at(-1)?.measurementDate ?? ""];
  return months.filter(({ month }) => first <= `${month}-01` && last >= addDays(endOf(month), -2));
}

const leastMonths = 3;
const burnOf = (months: readonly MonthBooks[]): number =>
  months.reduce((sum, { spent, earned }) => sum + spent - earned, 0) / months.length;

/**
 * Spend and income by the bank accounts, otherwise by the ledger; null where neither has three whole months. If both
 * have, the other's burn is named beside.
 */
export function bookFlows(
  bank: readonly MonthBooks[],
  ledger: readonly MonthBooks[],
  balances: readonly MetricPoint[],
  currency: string,
): Pick<Runway, "months" | "spentFrom" | "earnedFrom" | "fromBills" | "fromReceipts" | "books"> | null {
  const banked = bankedMonths(bank, balances, currency);
  const isBank = banked.length >= leastMonths;
  const months = isBank ? banked : ledger;
  if (months.length < leastMonths) return null;
  const isBoth = isBank && ledger.length >= leastMonths;
  return {
    months: [...months],
    fromBills: false,
    fromReceipts: false,
    spentFrom: isBank ? "payments out of the bank accounts" : "costs in the ledger",
    earnedFrom: isBank ? "payments into them" : "income in the ledger",
    books: {
      isBank,
      besides: isBoth ? { burn: burnOf(ledger), months: ledger.length } : null,
    },
  };
}
