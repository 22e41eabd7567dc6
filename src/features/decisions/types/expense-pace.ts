import { money } from "#contract/format.ts";
import type { Step } from "#features/decisions/contract.ts";
import { daysOfYear } from "./calendar.ts";
import type { Facts } from "./decision-type.ts";
import { row } from "./figures.ts";

export type Often = "once" | "monthly" | "yearly";
export type Expense = {
  amount: number;
  often: Often;
  /** Of the budget line, this calendar year; undefined where it is not known. */
  budget: number | undefined;
  spent: number | undefined;
  ordered: number | undefined;
};

/** A run-rate from fewer days than this says more about chance than about the year. */
const enoughDays = 30;

/** An expense against its budget line, company currency; null where a figure is missing or too young. */
export function paceOf({ amount, often, budget, spent, ordered = 0 }: Expense, today: string) {
  const { passed, whole } = daysOfYear(today);
  const payments = often === "monthly" ? 13 - Number(today.slice(5, 7)) : 1;
  const thisYear = amount * payments;
  const yearly = often === "monthly" ? amount * 12 : amount;
  const left = budget === undefined || spent === undefined ? null : budget - spent - ordered - thisYear;
  const runRate = spent === undefined || passed < enoughDays ? null : (spent * whole) / passed;
  // What is ordered is part of the usual spending, unless that is already more.
  const yearEnd = runRate === null ? null : Math.max(runRate, (spent ?? 0) + ordered) + thisYear;
  const over = yearEnd === null || budget === undefined ? null : yearEnd - budget;
  return { passed, whole, payments, thisYear, yearly, left, runRate, yearEnd, over };
}
export type Pace = ReturnType<typeof paceOf>;

/** The rows of the calculation. */
export function stepsOf(expense: Expense, pace: Pace, facts: Facts): Step[] {
  const exact = (value: number) => money(value, facts.currency, "cents");
  const { amount, often, budget, spent, ordered = 0 } = expense;
  const { passed, whole, payments, thisYear, yearly, left, runRate, yearEnd } = pace;
  const line = (name: string, value: number | undefined) =>
    row(name, value === undefined ? "not known" : "as given", value ?? null, "money");
  return [
    row("Expense", "as given", amount, "money"),
    ...(often === "once" ? [] : [row("Value of a year", often, yearly, "money")]),
    row("Falls into this year", `${payments} × ${exact(amount)}`, thisYear, "money"),
    line("Budget of the line", budget),
    line("Spent of it so far", spent),
    ...(ordered > 0 ? [line("Ordered, not paid yet", ordered)] : []),
    row("Share of the year that is over", `day ${passed} of ${whole}`, (passed / whole) * 100, "percent"),
    row(
      "Share of the budget that is spent",
      budget === undefined || spent === undefined || budget === 0 ? "not known" : `${exact(spent)} ÷ ${exact(budget)}`,
      budget === undefined || spent === undefined || budget === 0 ? null : (spent / budget) * 100,
      "percent",
    ),
    row(
      "Year at this pace",
      runRate === null
        ? `needs a figure and ${enoughDays} days of the year`
        : `${exact(spent ?? 0)} × ${whole} ÷ ${passed}`,
      runRate,
      "money",
    ),
    row(
      "Year at this pace, with it",
      yearEnd === null ? "not known" : "usual spending + this expense",
      yearEnd,
      "money",
    ),
    row(
      "Left of the line after it",
      left === null ? "budget or spending is not known" : "budget − spent − ordered − this expense",
      left,
      "money",
      true,
    ),
  ];
}
