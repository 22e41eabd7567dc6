import { formatMoney } from "#contract/format.ts";
import { z } from "zod";
import { priorityForAmount, strengths } from "#features/decisions/rules.ts";
import { amount, commonContext, contextOf } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { revenueRisks, evidenceRows, type Wanted } from "./evidence.ts";
import { capitalize } from "./figures.ts";
import { withFormText } from "./form.ts";
import { outcomesOf } from "./lead-proposal.ts";
import { alternative, evaluated, exposureOf } from "./proposal-parts.ts";
import { scoreOf, stepsOf, verdictOf } from "./lead-score.ts";

const strengthWord = z.enum(["strong", "some", "weak"]).transform((word) => strengths[word]);
/** A score from 0 to 1, or strong, some, weak. */
const criterion = (name: string, hint: string) => {
  const wanted = `${name} must be a number from 0 to 1`;
  return withFormText(
    z.union([z.number().min(0, wanted).max(1, wanted), strengthWord], { error: `${wanted}, or strong, some or weak` }),
    {
      label: capitalize(name),
      hint,
      unit: "choice",
      options: Object.keys(strengths).map((value) => ({ value, label: capitalize(value) })),
    },
  ).optional();
};

const leadContext = contextOf(
  {
    leadValue: amount({ label: "Lead value", hint: "What they might pay" }),
    fit: criterion("fit", "How well our offer solves their problem"),
    intent: criterion("intent", "How clearly they intend to buy"),
    timing: criterion("timing", "How soon they need it"),
    budget: criterion("budget", "How certain the money is"),
    ...commonContext,
  },
  { lead_value: "leadValue", value: "leadValue", dealValue: "leadValue", deal_value: "leadValue" },
);

const wanted: readonly Wanted[] = [
  {
    kind: "Conversation",
    reference: "Email or call with their request",
    matches: /mail|call|meeting|chat|conversation|enquiry|inquiry|form/i,
  },
  {
    kind: "Document",
    reference: "Written budget or request for proposal",
    matches: /budget|rfp|rfq|request|tender|brief/i,
    states: { field: "leadValue", label: "the lead value" },
  },
];

/** Scores fit, intent, timing and budget, and asks about the unknown ones. */
export const leadQualification: DecisionType<typeof leadContext> = {
  id: "lead_qualification",
  label: "Lead qualification",
  commitsNothing: true,
  roles: ["Sales"],
  capability: "lead_qualification",
  context: leadContext,
  evaluate(context, facts) {
    const { leadValue, counterparty, purpose, budget } = context;
    const score = scoreOf(context);
    const { low, high, unknown } = score;
    const verdict = verdictOf(low, high, unknown.length);
    const value = formatMoney(leadValue, facts.currency);
    const lead = `Lead worth ${value}${counterparty ? ` from ${counterparty}` : ""}`;
    const questions = unknown.map((part) => part.question);
    const impact = priorityForAmount(leadValue, facts.role);
    return evaluated(context, facts, {
      title: context.subject ?? lead,
      description: `${facts.agentName} scored a l${lead.slice(1)}${purpose ? ` about ${purpose}` : ""} on fit, intent, timing and budget. Unknown criteria score no points. The value is what they might pay, not what we spend.`,
      verdict,
      outcome: outcomesOf(score, { leadValue, questions, counterparty }, facts)[verdict],
      tell: [],
      inputs: [leadValue, context.fit, context.intent, context.timing, budget],
      evidence: evidenceRows(context.evidence ?? [], wanted, facts, false, context),
      steadiness: 1 - (high - low) / 100,
      priority: verdict === "decline" || verdict === "keep in touch" ? "low" : impact,
      impact,
      financialImpact: leadValue,
      returns: { amount: leadValue, note: "if the lead buys" },
      timeframe: "14 days to a meeting, 6 months to an order",
      stakeholders: ["Sales", "CEO"],
      risks: [
        ...unknown.map((part) => `Unknown: ${part.key}`),
        budget === undefined && "The lead value is unconfirmed",
        ...revenueRisks(leadValue, facts),
      ],
      alternatives: [
        alternative(
          "Make an offer now",
          unknown.length > 0
            ? "Faster, but spends time on a lead that may not fit"
            : "Faster, but skips the meeting and its last check",
        ),
        alternative("Add to the newsletter", "Costs almost nothing and waits for them to come back"),
        alternative("Do nothing", "The lead goes cold; frees time for others", 0),
      ],
      // A lead commits no money.
      exposure: exposureOf("none", 0, context),
      steps: stepsOf(score, leadValue, budget !== undefined),
      questions: questions.map((question) => [undefined, question] as const),
    });
  },
};
