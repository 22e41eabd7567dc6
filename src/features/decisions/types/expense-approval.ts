import { money } from "#contract/format.ts";
import { weightOf } from "#features/decisions/rules.ts";
import { amount, choice, commonContext, contextOf } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { againstRevenue, confidence, evidenceRows, isSupported, shareGiven, type Wanted } from "./evidence.ts";
import { type Pace, paceOf, stepsOf } from "./expense-pace.ts";
import { effectsOf, forecastsOf, recommendationOf, type Verdict } from "./expense-proposal.ts";
import { round } from "./figures.ts";
import { about, alternative, exposureOf, missing, unknown } from "./proposal-parts.ts";

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

function verdictOf(pace: Pace, need: "must" | "should" | "could", supported: boolean): Verdict {
  if (pace.left === null) return "ask first";
  if (pace.left < 0) return need === "must" ? "move budget first" : "refuse";
  if ((pace.over ?? 0) > 0) return need === "could" ? "postpone" : "approve with conditions";
  return supported ? "approve" : "approve with conditions";
}

/** Holds an expense against what is left of its budget line and against the pace of the year. */
export const expenseApproval: DecisionType<typeof expenseContext> = {
  id: "expense_approval",
  label: "Expense approval",
  roles: ["CFO"],
  capability: "budget_management",
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
