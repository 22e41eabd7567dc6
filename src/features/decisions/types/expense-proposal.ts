import { longDay, formatMoney } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import type { Pace } from "./expense-pace.ts";
import { claim, task, verdictNotices } from "./proposal-parts.ts";
import { byRows } from "./resolving.ts";

export type Verdict = "approve" | "approve with conditions" | "postpone" | "move budget first" | "refuse" | "ask first";

/** Starts with the verdict. */
export function recommendationOf(verdict: Verdict, pace: Pace, facts: Facts): string {
  const format = (value: number) => formatMoney(value, facts.currency);
  const left = `it leaves ${format(pace.left ?? 0)} in the line`;
  const over = pace.over !== null && pace.over > 0 ? format(pace.over) : null;
  switch (verdict) {
    case "approve":
      return pace.over === null
        ? `Approve: ${left}. It's too early to project the year.`
        : `Approve: ${left}, and at this rate the year ends ${format(-pace.over)} under budget.`;
    case "approve with conditions":
      return over
        ? `Approve with conditions: ${left}, but at this rate the year ends ${over} over budget. Cut ${over} from the line by year end.`
        : `Approve with conditions: ${left}. Pay only against a written invoice of at most ${format(pace.thisYear / pace.payments)}${pace.payments > 1 ? " per month" : ""}.`;
    case "postpone":
      return `Postpone: it's nice to have, but the year would end ${over} over budget. Reconsider with next year's budget.`;
    case "move budget first":
      return `Move budget first: it must be paid, and the line is ${format(-(pace.left ?? 0))} short. Find the money in another line before ordering.`;
    case "refuse":
      return `Refuse: the line is ${format(-(pace.left ?? 0))} short, and no law or contract requires the expense.`;
    case "ask first":
      return "Ask first: the line's budget or its spending to date is missing.";
  }
}

/** An early sign within 28 days and the outcome; a person resolves both. */
export function forecastsOf(verdict: Verdict, pace: Pace, budget: number | undefined, facts: Facts): Forecast[] {
  const format = (value: number) => formatMoney(value, facts.currency);
  const soon = addDays(facts.today, 28);
  const year = Number(facts.today.slice(0, 4));
  const closed = `${year + 1}-01-31`;
  const isApproved = verdict === "approve" || verdict === "approve with conditions";
  const early = isApproved
    ? `An invoice of at most ${format(pace.thisYear / pace.payments)} is booked to the line by ${longDay(soon)}`
    : `Nothing is ordered by ${longDay(soon)}`;
  const books = `The ${year} accounts, closed by ${longDay(closed)}, show`;
  return [
    isApproved
      ? byRows(claim("proxy", early, soon, odds(0.8, null), pace.thisYear / pace.payments), facts, ["vendor"], "billed")
      : claim("proxy", early, soon, odds(0.8, null), 0),
    budget === undefined
      ? claim("final", `${books} this line within its budget`, closed, odds(0.5, facts.record))
      : claim(
          "final",
          `${books} at most ${format(budget)} spent on this line`,
          closed,
          odds((pace.over ?? 0) > 0 || (pace.left ?? 0) < 0 ? 0.4 : 0.75, facts.record),
          budget,
        ),
  ];
}

/** The tasks and messages an approval creates. */
export function effectsOf(
  verdict: Verdict,
  recommendation: string,
  title: string,
  pace: Pace,
  facts: Facts,
): PlannedAction[] {
  const price = formatMoney(pace.thisYear / pace.payments, facts.currency);
  const notices = verdictNotices(["CEO", "owner"], verdict, title, recommendation);
  if (verdict === "approve" || verdict === "approve with conditions")
    return [
      task(
        "CFO",
        `Check the invoice against ${price}`,
        `Pay at most ${price}, and only for what was requested. ${recommendation}`,
        {
          days: 28,
          hours: 1,
          priority: "high",
        },
      ),
      task(
        "CFO",
        "Review the budget line's spending rate",
        `Compare spending with the share of the year elapsed. ${recommendation}`,
        {
          days: 30,
          hours: 1,
        },
      ),
      ...notices,
    ];
  const nextStep: Record<Exclude<Verdict, "approve" | "approve with conditions">, [string, number]> = {
    postpone: ["Add it to next year's budget list", 14],
    "move budget first": [`Find ${formatMoney(-(pace.left ?? 0), facts.currency)} in another budget line`, 5],
    refuse: ["Tell the requester why", 3],
    "ask first": ["Look up the line's budget and spending", 3],
  };
  const [taskTitle, days] = nextStep[verdict];
  return [
    task("CFO", taskTitle, `${recommendation} Order nothing until then.`, {
      days,
      hours: 1,
      priority: days <= 5 ? "high" : "medium",
    }),
    ...notices,
  ];
}
