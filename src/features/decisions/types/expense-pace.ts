import { formatMoney } from "#contract/format.ts";
import type { Step } from "#features/decisions/contract.ts";
import { daysOfYear } from "./calendar.ts";
import type { Facts } from "./decision-type.ts";
import { step } from "./figures.ts";

export type Often = "once" | "monthly" | "yearly";
export type Expense = {
  amount: number;
  often: Often;
  /** The budget line's total, this calendar year. */
  budget: number | undefined;
  spent: number | undefined;
  ordered: number | undefined;
};

/** Days of the year needed for a meaningful run rate. */
const minDays = 30;

/** Company currency; null where an input is missing or the year is too young. */
export function paceOf({ amount, often, budget, spent, ordered = 0 }: Expense, today: string) {
  const { passed, whole } = daysOfYear(today);
  const payments = often === "monthly" ? 13 - Number(today.slice(5, 7)) : 1;
  const thisYear = amount * payments;
  const yearly = often === "monthly" ? amount * 12 : amount;
  const left = budget === undefined || spent === undefined ? null : budget - spent - ordered - thisYear;
  const runRate = spent === undefined || passed < minDays ? null : (spent * whole) / passed;
  // Orders are part of the run rate unless they already exceed it.
  const yearEnd = runRate === null ? null : Math.max(runRate, (spent ?? 0) + ordered) + thisYear;
  const over = yearEnd === null || budget === undefined ? null : yearEnd - budget;
  return { passed, whole, payments, thisYear, yearly, left, runRate, yearEnd, over };
}
export type Pace = ReturnType<typeof paceOf>;

export function stepsOf(expense: Expense, pace: Pace, facts: Facts): Step[] {
  const formatCents = (value: number) => formatMoney(value, facts.currency, "cents");
  const { amount, often, budget, spent, ordered = 0 } = expense;
  const { passed, whole, payments, thisYear, yearly, left, runRate, yearEnd } = pace;
  const line = (name: string, value: number | undefined) =>
    step(name, value === undefined ? "unknown" : "as given", value ?? null, "money");
  return [
    step("Expense", "as given", amount, "money"),
    ...(often === "once" ? [] : [step("Annual cost", often, yearly, "money")]),
    step("Cost this year", `${payments} × ${formatCents(amount)}`, thisYear, "money"),
    line("Line budget", budget),
    line("Spent so far", spent),
    ...(ordered > 0 ? [line("Ordered, unpaid", ordered)] : []),
    step("Year elapsed", `day ${passed} of ${whole}`, (passed / whole) * 100, "percent"),
    step(
      "Budget spent",
      budget === undefined || spent === undefined || budget === 0
        ? "unknown"
        : `${formatCents(spent)} ÷ ${formatCents(budget)}`,
      budget === undefined || spent === undefined || budget === 0 ? null : (spent / budget) * 100,
      "percent",
    ),
    step(
      "Year-end spending at this rate",
      runRate === null
        ? `needs spending to date and ${minDays} days of the year`
        : `${formatCents(spent ?? 0)} × ${whole} ÷ ${passed}`,
      runRate,
      "money",
    ),
    step(
      "Year-end spending with it",
      yearEnd === null ? "unknown" : "spending at this rate + this expense",
      yearEnd,
      "money",
    ),
    step(
      "Left after it",
      left === null ? "budget or spending missing" : "budget − spent − ordered − this expense",
      left,
      "money",
      true,
    ),
  ];
}
