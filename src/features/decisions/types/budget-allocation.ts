import { pluralize, formatMoney, percent } from "#contract/format.ts";
import { priorityForAmount } from "#features/decisions/rules.ts";
import { allocate, type Allocation, stepsOf } from "./budget-moves.ts";
import { outcomesOf, partOf, type Verdict } from "./budget-proposal.ts";
import { amount, commonContext, contextOf, line, rows, share } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { revenueRisks, evidenceRows, isSupported, shareGiven, type Wanted } from "./evidence.ts";
import { round } from "./figures.ts";
import { alternative, evaluated, exposureOf, returning } from "./proposal-parts.ts";

const budgetContext = contextOf(
  {
    lines: rows(
      "lines",
      { label: "Budget lines", hint: "Each line's budget and returns for the same period" },
      {
        name: line({ label: "Line" }, 60),
        current: amount({ label: "Current budget" }, 0),
        returns: amount(
          { label: "Returns", hint: "Sales, margin or savings: the same measure for every line" },
          0,
        ).optional(),
        floor: amount({ label: "Minimum" }, 0).optional(),
        cap: amount({ label: "Maximum" }, 0).optional(),
      },
      [2, 20],
    )
      .refine(
        (lines) => new Set(lines.map(({ name }) => name.toLowerCase())).size === lines.length,
        "lines: each needs a unique name",
      )
      .refine(
        (lines) => lines.every(({ floor = 0, cap = Infinity }) => floor <= cap),
        "lines: a minimum is above its maximum",
      )
      .refine((lines) => lines.some(({ current }) => current > 0), "lines: at least one needs a current budget"),
    total: amount({ label: "Total budget", hint: "Default: same as today" }).optional(),
    largestMove: share({
      label: "Maximum shift",
      hint: "Per line. Default: 20% of its budget",
    }).optional(),
    ...commonContext,
  },
  { budget: "total", totalBudget: "total", departments: "lines", maxMove: "largestMove" },
);

const wanted: readonly Wanted[] = [
  { kind: "Ledger", reference: "Spending per line", matches: /ledger|account|statement|books|budget|spend|spent/i },
  {
    kind: "Measurement",
    reference: "Returns per line",
    matches: /return|result|sales|attribution|saving|measure|orders/i,
  },
];

function verdictOf(allocation: Allocation, change: number, supported: boolean): Verdict {
  const measured = allocation.shares.filter(({ returns, current }) => returns !== undefined && current > 0);
  if (allocation.tight === "floors") return "floors do not fit";
  if (measured.length < 2) return "measure first";
  const totalReturns = measured.reduce((sum, { returns }) => sum + (returns ?? 0), 0);
  // A gain below 1% is within measurement error.
  if (Math.abs(change) <= 0.005 && allocation.gain <= totalReturns / 100) return "keep";
  // Half of the moves would not meet a smaller total.
  return supported || change < -0.005 ? "move" : "move half first";
}

/** Reallocates budget to the lines with the highest marginal returns, within floors, caps and a maximum shift. */
export const budgetAllocation: DecisionType<typeof budgetContext> = {
  id: "budget_allocation",
  label: "Budget allocation",
  roles: ["CFO"],
  capability: "budget_management",
  context: budgetContext,
  evaluate(context, facts) {
    const { lines, largestMove = 0.2 } = context;
    const today = round(
      lines.reduce((sum, line) => sum + line.current, 0),
      2,
    );
    const total = context.total ?? today;
    const allocation = allocate(lines, total, largestMove);
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, true, context);
    // Company revenue is no evidence for a single line.
    const givenEvidence = evidenceRows(context.evidence ?? [], wanted, facts, false, context);
    const verdict = verdictOf(allocation, total - today, isSupported(givenEvidence, facts.today));
    const part = partOf[verdict];
    const moved = allocation.moved * part;
    const format = (value: number) => formatMoney(value, facts.currency);
    const totalReturns = lines.reduce((sum, { returns }) => sum + (returns ?? 0), 0);
    const unknown = lines.filter(({ returns }) => returns === undefined);
    const known = 1 - unknown.length / lines.length;
    const impact = priorityForAmount(allocation.moved, facts.role);
    const tight = allocation.tight === "moves" && `The total requires shifts larger than ${percent(largestMove * 100)}`;
    return evaluated(context, facts, {
      title: context.subject ?? `Allocate ${format(total)} across ${pluralize(lines.length, "line")}`,
      description: `${facts.agentName} allocated ${format(total)} so that marginal returns are equal across lines. Assumes returns grow with the square root of budget: four times the money, twice the return. ${tight || `No line shifts by more than ${percent(largestMove * 100)}`}.`,
      verdict,
      outcome: outcomesOf(allocation, total, facts)[verdict],
      tell: ["CEO", "owner"],
      inputs: (shareGiven([lines, context.total]) + known) / 2,
      evidence,
      steadiness: totalReturns > 0 ? (allocation.gain / totalReturns) * 5 : 0,
      priority: moved > 0 ? impact : "medium",
      impact,
      financialImpact: part > 0 ? round((today - total) * part, 2) : null,
      returns: part > 0 ? returning(allocation.gain, "more per period than today") : null,
      timeframe: "90 days",
      stakeholders: ["CFO", "CEO"],
      risks: [
        "Square-root returns are an assumption; a saturated line brings nothing more",
        tight,
        allocation.rest > 0.005 && `${format(allocation.rest)} exceeds all caps and stays unspent`,
        ...unknown.map(({ name }) => `Not optimized, returns missing: ${name}`),
        ...revenueRisks(total, facts),
      ],
      alternatives: [
        alternative("Half of the shift now", "Shows whether returns follow before the rest moves"),
        alternative("Same percentage for every line", "Looks fair, but cuts what works as much as what doesn't"),
        alternative("Do nothing", "Every line keeps its current budget", 0),
      ],
      // The full amount moved is exposure, so a large shift hits the same limits as a large expense.
      exposure: exposureOf("commitment", moved, context),
      steps: stepsOf(allocation, total, facts),
      questions: [
        ...unknown.slice(0, 3).map(({ name }) => [undefined, `What did ${name} return in this period?`] as const),
        [lines.find(({ floor }) => floor !== undefined), "Which lines have a minimum, by contract or by law?"],
      ],
    });
  },
};
