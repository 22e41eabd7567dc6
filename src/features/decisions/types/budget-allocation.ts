import { counted, money } from "#contract/format.ts";
import { weightOf } from "#features/decisions/rules.ts";
import { allocate, type Allocation, stepsOf } from "./budget-moves.ts";
import { type Budget, effectsOf, forecastsOf, recommendationOf, type Verdict } from "./budget-proposal.ts";
import { amount, commonContext, contextOf, line, rows, share } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { againstRevenue, confidence, evidenceRows, isSupported, shareGiven, type Wanted } from "./evidence.ts";
import { percent, round } from "./figures.ts";
import { alternative, exposureOf, missing } from "./proposal-parts.ts";

const budgetContext = contextOf(
  {
    lines: rows(
      "lines",
      { label: "Budget lines", hint: "Each with what it gets and what it brought in the same period" },
      {
        name: line({ label: "Line" }, 60),
        current: amount("current", { label: "Budget today" }, 0),
        returns: amount(
          "returns",
          { label: "What it brought", hint: "Sales, margin or savings, alike for all" },
          0,
        ).optional(),
        floor: amount("floor", { label: "At least" }, 0).optional(),
        cap: amount("cap", { label: "At most" }, 0).optional(),
      },
      [2, 20],
    )
      .refine(
        (lines) => new Set(lines.map((one) => one.name.toLowerCase())).size === lines.length,
        "lines: each needs a name of its own",
      )
      .refine(
        (lines) => lines.every(({ floor = 0, cap = Infinity }) => floor <= cap),
        "lines: a line's least is over its most",
      )
      .refine((lines) => lines.some(({ current }) => current > 0), "lines: at least one needs a budget today"),
    total: amount("total", { label: "Total to give", hint: "Left out: as much as today" }).optional(),
    largestMove: share("largestMove", {
      label: "Largest move of a line",
      hint: "Left out: 20% of its budget",
    }).optional(),
    ...commonContext,
  },
  { budget: "total", totalBudget: "total", departments: "lines", maxMove: "largestMove" },
);

const wanted: readonly Wanted[] = [
  { kind: "Ledger", reference: "What each line spent", matches: /ledger|account|statement|books|budget|spend|spent/i },
  {
    kind: "Measurement",
    reference: "What each line brought",
    matches: /return|result|sales|attribution|saving|measure|orders/i,
  },
];

function verdictOf(allocation: Allocation, change: number, supported: boolean): Verdict {
  const measured = allocation.shares.filter((one) => one.returns !== undefined && one.current > 0);
  if (allocation.tight === "floors") return "floors do not fit";
  if (measured.length < 2) return "measure first";
  const brought = measured.reduce((all, one) => all + (one.returns ?? 0), 0);
  // Less than a hundredth is within what any measurement is off by.
  if (Math.abs(change) <= 0.005 && allocation.gain <= brought / 100) return "keep";
  // Half of a cut does not meet the smaller total.
  return supported || change < -0.005 ? "move" : "move half first";
}

/** Moves money between budget lines to where the last unit brings most, within floors, caps and a largest move. */
export const budgetAllocation: DecisionType<typeof budgetContext> = {
  id: "budget_allocation",
  label: "Budget allocation",
  roles: ["CFO"],
  capability: "budget_management",
  context: budgetContext,
  evaluate(context, facts) {
    const { lines, largestMove = 0.2, counterparty } = context;
    const today = round(
      lines.reduce((all, one) => all + one.current, 0),
      2,
    );
    const total = context.total ?? today;
    const allocation = allocate(lines, total, largestMove);
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, true);
    // A year's revenue says nothing about a line.
    const given = evidenceRows(context.evidence ?? [], [], facts, false);
    const verdict = verdictOf(allocation, total - today, isSupported(given, facts.today));
    const part = { move: 1, "move half first": 0.5, keep: 0, "measure first": 0, "floors do not fit": 0 }[verdict];
    const moved = allocation.moved * part;
    const shown = (value: number) => money(value, facts.currency);
    const title = context.subject ?? `Divide ${shown(total)} between ${counted(lines.length, "line")}`;
    const budget: Budget = { verdict, allocation, part, total, facts };
    const said = recommendationOf(budget);
    const brought = lines.reduce((all, one) => all + (one.returns ?? 0), 0);
    const known = lines.filter((one) => one.returns !== undefined).length / lines.length;
    const weight = weightOf(allocation.moved, facts.role);
    return {
      title,
      description: `${facts.agentName} looked for the division of ${shown(total)} in which the last unit of money brings the same in every line. Returns are taken to grow with the root of a budget: four times the money, twice the return. ${allocation.tight === "moves" ? "The total asks lines to move further than" : "No line moves by more than"} ${percent(largestMove * 100)} at once.`,
      recommendation: said,
      verdict,
      confidence: confidence(
        (shareGiven([lines, context.total]) + known) / 2,
        evidence,
        brought > 0 ? (allocation.gain / brought) * 5 : 0,
        facts.today,
      ),
      priority: moved > 0 ? weight : "medium",
      impact: weight,
      metadata: {
        financialImpact: part > 0 ? round((today - total) * part, 2) : null,
        returns:
          part > 0 && allocation.gain > 0
            ? { amount: round(allocation.gain, 2), note: "more than today, a period" }
            : null,
        timeframe: "90 days",
        stakeholders: ["CFO", "CEO", ...(counterparty ? [counterparty] : [])],
        risks: [
          "The root law is an assumption; a line that is full brings nothing more",
          ...(allocation.tight === "moves"
            ? [`The total cannot be met with moves of at most ${percent(largestMove * 100)}: lines move further`]
            : []),
          ...(allocation.rest > 0.005 ? [`${shown(allocation.rest)} fits under no cap and stays unspent`] : []),
          ...lines
            .filter((one) => one.returns === undefined)
            .map((one) => `Not weighed, nothing is known of its returns: ${one.name}`),
          ...againstRevenue(total, facts),
          ...missing(evidence),
        ],
      },
      alternatives: [
        alternative("Half of the moves now", "Shows whether the returns follow before the rest moves"),
        alternative(
          "The same share from every line",
          "Looks fair, and takes as much from what works as from what does not",
        ),
        alternative("Do nothing", "Every line keeps what it has", 0),
      ],
      evidence,
      forecasts: forecastsOf(budget),
      // What is moved is bound anew: counted whole, so that a large shift meets the limits like a large expense.
      exposure: exposureOf("commitment", moved, context),
      steps: stepsOf(allocation, total, facts),
      curves: [],
      questions: [
        ...lines
          .filter((one) => one.returns === undefined)
          .slice(0, 3)
          .map((one) => `What did ${one.name} bring in the period?`),
        ...(lines.every((one) => one.floor === undefined)
          ? ["Which lines cannot go below a certain sum, by contract or by law?"]
          : []),
      ],
      effects: effectsOf(budget, title, said),
    };
  },
};
