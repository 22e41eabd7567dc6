import { longDay, money } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { z } from "zod";
import { weightOf } from "#features/decisions/rules.ts";
import { addMonths } from "./calendar.ts";
import { amount, commonContext, contextOf, share } from "./context.ts";
import type { DecisionType, Evaluation, Facts } from "./decision-type.ts";
import { againstRevenue, confidence, evidenceRows, odds, shareGiven, type Wanted } from "./evidence.ts";
import { capital, floorRound, round } from "./figures.ts";
import { worded } from "./form.ts";
import { type LeadVerdict, leadEffects } from "./lead-effects.ts";
import { claim, exposureOf } from "./proposal-parts.ts";
import { scoreOf, stepsOf, verdictOf } from "./lead-score.ts";

const strengths = { strong: 1, some: 0.5, weak: 0 } as const;
const inWords = z.enum(["strong", "some", "weak"]).transform((word) => strengths[word]);
/** How well a lead does on one point: 0 to 1, or strong, some, weak. */
const point = (name: string, hint: string) =>
  worded(
    z.union([share(name, { label: "" }), inWords], {
      error: `${name} must be a number from 0 to 1, or strong, some or weak`,
    }),
    {
      label: capital(name),
      hint,
      unit: "choice",
      options: Object.keys(strengths).map((value) => ({ value, label: capital(value) })),
    },
  ).optional();

const leadContext = contextOf(
  {
    leadValue: amount("leadValue", { label: "Lead value", hint: "What they might pay" }),
    fit: point("fit", "How well our offer fits their problem"),
    intent: point("intent", "What shows that they mean to buy"),
    timing: point("timing", "How soon they need it"),
    budget: point("budget", "How surely the money is there"),
    ...commonContext,
  },
  { lead_value: "leadValue", value: "leadValue", dealValue: "leadValue", deal_value: "leadValue" },
);
type LeadContext = z.output<typeof leadContext>;

const wanted: readonly Wanted[] = [
  {
    kind: "Conversation",
    reference: "A mail or call in which they ask for it",
    matches: /mail|call|meeting|chat|conversation|enquiry|inquiry|form/i,
  },
  {
    kind: "Document",
    reference: "A written budget or request for an offer",
    matches: /budget|rfp|rfq|request|tender|brief/i,
  },
];

function recommendationOf(verdict: LeadVerdict, low: number, high: number, unknown: number): string {
  const range = `it has ${round(low, 0)} of 100 points`;
  const span = `The score can still end anywhere from ${round(low, 0)} to ${round(high, 0)} of 100.`;
  if (verdict === "pursue") return `Pursue: ${range}, and 65 are enough. Book the meeting and prepare the offer.`;
  if (verdict === "decline")
    return `Decline: at best it reaches ${round(high, 0)} of 100 points, and it takes 40 to go on.`;
  if (verdict === "keep in touch")
    return `Keep in touch: ${range}, too few to pursue and too many to drop. Look again in 60 days.`;
  return `Qualify further: ${unknown} of the 4 facts ${unknown === 1 ? "is" : "are"} unknown. ${span} Ask the next ${unknown === 1 ? "question" : `${unknown} questions`} before any offer.`;
}

function forecastsOf(context: LeadContext, verdict: LeadVerdict, facts: Facts): Evaluation["forecasts"] {
  const least = floorRound(context.leadValue * 0.8);
  const soon = addDays(facts.today, 14);
  const late = addMonths(facts.today, 6);
  const going = verdict === "pursue" || verdict === "qualify further";
  const order = `An order of at least ${money(least, facts.currency)} is signed by ${longDay(late)}`;
  return [
    claim(
      "proxy",
      `Meeting held within 14 days, by ${longDay(soon)}`,
      soon,
      odds(verdict === "pursue" ? 0.5 : going ? 0.3 : 0.1, facts.record),
    ),
    claim("final", order, late, odds(verdict === "pursue" ? 0.3 : going ? 0.2 : 0.05, null), least),
  ];
}

/** Scores a lead over fit, intent, timing and budget; what is unknown is asked before anything is promised. */
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
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, false);
    const value = money(leadValue, facts.currency);
    const title = context.subject ?? `Lead worth ${value}${counterparty ? ` from ${counterparty}` : ""}`;
    const recommendation = recommendationOf(verdict, low, high, unknown.length);
    const questions = unknown.map((part) => part.question);
    const inputs = [leadValue, context.fit, context.intent, context.timing, context.budget];
    const weight = weightOf(leadValue, facts.role);
    return {
      title,
      description: `${facts.agentName} looked at a lead worth ${value}${counterparty ? ` from ${counterparty}` : ""}${purpose ? ` about ${purpose}` : ""}. It is scored over fit, intent, timing and budget; what is not known brings no points. The value is what they might pay, nothing we spend.`,
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
          ...(context.budget === undefined ? ["The value is named, not confirmed"] : []),
          ...againstRevenue(leadValue, facts),
        ],
      },
      alternatives: [
        {
          title: "Make an offer now",
          detail:
            unknown.length > 0
              ? "Quicker, but on unknown needs: time spent on a lead that may not fit"
              : "Skips the meeting and with it the last check",
          value: null,
        },
        {
          title: "Leave it to a newsletter",
          detail: "Costs next to nothing and waits for them to come back",
          value: null,
        },
        { title: "Do nothing", detail: "The lead goes cold; the time is free for others", value: 0 },
      ],
      evidence,
      forecasts: forecastsOf(context, verdict, facts),
      // What they might pay is nothing we spend.
      exposure: exposureOf("none", 0, context),
      steps: stepsOf(score, leadValue, context.budget !== undefined),
      curves: [],
      questions,
      effects: leadEffects({ title, value, verdict, recommendation, questions, counterparty, facts }),
    };
  },
};
