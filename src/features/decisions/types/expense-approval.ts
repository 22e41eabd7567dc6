import { formatMoney } from "#contract/format.ts";
import { priorityForAmount } from "#features/decisions/rules.ts";
import { amount, choice, commonContext, contextOf } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { revenueRisks, evidenceRows, isSupported, type Wanted } from "./evidence.ts";
import { type Pace, paceOf, stepsOf } from "./expense-pace.ts";
import { outcomesOf, type Verdict } from "./expense-proposal.ts";
import { alternative, evaluated, exposureOf, scopePhrase } from "./proposal-parts.ts";

const expenseContext = contextOf(
  {
    amount: amount({ label: "Amount", hint: "Per payment" }),
    often: choice({ label: "Frequency" }, { once: "Once", monthly: "Monthly", yearly: "Yearly" }).optional(),
    budget: amount({ label: "Line budget", hint: "For this calendar year" }, 0).optional(),
    spent: amount({ label: "Spent so far" }, 0).optional(),
    ordered: amount({ label: "Ordered, unpaid" }, 0).optional(),
    need: choice(
      { label: "Need" },
      { must: "Required by law or contract", should: "Work suffers without it", could: "Nice to have" },
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
  {
    kind: "Document",
    reference: "Invoice or written quote",
    matches: /invoice|quot|offer|receipt|order|bill/i,
    states: { field: "amount", label: "the amount" },
  },
  { kind: "Ledger", reference: "Budget line statement", matches: /budget|ledger|account|statement|books/i },
];

function verdictOf(pace: Pace, need: "must" | "should" | "could", supported: boolean): Verdict {
  if (pace.left === null) return "ask first";
  if (pace.left < 0) return need === "must" ? "move budget first" : "refuse";
  if ((pace.over ?? 0) > 0) return need === "could" ? "postpone" : "approve with conditions";
  return supported ? "approve" : "approve with conditions";
}

/** Compares an expense with the rest of its budget line and the year's spending rate. */
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
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, false, context);
    const verdict = verdictOf(pace, need ?? "should", isSupported(evidence, facts.today));
    const isApproved = verdict === "approve" || verdict === "approve with conditions";
    const price = formatMoney(context.amount, facts.currency);
    const every = { once: "", monthly: " per month", yearly: " per year" }[often];
    const cost = isApproved ? pace.yearly : 0;
    const impact = priorityForAmount(pace.yearly, facts.role);
    return evaluated(context, facts, {
      title: context.subject
        ? `${context.subject}, ${price}${every}`
        : `Spend ${price}${every}${scopePhrase({ counterparty })}`,
      description: `${facts.agentName} compared an expense of ${price}${every}${scopePhrase(context)} with its budget line. Assumes spending continues at this year's rate.`,
      verdict,
      outcome: outcomesOf(pace, budget, facts)[verdict],
      tell: ["CEO", "owner"],
      inputs: [context.amount, budget, spent, need],
      evidence,
      steadiness: pace.left === null || !budget ? 0 : Math.abs(pace.left) / (budget / 10),
      priority: need === "must" ? "high" : verdict === "postpone" ? "low" : impact,
      impact,
      cost,
      timeframe: { once: "One payment", monthly: "Monthly", yearly: "Yearly" }[often],
      stakeholders: ["CFO", "CEO"],
      risks: [
        (pace.over ?? 0) > 0 && `At this rate the year ends ${formatMoney(pace.over ?? 0, facts.currency)} over budget`,
        pace.runRate === null && spent !== undefined && "Too early in the year to project spending",
        often !== "once" && `Recurring: ${formatMoney(pace.yearly, facts.currency)} per year until cancelled`,
        ...revenueRisks(pace.yearly, facts),
      ],
      alternatives: [
        alternative("Pay next year", "Spares this year's budget; delays whatever depends on it", 0),
        alternative("Use another budget line", "Needs an underspent line and its owner's approval"),
        alternative("Do nothing", "No cost; the request goes unmet", 0),
      ],
      exposure: exposureOf("spend", cost, context, often !== "once"),
      steps: stepsOf(expense, pace, facts),
      questions: [
        [budget, "Which budget line pays for it, and what is its budget this year?"],
        [spent, "How much of that line is already spent?"],
        [need, "What happens if it isn't paid?"],
        [counterparty, "Who is the payee?"],
      ],
    });
  },
};
