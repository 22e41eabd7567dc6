import { pluralize, formatNumber, formatMoney, percent } from "#contract/format.ts";
import { priorityForAmount } from "#features/decisions/rules.ts";
import { breakEvenFall, paidBackIn, planOf } from "./cash-flow.ts";
import { amount, commonContext, contextOf, months, resultFigure } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { revenueRisks, evidenceRows, isSupported, type Wanted } from "./evidence.ts";
import { round } from "./figures.ts";
import { alternativesOf, outcomesOf, type Verdict } from "./investment-proposal.ts";
import { curvesOf, stepsOf } from "./investment-working.ts";
import { evaluated, exposureOf, scopePhrase } from "./proposal-parts.ts";
import { withFigure } from "./resolving.ts";

const investmentContext = contextOf(
  {
    investment: amount({ label: "Investment" }),
    projectedReturn: amount({ label: "Projected return", hint: "Total of all benefits" }),
    payback: months(
      { label: "Payback period", hint: "Months to recover the investment at equal monthly benefits" },
      600,
    ),
    resultFigure: resultFigure("Figure of its benefit"),
    ...commonContext,
  },
  {
    investmentAmount: "investment",
    investment_amount: "investment",
    amount: "investment",
    projected_return: "projectedReturn",
    expectedReturn: "projectedReturn",
    expected_return: "projectedReturn",
    paybackMonths: "payback",
    payback_months: "payback",
    paybackPeriod: "payback",
    payback_period: "payback",
  },
);

const wanted: readonly Wanted[] = [
  {
    kind: "Document",
    reference: "Written quote for the price",
    matches: /quot|offer|order|contract|invoice|proposal/i,
    states: { field: "investment", label: "the investment" },
  },
  {
    kind: "Measurement",
    reference: "Measured savings or income",
    matches: /saving|benefit|baseline|hours|timesheet|measure|cost/i,
  },
];

/** `fall`: percent by which benefits may fall before break-even. */
function verdictOf(fall: number, supported: boolean): Verdict {
  if (fall <= 0) return "reject";
  if (fall < 20) return "renegotiate";
  return fall >= 40 && supported ? "approve" : "approve with conditions";
}

/** Net present value at 1% a month, and how far benefits may fall before break-even. */
export const investmentEvaluation: DecisionType<typeof investmentContext> = {
  id: "investment_evaluation",
  label: "Investment evaluation",
  roles: ["CFO"],
  capability: "investment_evaluation",
  context: investmentContext,
  evaluate(context, facts) {
    const { investment, projectedReturn, payback, counterparty, purpose } = context;
    const plan = planOf(investment, projectedReturn, payback);
    const fall = breakEvenFall(plan);
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, true, context);
    const fullReturn = round((projectedReturn / investment) * payback, 1);
    const verdict = verdictOf(fall, isSupported(evidence, facts.today));
    const price = formatMoney(investment, facts.currency);
    const returned = formatMoney(projectedReturn, facts.currency);
    const title = context.subject ?? `Invest ${price} for a return of ${returned}`;
    const outcome = outcomesOf(plan, fall, { title, counterparty }, facts)[verdict];
    const commits = verdict === "approve" || verdict === "approve with conditions";
    const paid = paidBackIn(plan);
    return evaluated(context, facts, {
      title,
      description: `${facts.agentName} compared an investment of ${price}${scopePhrase(context)} with a projected return of ${returned} and a payback of ${pluralize(payback, "month")}. Figures are as given; benefits are assumed equal at each month end.`,
      verdict,
      outcome: { ...outcome, forecasts: withFigure(outcome.forecasts, facts, context.resultFigure) },
      tell: [],
      inputs: [investment, projectedReturn, payback, purpose ?? counterparty],
      evidence,
      steadiness: Math.abs(fall) / 50,
      impact: priorityForAmount(investment, facts.role),
      financialImpact: commits ? -investment : null,
      returns: { amount: projectedReturn, note: `in ${pluralize(fullReturn, "month")}` },
      timeframe: pluralize(plan.months, "month"),
      stakeholders: ["CFO", "CEO", "Operations"],
      risks: [
        fall > 0 ? `Loses money if benefits fall more than ${percent(fall)} short` : "Net present value is negative",
        paid === null
          ? "Never pays back at a 1% monthly discount rate"
          : `Pays back in month ${formatNumber(paid)} at a 1% monthly discount rate`,
        ...revenueRisks(investment, facts),
        projectedReturn < investment &&
          `The return is below the investment, so it cannot pay back in ${pluralize(payback, "month")}`,
      ],
      alternatives: alternativesOf(plan, facts),
      exposure: exposureOf("spend", commits ? investment : 0, context),
      steps: stepsOf(plan, payback, facts),
      curves: curvesOf(plan),
      questions: [
        [counterparty, "Who is the supplier, and is the price fixed in writing?"],
        [purpose, "What is it for, and which figure will show the benefit?"],
        [
          evidence.some(({ found, kind }) => !found && kind === "Measurement") ? undefined : true,
          "What is the measured monthly cost today?",
        ],
      ],
    });
  },
};
