import { formatMoney } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { Facts } from "./decision-type.ts";
import type { Pace } from "./expense-pace.ts";
import { forecasting, type Outcome, task } from "./proposal-parts.ts";
import { byRows } from "./resolving.ts";

export type Verdict = "approve" | "approve with conditions" | "postpone" | "move budget first" | "refuse" | "ask first";

export function outcomesOf(pace: Pace, budget: number | undefined, facts: Facts): Record<Verdict, Outcome> {
  const format = (value: number) => formatMoney(value, facts.currency);
  const leaves = `it leaves ${format(pace.left ?? 0)} in the line`;
  const short = format(-(pace.left ?? 0));
  const over = pace.over !== null && pace.over > 0 ? format(pace.over) : null;
  const payment = pace.thisYear / pace.payments;
  const price = format(payment);
  const { early, final } = forecasting(facts);
  const soon = addDays(facts.today, 28);
  const year = Number(facts.today.slice(0, 4));
  const closed = `${year + 1}-01-31`;
  const inBooks = (what: string) => (day: string) => `The ${year} accounts, closed by ${day}, show ${what}`;
  const books =
    budget === undefined
      ? final(inBooks("this line within its budget"), closed, 0.5)
      : final(
          inBooks(`at most ${format(budget)} spent on this line`),
          closed,
          (pace.over ?? 0) > 0 || (pace.left ?? 0) < 0 ? 0.4 : 0.75,
          budget,
        );
  const paying = (say: string): Outcome => ({
    say,
    forecasts: [
      byRows(
        early(`An invoice of at most ${price} is booked to the line`, soon, 0.8, payment),
        facts,
        ["vendor"],
        "billed",
      ),
      books,
    ],
    tasks: [
      task(
        "CFO",
        `Check the invoice against ${price}`,
        `Pay at most ${price}, and only for what was requested. ${say}`,
        { days: 28, hours: 1, priority: "high" },
      ),
      task(
        "CFO",
        "Review the budget line's spending rate",
        `Compare spending with the share of the year elapsed. ${say}`,
        { days: 30, hours: 1 },
      ),
    ],
  });
  const waiting = (say: string, next: string, days: number): Outcome => ({
    say,
    forecasts: [early("Nothing is ordered", soon, 0.8, 0), books],
    tasks: [
      task("CFO", next, `${say} Order nothing until then.`, {
        days,
        hours: 1,
        priority: days <= 5 ? "high" : "medium",
      }),
    ],
  });
  return {
    approve: paying(
      pace.over === null
        ? `Approve: ${leaves}. It's too early to project the year.`
        : `Approve: ${leaves}, and at this rate the year ends ${format(-pace.over)} under budget.`,
    ),
    "approve with conditions": paying(
      over
        ? `Approve with conditions: ${leaves}, but at this rate the year ends ${over} over budget. Cut ${over} from the line by year end.`
        : `Approve with conditions: ${leaves}. Pay only against a written invoice of at most ${price}${pace.payments > 1 ? " per month" : ""}.`,
    ),
    postpone: waiting(
      `Postpone: it's nice to have, but the year would end ${over} over budget. Reconsider with next year's budget.`,
      "Add it to next year's budget list",
      14,
    ),
    "move budget first": waiting(
      `Move budget first: it must be paid, and the line is ${short} short. Find the money in another line before ordering.`,
      `Find ${short} in another budget line`,
      5,
    ),
    refuse: waiting(
      `Refuse: the line is ${short} short, and no law or contract requires the expense.`,
      "Tell the requester why",
      3,
    ),
    "ask first": waiting(
      "Ask first: the line's budget or its spending to date is missing.",
      "Look up the line's budget and spending",
      3,
    ),
  };
}
