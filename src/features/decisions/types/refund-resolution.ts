import { addDays } from "#contract/days.ts";
import { money } from "#features/authority/limits/rules.ts";
import type { Forecast, PlannedEffect } from "#features/decisions/contract.ts";
import { weightOf } from "#features/decisions/rules.ts";
import { addMonths, writtenDay } from "./calendar.ts";
import { amount, choice, commonContext, contextOf, number, share } from "./context.ts";
import type { DecisionType, Facts } from "./decision-type.ts";
import { confidence, evidenceRows, odds, shareGiven, type Wanted } from "./evidence.ts";
import { percent, round } from "./figures.ts";
import { about, alternative, claim, exposureOf, missing, task, tell, unknown } from "./proposal-parts.ts";
import {
  type Answer,
  cheapest,
  type Complaint,
  type Options,
  optionsOf,
  stepsOf,
  usualYears,
} from "./refund-options.ts";

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

type Verdict = "refund in full" | "offer goodwill" | "decline kindly" | "ask first";

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
  if (best === "goodwill" || fault === "ours") return "offer goodwill";
  return legalRight === "no" ? "decline kindly" : "ask first";
}

/** What the words are made of; `paid` is what following it gives, company currency. */
type Case = {
  title: string;
  complaint: Complaint;
  options: Options;
  verdict: Verdict;
  paid: number;
  byLaw: boolean;
  counterparty: string | undefined;
  facts: Facts;
};

function recommendationOf({ complaint, options, verdict, paid, byLaw, facts }: Case): string {
  const shown = (value: number) => money(value, facts.currency);
  const { refund, goodwill, decline } = options.totals;
  const against = (mine: number | null, name: string, other: number | null) =>
    mine === null || other === null
      ? ""
      : ` It costs ${shown(mine)} with the customers who leave counted in, ${name} ${shown(other)}.`;
  switch (verdict) {
    case "refund in full":
      if (byLaw)
        return `Refund in full: there is a right to ${shown(complaint.refund)}, whatever it costs. Pay it at once and say sorry.`;
      return `Refund in full: ${options.lifetime === null ? "it was our fault" : "keeping the customer is worth more than the money"}.${against(refund, "goodwill", goodwill)}`;
    case "offer goodwill":
      return `Offer goodwill: ${shown(paid)} and an apology, not the whole ${shown(complaint.refund)}.${against(goodwill, "a full refund", refund)}`;
    case "decline kindly":
      return `Decline kindly: there is no right to it, and it was not our fault.${against(decline, "goodwill", goodwill)} Explain it in person and offer help with the next step.`;
    case "ask first":
      return "Ask first: whose fault it was, whether there is a right to it and what the customer is worth decide it, and they are not all known.";
  }
}

function forecastsOf({ verdict, counterparty, facts }: Case): Forecast[] {
  const [soon, late] = [addDays(facts.today, 14), addMonths(facts.today, 6)];
  const who = counterparty ?? "The customer";
  const sign: Record<Verdict, [string, number]> = {
    "refund in full": [`${who} has the money and has said so by ${writtenDay(soon)}`, 0.85],
    "offer goodwill": [`${who} accepts the goodwill by ${writtenDay(soon)}`, 0.6],
    "decline kindly": [`${who} does not come back with the same complaint by ${writtenDay(soon)}`, 0.5],
    "ask first": [`What is not known yet is answered by ${writtenDay(soon)}`, 0.7],
  };
  const stays = { "refund in full": 0.7, "offer goodwill": 0.6, "decline kindly": 0.4, "ask first": 0.5 }[verdict];
  const [words, byDefault] = sign[verdict];
  return [
    claim("proxy", words, soon, odds(byDefault, null)),
    claim("final", `${who} orders again by ${writtenDay(late)}`, late, odds(stays, facts.record), 1),
  ];
}

function effectsOf(one: Case, said: string): PlannedEffect[] {
  const { title, complaint, verdict, paid, counterparty, facts } = one;
  const shown = (value: number) => money(value, facts.currency);
  const who = counterparty ?? "the customer";
  const told = tell(["CFO", "owner"], `${verdict[0]?.toUpperCase()}${verdict.slice(1)}: ${title}`, said);
  const cause = task(
    "Operations",
    "Find out how it came to this",
    `What went wrong for ${who}, how often it does, and what would have prevented it.`,
    { days: 21, hours: 3 },
  );
  if (verdict === "ask first")
    return [
      task(
        "Customer Success",
        `Ask ${who} what happened`,
        `Whose fault it was, what the terms say, what they buy. Answer within two days and promise nothing about ${shown(complaint.refund)} yet.`,
        { days: 2, hours: 1, priority: "high" },
      ),
      ...told,
    ];
  const answer =
    verdict === "decline kindly"
      ? task("Customer Success", `Explain to ${who} in person`, said, { days: 2, hours: 1, priority: "high" })
      : task("Customer Success", `Give ${who} ${shown(paid)}`, `${said} Tell them the day on which it arrives.`, {
          days: 2,
          hours: 1,
          priority: "high",
        });
  return [answer, ...(complaint.fault === "customer" ? [] : [cause]), ...told];
}

/** Holds a refund, goodwill and declining against each other by their cost and the customers who would leave. */
export const refundResolution: DecisionType<typeof refundContext> = {
  id: "refund_resolution",
  label: "Refund resolution",
  roles: ["Customer Success"],
  capability: "support_escalation",
  leading: "proxy",
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
