import { money } from "#contract/format.ts";
import { weightOf } from "#features/decisions/rules.ts";
import { amount, choice, commonContext, contextOf, number, share } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { confidence, evidenceRows, shareGiven, type Wanted } from "./evidence.ts";
import { percent, round } from "./figures.ts";
import { about, alternative, exposureOf, missing, unknown } from "./proposal-parts.ts";
import { type Answer, cheapest, type Complaint, optionsOf, stepsOf, usualYears } from "./refund-options.ts";
import { type Case, effectsOf, forecastsOf, recommendationOf, type Verdict } from "./refund-proposal.ts";

const refundContext = contextOf(
  {
    refund: amount("refund", { label: "Refund asked for" }),
    fault: choice(
      "fault",
      { label: "Whose fault it was" },
      { ours: "Ours", carrier: "A carrier's or supplier's", customer: "The customer's", nobody: "Nobody's" },
    ).optional(),
    legalRight: choice(
      "legalRight",
      { label: "A right to it by law or contract" },
      { yes: "Yes", no: "No" },
    ).optional(),
    returned: amount("returned", { label: "What comes back is worth" }, 0).optional(),
    yearlyValue: amount("yearlyValue", { label: "Buys a year for" }, 0).optional(),
    grossMargin: share("grossMargin", { label: "Gross margin" }).optional(),
    yearsExpected: number(
      "yearsExpected",
      { label: "Years expected to stay", hint: "Left out: three" },
      0,
      50,
    ).optional(),
    ...commonContext,
  },
  {
    amount: "refund",
    orderValue: "refund",
    refundAmount: "refund",
    customer: "counterparty",
    margin: "grossMargin",
    annualValue: "yearlyValue",
  },
);

const wanted: readonly Wanted[] = [
  { kind: "Conversation", reference: "The complaint in writing", matches: /complaint|mail|ticket|call|chat|letter/i },
  {
    kind: "Document",
    reference: "Order, delivery note or terms",
    matches: /order|delivery|invoice|terms|photo|contract/i,
  },
];

/** What is owed is paid; what is our fault is never declined; a right nobody has checked is never declined either. */
function verdictOf(
  best: Answer | null,
  fault: Complaint["fault"] | undefined,
  legalRight: "yes" | "no" | undefined,
): Verdict {
  if (legalRight === "yes") return "refund in full";
  if (fault === undefined) return "ask first";
  if (best === null) return fault === "ours" ? "refund in full" : "ask first";
  if (best === "refund") return "refund in full";
  // Who caused it may owe the whole: nobody offers less before that is looked up.
  if (fault === "ours" && legalRight === undefined) return "ask first";
  if (best === "goodwill" || fault === "ours") return "offer goodwill";
  return legalRight === "no" ? "decline kindly" : "ask first";
}

/** Holds a refund, goodwill and declining against each other by their cost and the customers who would leave. */
export const refundResolution: DecisionType<typeof refundContext> = {
  id: "refund_resolution",
  label: "Refund resolution",
  roles: ["Customer Success"],
  capability: "support_escalation",
  context: refundContext,
  evaluate(context, facts) {
    const { refund, fault, legalRight, yearlyValue, grossMargin, counterparty } = context;
    // What comes back is worth at most what was paid for it.
    const returned = Math.min(context.returned ?? 0, refund);
    const complaint: Complaint = {
      refund,
      returned,
      fault: fault ?? "nobody",
      yearlyValue,
      grossMargin,
      years: context.yearsExpected ?? usualYears,
    };
    const options = optionsOf(complaint);
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, false);
    const verdict = verdictOf(cheapest(options), fault, legalRight);
    const paid = {
      "refund in full": refund,
      "offer goodwill": options.direct.goodwill,
      "decline kindly": 0,
      "ask first": 0,
    }[verdict];
    const shown = (value: number) => money(value, facts.currency);
    const title = context.subject ?? `Refund of ${shown(refund)}${counterparty ? ` for ${counterparty}` : ""}`;
    const one: Case = { title, complaint, options, verdict, paid, byLaw: legalRight === "yes", counterparty, facts };
    const said = recommendationOf(one);
    const { refund: full, goodwill } = options.totals;
    const apart = full === null || goodwill === null ? 0 : Math.abs(full - goodwill) / Math.max(full, goodwill, 0.01);
    return {
      title,
      description: `${facts.agentName} held three answers to a claim of ${shown(refund)}${about(context)} against each other. How many customers leave after each is assumed (${percent(options.leaves.refund * 100)}, ${percent(options.leaves.goodwill * 100)} and ${percent(options.leaves.decline * 100)} after a refund, goodwill and a no), not measured here.`,
      recommendation: said,
      verdict,
      confidence: confidence(
        shareGiven([refund, fault, legalRight, yearlyValue, grossMargin]),
        evidence,
        legalRight === "yes" ? 1 : apart,
        facts.today,
      ),
      // Somebody is waiting, and angrier every day.
      priority: "high",
      impact: weightOf(Math.max(refund, options.lifetime ?? 0), facts.role),
      metadata: {
        // What comes back is ours again, where the whole is refunded.
        financialImpact: paid > 0 ? round((verdict === "refund in full" ? returned : 0) - paid, 2) : null,
        returns:
          paid > 0 && options.lifetime !== null && options.lifetime > 0
            ? { amount: round(options.lifetime, 2), note: "margin if the customer stays" }
            : null,
        timeframe: "2 days to an answer",
        stakeholders: ["Customer Success", "CFO", ...(counterparty ? [counterparty] : [])],
        risks: [
          "How many customers leave is an assumption",
          ...(legalRight === undefined ? ["Whether there is a right to it is not known: a no could be unlawful"] : []),
          ...(options.lifetime === null ? ["What the customer is worth is not known"] : []),
          ...(fault === "customer" && paid > 0 ? ["Others may ask for the same"] : []),
          ...missing(evidence),
        ],
      },
      alternatives: [
        alternative(
          "Refund in full",
          `${shown(refund)} back, and the matter is closed`,
          full === null ? null : round(-full, 2),
        ),
        alternative(
          "Goodwill",
          `${shown(options.direct.goodwill)} and an apology`,
          goodwill === null ? null : round(-goodwill, 2),
        ),
        alternative(
          "Do nothing",
          "Silence is a no, and the worst way to say it",
          options.totals.decline === null ? null : round(-options.totals.decline, 2),
        ),
      ],
      evidence,
      forecasts: forecastsOf(one),
      exposure: exposureOf("credit", paid, context),
      steps: stepsOf(complaint, options, facts),
      curves: [],
      questions: unknown([
        [fault, "Whose fault was it: ours, a carrier's, the customer's?"],
        [legalRight, "Is there a right to it, by law or by our terms?"],
        [yearlyValue, "For how much does this customer buy in a year?"],
        [grossMargin, "What is left of that after direct costs?"],
      ]),
      effects: effectsOf(one, said),
    };
  },
};
