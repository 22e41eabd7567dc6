import { formatMoney, percent } from "#contract/format.ts";
import { priorityForAmount } from "#features/decisions/rules.ts";
import { amount, choice, commonContext, contextOf, number, share } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { evidenceRows, type Wanted } from "./evidence.ts";
import { round } from "./figures.ts";
import { alternative, evaluated, exposureOf, returning, scopePhrase } from "./proposal-parts.ts";
import { cheapest, type Complaint, defaultYears, optionsOf, type Response, stepsOf } from "./refund-options.ts";
import { outcomesOf, type Verdict } from "./refund-proposal.ts";

const refundContext = contextOf(
  {
    refund: amount({ label: "Requested refund" }),
    fault: choice(
      { label: "Fault" },
      { ours: "Ours", carrier: "Carrier or supplier", customer: "Customer", nobody: "No fault" },
    ).optional(),
    legalRight: choice({ label: "Legal entitlement" }, { yes: "Yes", no: "No" }).optional(),
    returned: amount({ label: "Returned goods", hint: "Value of what comes back" }, 0).optional(),
    yearlyValue: amount({ label: "Annual sales", hint: "To this customer" }, 0).optional(),
    grossMargin: share({ label: "Gross margin" }).optional(),
    yearsExpected: number(
      { label: "Expected years", hint: "How long they stay a customer. Default: 3" },
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
  {
    kind: "Conversation",
    reference: "Written complaint",
    matches: /complaint|mail|ticket|call|chat|letter/i,
    states: { field: "refund", label: "the refund" },
  },
  {
    kind: "Document",
    reference: "Order, delivery note or terms",
    matches: /order|delivery|invoice|terms|photo|contract/i,
  },
];

/** Pays what is owed; never declines our fault or an unchecked entitlement. */
function verdictOf(
  best: Response | null,
  fault: Complaint["fault"] | undefined,
  legalRight: "yes" | "no" | undefined,
): Verdict {
  if (legalRight === "yes") return "refund in full";
  if (fault === undefined) return "ask first";
  if (best === null) return fault === "ours" ? "refund in full" : "ask first";
  if (best === "refund") return "refund in full";
  // We may owe the full amount: check the entitlement before offering less.
  if (fault === "ours" && legalRight === undefined) return "ask first";
  if (best === "goodwill" || fault === "ours") return "offer goodwill";
  return legalRight === "no" ? "decline kindly" : "ask first";
}

/** Compares a refund, goodwill and declining by cost including churn. */
export const refundResolution: DecisionType<typeof refundContext> = {
  id: "refund_resolution",
  label: "Refund resolution",
  roles: ["Customer Success"],
  capability: "support_escalation",
  context: refundContext,
  evaluate(context, facts) {
    const { refund, fault, legalRight, yearlyValue, grossMargin, counterparty } = context;
    // Returned goods are worth at most what was paid.
    const returned = Math.min(context.returned ?? 0, refund);
    const complaint: Complaint = {
      refund,
      returned,
      fault: fault ?? "nobody",
      yearlyValue,
      grossMargin,
      years: context.yearsExpected ?? defaultYears,
    };
    const options = optionsOf(complaint);
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, false, context);
    const verdict = verdictOf(cheapest(options), fault, legalRight);
    const cost = {
      "refund in full": refund,
      "offer goodwill": options.direct.goodwill,
      "decline kindly": 0,
      "ask first": 0,
    }[verdict];
    const format = (value: number) => formatMoney(value, facts.currency);
    const { lifetime, churn, direct } = options;
    const { refund: full, goodwill, decline } = options.totals;
    const costGap = full === null || goodwill === null ? 0 : Math.abs(full - goodwill) / Math.max(full, goodwill, 0.01);
    const byLaw = legalRight === "yes";
    const less = (total: number | null) => (total === null ? null : round(-total, 2));
    return evaluated(context, facts, {
      title: context.subject ?? `Refund of ${format(refund)}${counterparty ? ` for ${counterparty}` : ""}`,
      description: `${facts.agentName} compared three responses to a ${format(refund)} refund request${scopePhrase(context)}. Churn is assumed, not measured: ${percent(churn.refund * 100)}, ${percent(churn.goodwill * 100)} and ${percent(churn.decline * 100)} after a refund, goodwill and declining.`,
      verdict,
      outcome: outcomesOf(complaint, options, { byLaw, counterparty }, facts)[verdict],
      tell: ["CFO", "owner"],
      inputs: [refund, fault, legalRight, yearlyValue, grossMargin],
      evidence,
      steadiness: byLaw ? 1 : costGap,
      // The customer is waiting.
      priority: "high",
      impact: priorityForAmount(Math.max(refund, lifetime ?? 0), facts.role),
      // With a full refund we get the goods back.
      financialImpact: cost > 0 ? round((verdict === "refund in full" ? returned : 0) - cost, 2) : null,
      returns: cost > 0 ? returning(lifetime, "lifetime margin if the customer stays") : null,
      timeframe: "2 days to a reply",
      stakeholders: ["Customer Success", "CFO"],
      risks: [
        "Churn is assumed",
        legalRight === undefined && "Legal entitlement unknown: declining could be unlawful",
        lifetime === null && "Customer value unknown",
        fault === "customer" && cost > 0 && "Other customers may ask for the same",
      ],
      alternatives: [
        alternative("Refund in full", `${format(refund)} back, and the case is closed`, less(full)),
        alternative("Goodwill", `${format(direct.goodwill)} and an apology`, less(goodwill)),
        alternative("Do nothing", "Silence is the worst way to decline", less(decline)),
      ],
      exposure: exposureOf("credit", cost, context),
      steps: stepsOf(complaint, options, facts),
      questions: [
        [fault, "Who was at fault: we, a carrier or the customer?"],
        [legalRight, "Is the customer entitled to it by law or by our terms?"],
        [yearlyValue, "How much does this customer buy per year?"],
        [grossMargin, "What is the gross margin on those sales?"],
      ],
    });
  },
};
