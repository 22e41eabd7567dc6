import { pluralize, formatMoney, percent } from "#contract/format.ts";
import { priorityForAmount } from "#features/decisions/rules.ts";
import { amount, choice, commonContext, contextOf, dayOf, months, number } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { revenueRisks, evidenceRows, isSupported, type Wanted } from "./evidence.ts";
import { round } from "./figures.ts";
import { ofRecords } from "./from-records.ts";
import { alternative, evaluated, exposureOf, returning } from "./proposal-parts.ts";
import { type Costs, costsOf, curvesOf, type Renewal, stepsOf, inflationRise } from "./renewal-costs.ts";
import { outcomesOf, type Verdict } from "./renewal-proposal.ts";

const renewalContext = contextOf(
  {
    currentPrice: amount({ label: "Current annual price" }),
    newPrice: amount({ label: "New annual price" }),
    otherPrice: amount({ label: "Competing annual price", hint: "From another supplier" }, 0).optional(),
    switchingCost: amount({ label: "Switching cost", hint: "Migration, training, running both" }, 0).optional(),
    endsOn: dayOf({ label: "Contract end" }).optional(),
    noticeDays: number({ label: "Notice period", unit: "days" }, 0, 1000).optional(),
    term: months({ label: "Renewal term", hint: "Default: 12 months" }, 120).optional(),
    satisfaction: choice({ label: "Service quality" }, { good: "Good", fair: "Fair", poor: "Poor" }).optional(),
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
    const cost = {
      renew: newPrice,
      "renew and give notice": newPrice,
      switch: (otherPrice ?? 0) + renewal.switchingCost,
      negotiate: 0,
      "ask first": 0,
    }[verdict];
    const price = `${formatMoney(newPrice, facts.currency)} per year`;
    const impact = priorityForAmount(newPrice, facts.role);
    const { left } = costs;
    const isUrgent = left !== null && left <= 14;
    const span = pluralize(term, "month");
    return evaluated(context, facts, {
      title: context.subject ?? `${counterparty ? `${counterparty} renewal` : "Renewal"} at ${price}`,
      description: `${facts.agentName} compared renewing at ${price}${context.purpose ? ` for ${context.purpose}` : ""} with switching over ${span}. Rises up to ${percent(inflationRise * 100)} count as inflation.`,
      verdict,
      outcome: outcomesOf({ renewal, costs, who: counterparty ?? "the supplier", facts })[verdict],
      tell: ["CFO", "owner"],
      inputs: [currentPrice, otherPrice, switchingCost, endsOn, noticeDays, satisfaction],
      evidence,
      steadiness: costs.saved === null ? 0.25 : Math.abs(costs.saved / costs.renew) * 4,
      priority: isUrgent ? "high" : impact,
      impact,
      cost,
      returns: verdict === "switch" ? returning(costs.saved, `saved over ${span}`) : null,
      timeframe:
        left === null ? span : left < 0 ? "Notice deadline passed" : `${pluralize(left, "day")} to give notice`,
      stakeholders: ["Operations", "CFO"],
      risks: [
        left === null && "Notice deadline unknown: it may renew automatically",
        isUrgent && left >= 0 && `Only ${pluralize(left, "day")} left to give notice`,
        otherPrice === undefined && "No second quote to compare with",
        otherPrice !== undefined && switchingCost === undefined && "Switching cost missing, counted as 0",
        satisfaction === "poor" && "Poor service so far",
        ...revenueRisks(newPrice, facts),
      ],
      alternatives: [
        alternative("Renew for a shorter term", "Keeps options open; often costs more"),
        alternative("Cancel it", "The cheapest option, if it isn't missed"),
        alternative(
          "Do nothing",
          "Most contracts renew automatically at the new price",
          round(-newPrice * costs.years, 2),
        ),
      ],
      exposure: exposureOf("commitment", cost, context, true),
      steps: stepsOf(renewal, costs, facts),
      curves: curvesOf(renewal),
      questions: [
        [endsOn, "When does the contract end?"],
        [noticeDays, "How much notice is required, and in which form?"],
        [otherPrice, "What does another supplier charge for the same?"],
        [switchingCost, "What does switching cost, including training and running both?"],
        [satisfaction, "How good is their service?"],
      ],
    });
  },
};
