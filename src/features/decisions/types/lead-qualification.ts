import { longDay, formatMoney } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { z } from "zod";
import { priorityForAmount, strengths } from "#features/decisions/rules.ts";
import { addMonths } from "./calendar.ts";
import { amount, commonContext, contextOf, share } from "./context.ts";
import type { DecisionType, Evaluation, Facts } from "./decision-type.ts";
import { revenueRisks, confidence, evidenceRows, odds, shareGiven, type Wanted } from "./evidence.ts";
import { capitalize, floorRound, round } from "./figures.ts";
import { withFormText } from "./form.ts";
import { type LeadVerdict, leadEffects } from "./lead-effects.ts";
import { claim, exposureOf } from "./proposal-parts.ts";
import { byRows, byTask } from "./resolving.ts";
import { scoreOf, stepsOf, verdictOf } from "./lead-score.ts";

const strengthWord = z.enum(["strong", "some", "weak"]).transform((word) => strengths[word]);
/** A score from 0 to 1, or strong, some, weak. */
const criterion = (name: string, hint: string) =>
  withFormText(
    z.union([share(name, { label: "" }), strengthWord], {
      error: `${name} must be a number from 0 to 1, or strong, some or weak`,
    }),
    {
      label: capitalize(name),
      hint,
      unit: "choice",
      options: Object.keys(strengths).map((value) => ({ value, label: capitalize(value) })),
    },
  ).optional();

const leadContext = contextOf(
  {
    leadValue: amount("leadValue", { label: "Lead value", hint: "What they might pay" }),
    fit: criterion("fit", "How well our offer solves their problem"),
    intent: criterion("intent", "How clearly they intend to buy"),
    timing: criterion("timing", "How soon they need it"),
    budget: criterion("budget", "How certain the money is"),
    ...commonContext,
  },
  { lead_value: "leadValue", value: "leadValue", dealValue: "leadValue", deal_value: "leadValue" },
);
type LeadContext = z.output<typeof leadContext>;

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

function recommendationOf(verdict: LeadVerdict, low: number, high: number, unknown: number): string {
  const points = `it scores ${round(low, 0)} of 100 points`;
  const range = `The score could be anywhere from ${round(low, 0)} to ${round(high, 0)} of 100.`;
  if (verdict === "pursue") return `Pursue: ${points}, above the 65 needed. Book the meeting and prepare the offer.`;
  if (verdict === "decline")
    return `Decline: it scores at most ${round(high, 0)} of 100 points, below the minimum of 40.`;
  if (verdict === "keep in touch")
    return `Keep in touch: ${points}, below the 65 needed to pursue. Follow up in 60 days.`;
  return `Qualify further: ${unknown} of 4 criteria ${unknown === 1 ? "is" : "are"} unknown. ${range} Ask the next ${unknown === 1 ? "question" : `${unknown} questions`} before any offer.`;
}

function forecastsOf(
  context: LeadContext,
  verdict: LeadVerdict,
  effects: Evaluation["effects"],
  facts: Facts,
): Evaluation["forecasts"] {
  const least = floorRound(context.leadValue * 0.8);
  const soon = addDays(facts.today, 14);
  const late = addMonths(facts.today, 6);
  const isOpen = verdict === "pursue" || verdict === "qualify further";
  const order = `An order of at least ${formatMoney(least, facts.currency)} is signed by ${longDay(late)}`;
  return [
    byTask(
      claim(
        "proxy",
        `A meeting takes place within 14 days, by ${longDay(soon)}`,
        soon,
        odds(verdict === "pursue" ? 0.5 : isOpen ? 0.3 : 0.1, facts.record),
      ),
      facts,
      effects,
      "Meet ",
    ),
    byRows(
      claim("final", order, late, odds(verdict === "pursue" ? 0.3 : isOpen ? 0.2 : 0.05, null), least),
      facts,
      ["customer"],
      "orders",
    ),
  ];
}

/** Scores fit, intent, timing and budget, and asks about the unknown ones. */
export const leadQualification: DecisionType<typeof leadContext> = {
  id: "lead_qualification",
  label: "Lead qualification",
  roles: ["Sales"],
  capability: "lead_qualification",
  context: leadContext,
  evaluate(context, facts) {
    const { leadValue, counterparty, purpose } = context;
    const score = scoreOf(context);
    const { low, high, unknown } = score;
    const verdict = verdictOf(low, high, unknown.length);
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, false, context);
    const value = formatMoney(leadValue, facts.currency);
    const title = context.subject ?? `Lead worth ${value}${counterparty ? ` from ${counterparty}` : ""}`;
    const recommendation = recommendationOf(verdict, low, high, unknown.length);
    const questions = unknown.map((part) => part.question);
    const effects = leadEffects({ title, value, verdict, recommendation, questions, counterparty, facts });
    const inputs = [leadValue, context.fit, context.intent, context.timing, context.budget];
    const weight = priorityForAmount(leadValue, facts.role);
    return {
      title,
      description: `${facts.agentName} scored a lead worth ${value}${counterparty ? ` from ${counterparty}` : ""}${purpose ? ` about ${purpose}` : ""} on fit, intent, timing and budget. Unknown criteria score no points. The value is what they might pay, not what we spend.`,
      recommendation,
      verdict,
      confidence: confidence(shareGiven(inputs), evidence, 1 - (high - low) / 100, facts.today),
      priority: verdict === "decline" || verdict === "keep in touch" ? "low" : weight,
      impact: weight,
      metadata: {
        financialImpact: leadValue,
        returns: { amount: leadValue, note: "if the lead buys" },
        timeframe: "14 days to a meeting, 6 months to an order",
        stakeholders: ["Sales", "CEO", ...(counterparty ? [counterparty] : [])],
        risks: [
          ...unknown.map((part) => `Unknown: ${part.key}`),
          ...(context.budget === undefined ? ["The lead value is unconfirmed"] : []),
          ...revenueRisks(leadValue, facts),
        ],
      },
      alternatives: [
        {
          title: "Make an offer now",
          detail:
            unknown.length > 0
              ? "Faster, but spends time on a lead that may not fit"
              : "Faster, but skips the meeting and its last check",
          value: null,
        },
        {
          title: "Add to the newsletter",
          detail: "Costs almost nothing and waits for them to come back",
          value: null,
        },
        { title: "Do nothing", detail: "The lead goes cold; frees time for others", value: 0 },
      ],
      evidence,
      forecasts: forecastsOf(context, verdict, effects, facts),
      // A lead commits no money.
      exposure: exposureOf("none", 0, context),
      steps: stepsOf(score, leadValue, context.budget !== undefined),
      curves: [],
      questions,
      effects,
    };
  },
};
