import { counted, money } from "#contract/format.ts";
import { weightOf } from "#features/decisions/rules.ts";
import { amount, choice, commonContext, contextOf, dayOf, months, number } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { againstRevenue, confidence, evidenceRows, isSupported, shareGiven, type Wanted } from "./evidence.ts";
import { percent, round } from "./figures.ts";
import { alternative, exposureOf, missing, unknown } from "./proposal-parts.ts";
import { type Costs, costsOf, curvesOf, type Renewal, stepsOf, usualRise } from "./renewal-costs.ts";
import { effectsOf, forecastsOf, type Plan, recommendationOf, type Verdict } from "./renewal-proposal.ts";

const renewalContext = contextOf(
  {
    currentPrice: amount("currentPrice", { label: "Price today, a year" }),
    newPrice: amount("newPrice", { label: "New price, a year" }),
    otherPrice: amount("otherPrice", { label: "Another supplier's price, a year" }, 0).optional(),
    switchingCost: amount(
      "switchingCost",
      { label: "Cost of switching, once", hint: "Moving, training, running both" },
      0,
    ).optional(),
    endsOn: dayOf("endsOn", { label: "The contract ends on" }).optional(),
    noticeDays: number("noticeDays", { label: "Notice period", unit: "days" }, 0, 1000).optional(),
    term: months("term", { label: "Renewed for", hint: "Left out: 12 months" }, 120).optional(),
    satisfaction: choice(
      "satisfaction",
      { label: "How well they serve us" },
      { good: "Well", fair: "So so", poor: "Badly" },
    ).optional(),
    ...commonContext,
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
  { kind: "Document", reference: "The contract with its end and notice", matches: /contract|terms|agreement/i },
  { kind: "Document", reference: "A second offer in writing", matches: /offer|quot|proposal|second|competitor/i },
];

function verdictOf(
  costs: Costs,
  satisfaction: string | undefined,
  switchingKnown: boolean,
  supported: boolean,
): Verdict {
  // The day has passed: it renews whatever is wanted, and only the next time is open.
  if (costs.left !== null && costs.left < 0) return "renew and give notice";
  const share = costs.saved === null ? null : costs.saved / costs.renew;
  // A tenth is what a change nobody has tried may cost more than it was said to.
  if (share !== null && share >= 0.1 - 1e-9) return switchingKnown && supported ? "switch" : "negotiate";
  if (costs.rate > usualRise * 100 || (share !== null && share > 0)) return "negotiate";
  if (satisfaction === "poor") return "negotiate";
  return costs.left === null ? "ask first" : "renew";
}

/** Holds a supplier's new price against switching, and both against the day by which notice has to be given. */
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
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, false);
    const verdict = verdictOf(costs, satisfaction, switchingCost !== undefined, isSupported(evidence, facts.today));
    const bound = {
      renew: newPrice,
      "renew and give notice": newPrice,
      switch: (otherPrice ?? 0) + renewal.switchingCost,
      negotiate: 0,
      "ask first": 0,
    }[verdict];
    const shown = (value: number) => money(value, facts.currency);
    const title = context.subject ?? `Renewal ${counterparty ? `of ${counterparty} ` : ""}at ${shown(newPrice)} a year`;
    const plan: Plan = { title, renewal, costs, verdict, who: counterparty ?? "the supplier", facts };
    const said = recommendationOf(plan);
    const weight = weightOf(newPrice, facts.role);
    const isUrgent = costs.left !== null && costs.left <= 14;
    return {
      title,
      description: `${facts.agentName} held a renewal at ${shown(newPrice)} a year${context.purpose ? ` for ${context.purpose}` : ""} against switching over ${counted(term, "month")}. Up to ${percent(usualRise * 100)} a year counts as what prices do.`,
      recommendation: said,
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
        financialImpact: bound > 0 ? round(-bound, 2) : null,
        returns:
          verdict === "switch" && costs.saved !== null
            ? { amount: round(costs.saved, 2), note: `saved in ${counted(term, "month")}` }
            : null,
        timeframe:
          costs.left === null
            ? counted(term, "month")
            : costs.left < 0
              ? "Notice is too late"
              : `${counted(costs.left, "day")} to give notice`,
        stakeholders: ["Operations", "CFO", ...(counterparty ? [counterparty] : [])],
        risks: [
          ...(costs.left === null ? ["Without the day of notice it may renew by itself"] : []),
          ...(isUrgent && (costs.left ?? 0) >= 0
            ? [`Only ${counted(costs.left ?? 0, "day")} are left to give notice`]
            : []),
          ...(otherPrice === undefined ? ["Without a second offer nobody knows what it is worth elsewhere"] : []),
          ...(otherPrice !== undefined && switchingCost === undefined
            ? ["Switching is counted as free, which it never is"]
            : []),
          ...(satisfaction === "poor" ? ["They serve us badly: renewing buys more of it"] : []),
          ...againstRevenue(newPrice, facts),
          ...missing(evidence),
        ],
      },
      alternatives: [
        alternative("Renew for a shorter term", "Keeps the choice open; often dearer"),
        alternative("Go without it", "The cheapest renewal is none, if nobody misses it"),
        alternative(
          "Do nothing",
          "Most contracts renew by themselves, at the new price",
          round(-newPrice * costs.years, 2),
        ),
      ],
      evidence,
      forecasts: forecastsOf(plan),
      exposure: exposureOf("commitment", bound, context, true),
      steps: stepsOf(renewal, costs, facts),
      curves: curvesOf(renewal),
      questions: unknown([
        [endsOn, "On which day does the contract end?"],
        [noticeDays, "How many days before must notice be there, and in which form?"],
        [otherPrice, "What does another supplier ask for the same?"],
        [switchingCost, "What does moving cost, training and running both included?"],
        [satisfaction, "How well do they serve us?"],
      ]),
      effects: effectsOf(plan, said),
    };
  },
};
