import { longDay, money } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import type { Pace } from "./expense-pace.ts";
import { claim, task, tell } from "./proposal-parts.ts";

export type Verdict = "approve" | "approve with conditions" | "postpone" | "move budget first" | "refuse" | "ask first";

/** The recommendation in a sentence or two, the verdict first. */
export function recommendationOf(verdict: Verdict, pace: Pace, facts: Facts): string {
  const shown = (value: number) => money(value, facts.currency);
  const left = `it leaves ${shown(pace.left ?? 0)} of the line`;
  const over = pace.over !== null && pace.over > 0 ? shown(pace.over) : null;
  switch (verdict) {
    case "approve":
      return pace.over === null
        ? `Approve: ${left}. The year is too young to say how it ends.`
        : `Approve: ${left}, and at this pace the year ends ${shown(-pace.over)} under the budget.`;
    case "approve with conditions":
      return over
        ? `Approve with conditions: ${left}, but at this pace the year ends ${over} over the budget. ${over} less is spent on the line until the end of the year.`
        : `Approve with conditions: ${left}. It is paid only against a written invoice of at most ${shown(pace.thisYear / pace.payments)}${pace.payments > 1 ? " a month" : ""}.`;
    case "postpone":
      return `Postpone: it would be good to have, and at this pace the year ends ${over} over the budget with it. Look again with next year's budget.`;
    case "move budget first":
      return `Move budget first: it has to be paid, and the line lacks ${shown(-(pace.left ?? 0))}. Name the line that gives it before anything is ordered.`;
    case "refuse":
      return `Refuse: the line lacks ${shown(-(pace.left ?? 0))} for it, and nothing says that it has to be paid.`;
    case "ask first":
      return "Ask first: without the budget of the line and what is spent of it nobody can say whether there is room.";
  }
}

/** One sign within 28 days and one claim about what it comes to; a person answers both. */
export function forecastsOf(verdict: Verdict, pace: Pace, budget: number | undefined, facts: Facts): Forecast[] {
  const shown = (value: number) => money(value, facts.currency);
  const soon = addDays(facts.today, 28);
  const year = Number(facts.today.slice(0, 4));
  const closed = `${year + 1}-01-31`;
  const pays = verdict === "approve" || verdict === "approve with conditions";
  const sign = pays
    ? `An invoice of at most ${shown(pace.thisYear / pace.payments)} is booked to the line by ${longDay(soon)}`
    : `Nothing is ordered before this is settled anew, seen on ${longDay(soon)}`;
  const books = `The books of ${year}, closed by ${longDay(closed)}, show`;
  return [
    claim("proxy", sign, soon, odds(0.8, null), pays ? pace.thisYear / pace.payments : 0),
    budget === undefined
      ? claim("final", `${books} a budget for this line, and spending within it`, closed, odds(0.5, facts.record))
      : claim(
          "final",
          `${books} at most ${shown(budget)} spent on the line`,
          closed,
          odds((pace.over ?? 0) > 0 || (pace.left ?? 0) < 0 ? 0.4 : 0.75, facts.record),
          budget,
        ),
  ];
}

/** What approving does: tasks with days and hours, and a message to each who has to know. */
export function effectsOf(verdict: Verdict, said: string, title: string, pace: Pace, facts: Facts): PlannedAction[] {
  const price = money(pace.thisYear / pace.payments, facts.currency);
  const told = tell(["CEO", "owner"], verdict, title, said);
  if (verdict === "approve" || verdict === "approve with conditions")
    return [
      task(
        "CFO",
        `Hold the invoice against ${price}`,
        `Pay at most ${price}, and only for what was asked for. ${said}`,
        {
          days: 28,
          hours: 1,
          priority: "high",
        },
      ),
      task(
        "CFO",
        "Look at the pace of the budget line",
        `Compare spending with the share of the year that is over. ${said}`,
        {
          days: 30,
          hours: 1,
        },
      ),
      ...told,
    ];
  const step: Record<Exclude<Verdict, "approve" | "approve with conditions">, [string, number]> = {
    postpone: ["Put it on the list for next year's budget", 14],
    "move budget first": [`Name the line that gives ${money(-(pace.left ?? 0), facts.currency)}`, 5],
    refuse: ["Answer whoever asked, with the reason", 3],
    "ask first": ["Find the budget of the line and what is spent of it", 3],
  };
  const [words, days] = step[verdict];
  return [
    task("CFO", words, `${said} Order nothing before.`, { days, hours: 1, priority: days <= 5 ? "high" : "medium" }),
    ...told,
  ];
}
