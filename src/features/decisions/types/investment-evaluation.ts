import { counted, grouped, money } from "#contract/format.ts";
import { weightOf } from "#features/decisions/rules.ts";
import { breakEvenFall, paidBackIn, planOf } from "./cash-flow.ts";
import { amount, commonContext, contextOf, months } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { againstRevenue, confidence, evidenceRows, isSupported, shareGiven, type Wanted } from "./evidence.ts";
import { percent, round } from "./figures.ts";
import { effects } from "./investment-effects.ts";
import { alternatives, forecasts, type Proposal, recommendation, type Verdict } from "./investment-proposal.ts";
import { curvesOf, stepsOf } from "./investment-working.ts";
import { exposureOf, missing } from "./proposal-parts.ts";

const investmentContext = contextOf(
  {
    investment: amount("investment", { label: "Investment" }),
    projectedReturn: amount("projectedReturn", { label: "Projected return", hint: "All benefits together" }),
    payback: months(
      "payback",
      { label: "Pay-back", hint: "Until the investment has come back, with equal benefits from the first month on" },
      600,
    ),
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
  },
  {
    kind: "Measurement",
    reference: "Measured saving or income behind the return",
    matches: /saving|benefit|baseline|hours|timesheet|measure|cost/i,
  },
];

/** From how much the benefits may fall (percent), and whether anything supports them. */
function verdictOf(fall: number, supported: boolean): Verdict {
  if (fall <= 0) return "reject";
  if (fall < 20) return "renegotiate";
  return fall >= 40 && supported ? "approve" : "approve with conditions";
}

/** Weighs an investment by its net present value at 1 % a month and by how far its benefits may fall. */
export const investmentEvaluation: DecisionType<typeof investmentContext> = {
  id: "investment_evaluation",
  label: "Investment evaluation",
  roles: ["CFO"],
  capability: "investment_evaluation",
  context: investmentContext,
  evaluate(context, facts) {
    const { investment, projectedReturn, counterparty, purpose } = context;
    const { today, currency, agentName } = facts;
    const plan = planOf(investment, projectedReturn, context.payback);
    const fall = breakEvenFall(plan);
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, true);
    const inputs = [investment, projectedReturn, context.payback, purpose ?? counterparty];
    const sure = confidence(shareGiven(inputs), evidence, Math.abs(fall) / 50, today);
    const fullReturn = round((projectedReturn / investment) * context.payback, 1);
    const verdict = verdictOf(fall, isSupported(evidence, today));
    const price = money(investment, currency);
    const returned = money(projectedReturn, currency);
    const title = context.subject ?? `Invest ${price} for a return of ${returned}`;
    const proposal: Proposal = { title, plan, verdict, fall, counterparty, facts };
    const commits = verdict === "approve" || verdict === "approve with conditions";
    const paid = paidBackIn(plan);
    const about = `${purpose ? ` for ${purpose}` : ""}${counterparty ? ` with ${counterparty}` : ""}`;
    const weight = weightOf(investment, facts.role);
    return {
      title,
      description: `${agentName} weighed an investment of ${price}${about} against a projected return of ${returned}, paid back in ${counted(context.payback, "month")}. The figures are as given; the benefits are taken to come in equal parts at month ends, from the start.`,
      recommendation: recommendation(proposal),
      verdict,
      confidence: sure,
      priority: weight,
      impact: weight,
      metadata: {
        financialImpact: commits ? -investment : null,
        returns: { amount: projectedReturn, note: `in ${counted(fullReturn, "month")}` },
        timeframe: counted(plan.months, "month"),
        stakeholders: ["CFO", "CEO", "Operations", ...(counterparty ? [counterparty] : [])],
        risks: [
          fall > 0
            ? `The gain is gone when benefits fall by more than ${percent(fall)}`
            : "The benefits do not cover the investment in today's money",
          paid === null ? "It is never paid back at 1% a month" : `Paid back in month ${grouped(paid)} at 1% a month`,
          ...againstRevenue(investment, facts),
          ...(projectedReturn < investment
            ? [`The return is below the investment: a pay-back in ${counted(context.payback, "month")} cannot be`]
            : []),
          ...missing(evidence),
        ],
      },
      alternatives: alternatives(proposal),
      evidence,
      forecasts: forecasts(proposal),
      exposure: exposureOf("spend", commits ? investment : 0, context),
      steps: stepsOf(plan, context.payback, facts),
      curves: curvesOf(plan),
      questions: [
        ...(counterparty ? [] : ["Who supplies it, and is the price fixed in writing?"]),
        ...(purpose ? [] : ["What is it for, and which figure will show the benefit?"]),
        ...(evidence.some((one) => !one.found && one.kind === "Measurement")
          ? ["What does the present way cost a month, measured?"]
          : []),
      ],
      effects: effects(proposal),
    };
  },
};
