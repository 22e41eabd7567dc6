import { pluralize, formatMoney } from "#contract/format.ts";
import { priorityForAmount } from "#features/decisions/rules.ts";
import { effectsOf, forecastsOf, type Plan, recommendationOf, type Verdict } from "./campaign-proposal.ts";
import { type Campaign, type Reach, reachOf, stepsOf } from "./campaign-reach.ts";
import { amount, commonContext, contextOf, line, number, share, resultFigure } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { revenueRisks, confidence, evidenceRows, isSupported, shareGiven, type Wanted } from "./evidence.ts";
import { percent, round } from "./figures.ts";
import { alternative, exposureOf, missingEvidence, openQuestions } from "./proposal-parts.ts";
import { withFigure } from "./resolving.ts";

const campaignContext = contextOf(
  {
    budget: amount("budget", { label: "Campaign budget" }),
    costPerVisit: amount("costPerVisit", { label: "Cost per visit", hint: "Per click, reader or call" }).optional(),
    conversionRate: share("conversionRate", {
      label: "Conversion rate",
      hint: "Share of visits that become orders",
    }).optional(),
    orderValue: amount("orderValue", { label: "Order value" }).optional(),
    grossMargin: share("grossMargin", {
      label: "Gross margin",
      hint: "Share of an order left after direct costs",
    }).optional(),
    ordersPerCustomer: number(
      "ordersPerCustomer",
      { label: "Orders per customer", hint: "Default: 1" },
      1,
      1000,
    ).optional(),
    weeks: number("weeks", { label: "Duration in weeks", hint: "Default: 6" }, 1, 52).optional(),
    channel: line({ label: "Channel" }, 60).optional(),
    resultFigure: resultFigure("Figure of its orders"),
    ...commonContext,
  },
  {
    cost: "budget",
    cpc: "costPerVisit",
    costPerClick: "costPerVisit",
    margin: "grossMargin",
    averageOrder: "orderValue",
    durationWeeks: "weeks",
  },
);

const wanted: readonly Wanted[] = [
  {
    kind: "Measurement",
    reference: "Conversion rate of a past campaign",
    matches: /conversion|campaign|test|rate|orders/i,
  },
  {
    kind: "Document",
    reference: "Channel price list or quote",
    matches: /price|quot|offer|rate card|media/i,
    states: { field: ["budget", "costPerVisit"], label: "the budget" },
  },
];

function verdictOf({ room, worth, orders }: Reach, supported: boolean): Verdict {
  if (worth === 0 || orders === 0 || (room !== null && room <= 0)) return "do not launch";
  if (room === null) return "test first";
  return room >= 0.2 - 1e-9 && supported ? "launch" : "launch in parts";
}

/** Compares acquisition cost with margin per order; spends in stages with a kill criterion. */
export const campaignLaunch: DecisionType<typeof campaignContext> = {
  id: "campaign_launch",
  label: "Campaign launch",
  roles: ["CMO"],
  capability: "campaign_management",
  context: campaignContext,
  evaluate(context, facts) {
    const { budget, costPerVisit, conversionRate, orderValue, grossMargin, counterparty, channel, weeks = 6 } = context;
    const campaign: Campaign = {
      budget,
      costPerVisit,
      conversionRate,
      orderValue,
      grossMargin,
      ordersPerCustomer: context.ordersPerCustomer ?? 1,
    };
    const reach = reachOf(campaign);
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, true, context);
    // Company revenue is no evidence for a campaign.
    const givenEvidence = evidenceRows(context.evidence ?? [], wanted, facts, false, context);
    const verdict = verdictOf(reach, isSupported(givenEvidence, facts.today));
    const now = { launch: budget, "launch in parts": reach.first, "test first": reach.test, "do not launch": 0 }[
      verdict
    ];
    const format = (value: number) => formatMoney(value, facts.currency);
    const title = context.subject ?? `${format(budget)} campaign${channel ? ` on ${channel}` : ""}`;
    const plan: Plan = { title, campaign, reach, verdict, now, weeks, facts };
    const recommendation = recommendationOf(plan);
    const weight = priorityForAmount(budget, facts.role);
    return {
      title,
      description: `${facts.agentName} estimated what ${format(budget)}${channel ? ` on ${channel}` : ""} would achieve in ${pluralize(weeks, "week")}${context.purpose ? ` for ${context.purpose}` : ""}. Only incremental orders count: exclude those that would have come anyway.`,
      recommendation,
      verdict,
      confidence: confidence(
        shareGiven([budget, costPerVisit, conversionRate, orderValue, grossMargin]),
        evidence,
        Math.abs(reach.room ?? 0) * 2,
        facts.today,
      ),
      priority: verdict === "do not launch" ? "low" : weight,
      impact: weight,
      metadata: {
        financialImpact: now > 0 ? round(-now, 2) : null,
        returns:
          reach.gain !== null && reach.gain > 0
            ? { amount: round(reach.gain, 2), note: "margin after the full budget" }
            : null,
        timeframe: pluralize(Math.ceil(weeks) + 1, "week"),
        stakeholders: ["CMO", "CEO", "Sales", ...(counterparty ? [counterparty] : [])],
        risks: [
          ...(reach.needed === null || conversionRate === undefined
            ? []
            : [
                `Breaks even at a ${percent(reach.needed * 100)} conversion rate; the plan assumes ${percent(conversionRate * 100)}`,
              ]),
          ...(campaign.ordersPerCustomer > 1 ? ["Relies on repeat orders"] : []),
          ...(grossMargin === undefined ? ["Margin missing, so profit is unknown"] : []),
          ...revenueRisks(budget, facts),
          ...missingEvidence(evidence),
        ],
      },
      alternatives: [
        alternative(`${format(reach.test)} test`, "Measures the cost per order before the rest is spent"),
        alternative("Email existing customers", "Costs hours instead of money, but reaches no new customers"),
        alternative("Do nothing", "No cost, no new visits", 0),
      ],
      evidence,
      forecasts: withFigure(forecastsOf(plan), facts, context.resultFigure),
      exposure: exposureOf("spend", now, context),
      steps: stepsOf(campaign, reach, facts),
      curves: [],
      questions: openQuestions([
        [costPerVisit, "What is the cost per visit on this channel?"],
        [conversionRate, "What was the conversion rate last time?"],
        [orderValue, "What is the average order value?"],
        [grossMargin, "What is the gross margin on an order?"],
        [channel, "Which channel does it run on?"],
      ]),
      effects: effectsOf(plan, recommendation),
    };
  },
};
