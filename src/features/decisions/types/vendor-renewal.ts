import { pluralize, formatMoney } from "#contract/format.ts";
import { priorityForAmount } from "#features/decisions/rules.ts";
import { amount, choice, commonContext, contextOf, dayOf, months, number } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { revenueRisks, confidence, evidenceRows, isSupported, shareGiven, type Wanted } from "./evidence.ts";
import { percent, round } from "./figures.ts";
import { ofRecords } from "./from-records.ts";
import { alternative, exposureOf, missingEvidence, openQuestions } from "./proposal-parts.ts";
import { type Costs, costsOf, curvesOf, type Renewal, stepsOf, inflationRise } from "./renewal-costs.ts";
import { effectsOf, forecastsOf, type Plan, recommendationOf, type Verdict } from "./renewal-proposal.ts";

const renewalContext = contextOf(
  {
    currentPrice: amount("currentPrice", { label: "Current annual price" }),
    newPrice: amount("newPrice", { label: "New annual price" }),
    otherPrice: amount("otherPrice", { label: "Competing annual price", hint: "From another supplier" }, 0).optional(),
    switchingCost: amount(
      "switchingCost",
      { label: "Switching cost", hint: "Migration, training, running both" },
      0,
    ).optional(),
    endsOn: dayOf("endsOn", { label: "Contract end" }).optional(),
    noticeDays: number("noticeDays", { label: "Notice period", unit: "days" }, 0, 1000).optional(),
    term: months("term", { label: "Renewal term", hint: "Default: 12 months" }, 120).optional(),
    satisfaction: choice(
      "satisfaction",
      { label: "Service quality" },
      { good: "Good", fair: "Fair", poor: "Poor" },
    ).optional(),
    ...commonContext,
    ...ofRecords,
  },
  {
    vendor: "counterparty",
    supplier: "counterparty",
    renewalPrice: "newPrice",
    alternativePrice: "otherPrice",
    noticePeriod: "noticeDays",
    termMonths: "term",
    endDate: "endsOn",
  },
);

const wanted: readonly Wanted[] = [
  {
    kind: "Document",
    reference: "Contract with end date and notice period",
    matches: /contract|terms|agreement/i,
    states: { field: ["newPrice", "currentPrice"], label: "the new price" },
  },
  {
    kind: "Document",
    reference: "Written second quote",
    matches: /offer|quot|proposal|second|competitor/i,
    states: { field: "otherPrice", label: "the other price" },
  },
];

function verdictOf(
  costs: Costs,
  satisfaction: string | undefined,
  switchingKnown: boolean,
  supported: boolean,
): Verdict {
  // The deadline has passed: it renews anyway, so only the next term is open.
  if (costs.left !== null && costs.left < 0) return "renew and give notice";
  const share = costs.saved === null ? null : costs.saved / costs.renew;
  // Switching may cost 10% more than planned.
  if (share !== null && share >= 0.1 - 1e-9) return switchingKnown && supported ? "switch" : "negotiate";
  if (costs.rate > inflationRise * 100 || (share !== null && share > 0)) return "negotiate";
  if (satisfaction === "poor") return "negotiate";
  return costs.left === null ? "ask first" : "renew";
}

/** Compares renewing with switching, given the notice deadline. */
export const vendorRenewal: DecisionType<typeof renewalContext> = {
  id: "vendor_renewal",
  label: "Vendor renewal",
  roles: ["Operations"],
  capability: "resource_allocation",
  context: renewalContext,
  evaluate(context, facts) {
    const {
      currentPrice,
      newPrice,
      otherPrice,
      switchingCost,
      endsOn,
      noticeDays,
      term = 12,
      satisfaction,
      counterparty,
    } = context;
    const renewal: Renewal = {
      currentPrice,
      newPrice,
      otherPrice,
      switchingCost: switchingCost ?? 0,
      term,
      endsOn,
      noticeDays,
    };
    const costs = costsOf(renewal, facts.today);
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, false, context);
    const verdict = verdictOf(costs, satisfaction, switchingCost !== undefined, isSupported(evidence, facts.today));
    const commitment = {
      renew: newPrice,
      "renew and give notice": newPrice,
      switch: (otherPrice ?? 0) + renewal.switchingCost,
      negotiate: 0,
      "ask first": 0,
    }[verdict];
    const format = (value: number) => formatMoney(value, facts.currency);
    const title =
      context.subject ?? `${counterparty ? `${counterparty} renewal` : "Renewal"} at ${format(newPrice)} per year`;
    const plan: Plan = { title, renewal, costs, verdict, who: counterparty ?? "the supplier", facts };
    const recommendation = recommendationOf(plan);
    const weight = priorityForAmount(newPrice, facts.role);
    const isUrgent = costs.left !== null && costs.left <= 14;
    return {
      title,
      description: `${facts.agentName} compared renewing at ${format(newPrice)} per year${context.purpose ? ` for ${context.purpose}` : ""} with switching over ${pluralize(term, "month")}. Rises up to ${percent(inflationRise * 100)} count as inflation.`,
      recommendation,
      verdict,
      confidence: confidence(
        shareGiven([currentPrice, otherPrice, switchingCost, endsOn, noticeDays, satisfaction]),
        evidence,
        costs.saved === null ? 0.25 : Math.abs(costs.saved / costs.renew) * 4,
        facts.today,
      ),
      priority: isUrgent ? "high" : weight,
      impact: weight,
      metadata: {
        financialImpact: commitment > 0 ? round(-commitment, 2) : null,
        returns:
          verdict === "switch" && costs.saved !== null
            ? { amount: round(costs.saved, 2), note: `saved over ${pluralize(term, "month")}` }
            : null,
        timeframe:
          costs.left === null
            ? pluralize(term, "month")
            : costs.left < 0
              ? "Notice deadline passed"
              : `${pluralize(costs.left, "day")} to give notice`,
        stakeholders: ["Operations", "CFO", ...(counterparty ? [counterparty] : [])],
        risks: [
          ...(costs.left === null ? ["Notice deadline unknown: it may renew automatically"] : []),
          ...(isUrgent && (costs.left ?? 0) >= 0
            ? [`Only ${pluralize(costs.left ?? 0, "day")} left to give notice`]
            : []),
          ...(otherPrice === undefined ? ["No second quote to compare with"] : []),
          ...(otherPrice !== undefined && switchingCost === undefined ? ["Switching cost missing, counted as 0"] : []),
          ...(satisfaction === "poor" ? ["Poor service so far"] : []),
          ...revenueRisks(newPrice, facts),
          ...missingEvidence(evidence),
        ],
      },
      alternatives: [
        alternative("Renew for a shorter term", "Keeps options open; often costs more"),
        alternative("Cancel it", "The cheapest option, if it isn't missed"),
        alternative(
          "Do nothing",
          "Most contracts renew automatically at the new price",
          round(-newPrice * costs.years, 2),
        ),
      ],
      evidence,
      forecasts: forecastsOf(plan),
      exposure: exposureOf("commitment", commitment, context, true),
      steps: stepsOf(renewal, costs, facts),
      curves: curvesOf(renewal),
      questions: openQuestions([
        [endsOn, "When does the contract end?"],
        [noticeDays, "How much notice is required, and in which form?"],
        [otherPrice, "What does another supplier charge for the same?"],
        [switchingCost, "What does switching cost, including training and running both?"],
        [satisfaction, "How good is their service?"],
      ]),
      effects: effectsOf(plan, recommendation),
    };
  },
};
