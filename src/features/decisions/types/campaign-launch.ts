import { pluralize, formatMoney, percent } from "#contract/format.ts";
import { priorityForAmount } from "#features/decisions/rules.ts";
import { costsOf, outcomesOf, type Verdict } from "./campaign-proposal.ts";
import { type Campaign, type Reach, reachOf, stepsOf } from "./campaign-reach.ts";
import { amount, commonContext, contextOf, line, number, share, resultFigure } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { revenueRisks, evidenceRows, isSupported, type Wanted } from "./evidence.ts";
import { alternative, evaluated, exposureOf, returning } from "./proposal-parts.ts";
import { withFigure } from "./resolving.ts";

const campaignContext = contextOf(
  {
    budget: amount({ label: "Campaign budget" }),
    costPerVisit: amount({ label: "Cost per visit", hint: "Per click, reader or call" }).optional(),
    conversionRate: share({
      label: "Conversion rate",
      hint: "Share of visits that become orders",
    }).optional(),
    orderValue: amount({ label: "Order value" }).optional(),
    grossMargin: share({
      label: "Gross margin",
      hint: "Share of an order left after direct costs",
    }).optional(),
    ordersPerCustomer: number({ label: "Orders per customer", hint: "Default: 1" }, 1, 1000).optional(),
    weeks: number({ label: "Duration in weeks", hint: "Default: 6" }, 1, 52).optional(),
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
    const { budget, costPerVisit, conversionRate, orderValue, grossMargin, channel, weeks = 6 } = context;
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
    const cost = costsOf(campaign, reach)[verdict];
    const outcome = outcomesOf(campaign, reach, weeks, facts)[verdict];
    const format = (value: number) => formatMoney(value, facts.currency);
    const impact = priorityForAmount(budget, facts.role);
    const on = channel ? ` on ${channel}` : "";
    return evaluated(context, facts, {
      title: context.subject ?? `${format(budget)} campaign${on}`,
      description: `${facts.agentName} estimated what ${format(budget)}${on} would achieve in ${pluralize(weeks, "week")}${context.purpose ? ` for ${context.purpose}` : ""}. Only incremental orders count: exclude those that would have come anyway.`,
      verdict,
      outcome: { ...outcome, forecasts: withFigure(outcome.forecasts, facts, context.resultFigure) },
      tell: ["CEO", "owner"],
      inputs: [budget, costPerVisit, conversionRate, orderValue, grossMargin],
      evidence,
      steadiness: Math.abs(reach.room ?? 0) * 2,
      priority: verdict === "do not launch" ? "low" : impact,
      impact,
      cost,
      returns: returning(reach.gain, "margin after the full budget"),
      timeframe: pluralize(Math.ceil(weeks) + 1, "week"),
      stakeholders: ["CMO", "CEO", "Sales"],
      risks: [
        reach.needed !== null &&
          conversionRate !== undefined &&
          `Breaks even at a ${percent(reach.needed * 100)} conversion rate; the plan assumes ${percent(conversionRate * 100)}`,
        campaign.ordersPerCustomer > 1 && "Relies on repeat orders",
        grossMargin === undefined && "Margin missing, so profit is unknown",
        ...revenueRisks(budget, facts),
      ],
      alternatives: [
        alternative(`${format(reach.test)} test`, "Measures the cost per order before the rest is spent"),
        alternative("Email existing customers", "Costs hours instead of money, but reaches no new customers"),
        alternative("Do nothing", "No cost, no new visits", 0),
      ],
      exposure: exposureOf("spend", cost, context),
      steps: stepsOf(campaign, reach, facts),
      questions: [
        [costPerVisit, "What is the cost per visit on this channel?"],
        [conversionRate, "What was the conversion rate last time?"],
        [orderValue, "What is the average order value?"],
        [grossMargin, "What is the gross margin on an order?"],
        [channel, "Which channel does it run on?"],
      ],
    });
  },
};
