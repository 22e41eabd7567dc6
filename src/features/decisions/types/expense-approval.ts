import { addDays } from "#contract/days.ts";
import { money } from "#features/authority/limits/rules.ts";
import type { Forecast, PlannedEffect } from "#features/decisions/contract.ts";
import { weightOf } from "#features/decisions/rules.ts";
import { writtenDay } from "./calendar.ts";
import { amount, choice, commonContext, contextOf } from "./context.ts";
import type { DecisionType, Facts } from "./decision-type.ts";
import { againstRevenue, confidence, evidenceRows, isSupported, odds, shareGiven, type Wanted } from "./evidence.ts";
import { type Pace, paceOf, stepsOf } from "./expense-pace.ts";
import { round } from "./figures.ts";
import { about, alternative, claim, exposureOf, missing, task, tell, unknown } from "./proposal-parts.ts";

const expenseContext = contextOf(
  {
    amount: amount("amount", { label: "Amount", hint: "Of one payment" }),
    often: choice(
      "often",
      { label: "How often" },
      { once: "Once", monthly: "Every month", yearly: "Every year" },
    ).optional(),
    budget: amount("budget", { label: "Budget of the line", hint: "For this calendar year" }, 0).optional(),
    spent: amount("spent", { label: "Spent of it so far" }, 0).optional(),
    ordered: amount("ordered", { label: "Ordered, not paid yet" }, 0).optional(),
    need: choice(
      "need",
      { label: "How much it is needed" },
      { must: "A law or a contract asks for it", should: "Work suffers without it", could: "It would be good to have" },
    ).optional(),
    ...commonContext,
  },
  {
    expense: "amount",
    cost: "amount",
    recurring: "often",
    frequency: "often",
    spentSoFar: "spent",
    committed: "ordered",
  },
);

const wanted: readonly Wanted[] = [
  { kind: "Document", reference: "Invoice or written quote", matches: /invoice|quot|offer|receipt|order|bill/i },
  { kind: "Ledger", reference: "Statement of the budget line", matches: /budget|ledger|account|statement|books/i },
];

type Verdict = "approve" | "approve with conditions" | "postpone" | "move budget first" | "refuse" | "ask first";

function verdictOf(pace: Pace, need: "must" | "should" | "could", supported: boolean): Verdict {
  if (pace.left === null) return "ask first";
  if (pace.left < 0) return need === "must" ? "move budget first" : "refuse";
  if ((pace.over ?? 0) > 0) return need === "could" ? "postpone" : "approve with conditions";
  return supported ? "approve" : "approve with conditions";
}

/** The recommendation in a sentence or two, the verdict first. */
function recommendationOf(verdict: Verdict, pace: Pace, facts: Facts): string {
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
        : `Approve with conditions: ${left}. It is paid only against a written invoice of at most ${shown(pace.thisYear)}.`;
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

function forecastsOf(verdict: Verdict, pace: Pace, budget: number | undefined, facts: Facts): Forecast[] {
  const shown = (value: number) => money(value, facts.currency);
  const soon = addDays(facts.today, 28);
  const year = Number(facts.today.slice(0, 4));
  const closed = `${year + 1}-01-31`;
  const pays = verdict === "approve" || verdict === "approve with conditions";
  const sign = pays
    ? `An invoice of at most ${shown(pace.thisYear / pace.payments)} is booked to the line by ${writtenDay(soon)}`
    : `Nothing is ordered before this is settled anew, seen on ${writtenDay(soon)}`;
  const books = `The books of ${year}, closed by ${writtenDay(closed)}, show`;
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

function effectsOf(verdict: Verdict, said: string, title: string, pace: Pace, facts: Facts): PlannedEffect[] {
  const price = money(pace.thisYear / pace.payments, facts.currency);
  const told = tell(["CEO", "owner"], `${verdict[0]?.toUpperCase()}${verdict.slice(1)}: ${title}`, said);
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

/** Holds an expense against what is left of its budget line and against the pace of the year. */
export const expenseApproval: DecisionType<typeof expenseContext> = {
  id: "expense_approval",
  label: "Expense approval",
  roles: ["CFO"],
  capability: "budget_management",
  leading: "final",
  context: expenseContext,
  evaluate(context, facts) {
    const { often = "once", budget, spent, ordered, need, counterparty } = context;
    const expense = { amount: context.amount, often, budget, spent, ordered };
    const pace = paceOf(expense, facts.today);
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, false);
    const verdict = verdictOf(pace, need ?? "should", isSupported(evidence, facts.today));
    const pays = verdict === "approve" || verdict === "approve with conditions";
    const price = money(context.amount, facts.currency);
    const every = { once: "", monthly: " a month", yearly: " a year" }[often];
    const title = context.subject ?? `Spend ${price}${every}${about({ counterparty })}`;
    const said = recommendationOf(verdict, pace, facts);
    const room = pace.left === null || !budget ? 0 : Math.abs(pace.left) / (budget / 10);
    const weight = weightOf(pace.yearly, facts.role);
    return {
      title,
      description: `${facts.agentName} held an expense of ${price}${every}${about(context)} against its budget line. Spending is taken to go on at the pace of the year so far.`,
      recommendation: said,
      verdict,
      confidence: confidence(shareGiven([context.amount, budget, spent, need]), evidence, room, facts.today),
      priority: need === "must" ? "high" : verdict === "postpone" ? "low" : weight,
      impact: weight,
      metadata: {
        financialImpact: pays ? round(-pace.yearly, 2) : null,
        returns: null,
        timeframe: often === "once" ? "One payment" : often === "monthly" ? "Every month" : "Every year",
        stakeholders: ["CFO", "CEO", ...(counterparty ? [counterparty] : [])],
        risks: [
          ...((pace.over ?? 0) > 0
            ? [`At this pace the year ends ${money(pace.over ?? 0, facts.currency)} over the budget`]
            : []),
          ...(pace.runRate === null && spent !== undefined ? ["The year is too young to know its pace"] : []),
          ...(often === "once"
            ? []
            : [`It goes on: ${money(pace.yearly, facts.currency)} a year until somebody ends it`]),
          ...againstRevenue(pace.yearly, facts),
          ...missing(evidence),
        ],
      },
      alternatives: [
        alternative("Pay it next year", "Keeps this year's line; late where something depends on it", 0),
        alternative("Take it from another line", "Needs a line that spends less than planned, and its owner's yes"),
        alternative("Do nothing", "Costs nothing; whoever asked goes without", 0),
      ],
      evidence,
      forecasts: forecastsOf(verdict, pace, budget, facts),
      exposure: exposureOf("spend", pays ? pace.yearly : 0, context, often !== "once"),
      steps: stepsOf(expense, pace, facts),
      curves: [],
      questions: unknown([
        [budget, "Which budget line pays it, and how large is it this year?"],
        [spent, "How much of that line is spent so far?"],
        [need, "What happens if it is not paid?"],
        [counterparty, "Who is paid?"],
      ]),
      effects: effectsOf(verdict, said, title, pace, facts),
    };
  },
};
