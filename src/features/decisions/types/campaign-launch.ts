import { counted, money } from "#contract/format.ts";
import { weightOf } from "#features/decisions/rules.ts";
import { effectsOf, forecastsOf, type Plan, recommendationOf, type Verdict } from "./campaign-proposal.ts";
import { type Campaign, type Reach, reachOf, stepsOf } from "./campaign-reach.ts";
import { amount, commonContext, contextOf, line, number, share } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { againstRevenue, confidence, evidenceRows, isSupported, shareGiven, type Wanted } from "./evidence.ts";
import { percent, round } from "./figures.ts";
import { alternative, exposureOf, missing, unknown } from "./proposal-parts.ts";

const campaignContext = contextOf(
  {
    budget: amount("budget", { label: "Budget of the campaign" }),
    costPerVisit: amount("costPerVisit", { label: "Cost per visit", hint: "Per click, reader or caller" }).optional(),
    conversionRate: share("conversionRate", {
      label: "Conversion rate",
      hint: "Visits that become an order",
    }).optional(),
    orderValue: amount("orderValue", { label: "Value of an order" }).optional(),
    grossMargin: share("grossMargin", {
      label: "Gross margin",
      hint: "What is left of an order after its direct costs",
    }).optional(),
    ordersPerCustomer: number(
      "ordersPerCustomer",
      { label: "Orders a new customer makes", hint: "Left out: one" },
      1,
      1000,
    ).optional(),
    weeks: number("weeks", { label: "Weeks it runs", hint: "Left out: six" }, 1, 52).optional(),
    channel: line({ label: "Channel" }, 60).optional(),
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
    reference: "Conversion rate of an earlier campaign",
    matches: /conversion|campaign|test|rate|orders/i,
  },
  { kind: "Document", reference: "Price list or offer of the channel", matches: /price|quot|offer|rate card|media/i },
];

function verdictOf({ room, worth, orders }: Reach, supported: boolean): Verdict {
  if (worth === 0 || orders === 0 || (room !== null && room <= 0)) return "do not launch";
  if (room === null) return "test first";
  return room >= 0.2 - 1e-9 && supported ? "launch" : "launch in parts";
}

/** Weighs a campaign by what an order costs and may cost, with a first part, a look and a kill criterion. */
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
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, true);
    // A year's revenue says nothing about a campaign.
    const given = evidenceRows(context.evidence ?? [], [], facts, false);
    const verdict = verdictOf(reach, isSupported(given, facts.today));
    const now = { launch: budget, "launch in parts": reach.first, "test first": reach.test, "do not launch": 0 }[
      verdict
    ];
    const shown = (value: number) => money(value, facts.currency);
    const title = context.subject ?? `Campaign for ${shown(budget)}${channel ? ` on ${channel}` : ""}`;
    const plan: Plan = { title, campaign, reach, verdict, now, weeks, facts };
    const said = recommendationOf(plan);
    const weight = weightOf(budget, facts.role);
    return {
      title,
      description: `${facts.agentName} worked out what ${shown(budget)}${channel ? ` on ${channel}` : ""} would reach in ${counted(weeks, "week")}${context.purpose ? ` for ${context.purpose}` : ""}. Only orders that would not have come anyway count; whoever measures has to tell them apart.`,
      recommendation: said,
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
            ? { amount: round(reach.gain, 2), note: "margin over the whole budget" }
            : null,
        timeframe: counted(Math.ceil(weeks) + 1, "week"),
        stakeholders: ["CMO", "CEO", "Sales", ...(counterparty ? [counterparty] : [])],
        risks: [
          ...(reach.needed === null || conversionRate === undefined
            ? []
            : [
                `Nothing is gained below a conversion rate of ${percent(reach.needed * 100)}; ${percent(conversionRate * 100)} is planned`,
              ]),
          ...(campaign.ordersPerCustomer > 1 ? ["Counts on orders that come later, if the customer comes back"] : []),
          ...(grossMargin === undefined ? ["Sales are not profit: the margin is unknown"] : []),
          ...againstRevenue(budget, facts),
          ...missing(evidence),
        ],
      },
      alternatives: [
        alternative(`A test for ${shown(reach.test)}`, "Shows what an order costs before the rest is spent"),
        alternative("Write to the customers there are", "Costs hours instead of money; reaches nobody new"),
        alternative("Do nothing", "Costs nothing; the visits stay away", 0),
      ],
      evidence,
      forecasts: forecastsOf(plan),
      exposure: exposureOf("spend", now, context),
      steps: stepsOf(campaign, reach, facts),
      curves: [],
      questions: unknown([
        [costPerVisit, "What does a visit cost on this channel?"],
        [conversionRate, "How many of 100 visits became an order last time?"],
        [orderValue, "What is an average order worth?"],
        [grossMargin, "What is left of an order after its direct costs?"],
        [channel, "On which channel does it run?"],
      ]),
      effects: effectsOf(plan, said),
    };
  },
};
