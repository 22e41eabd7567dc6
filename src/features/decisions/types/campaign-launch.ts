import { addDays } from "#contract/days.ts";
import { money } from "#features/authority/limits/rules.ts";
import type { Forecast, PlannedEffect } from "#features/decisions/contract.ts";
import { weightOf } from "#features/decisions/rules.ts";
import { writtenDay } from "./calendar.ts";
import { type Campaign, type Reach, reachOf, stepsOf } from "./campaign-reach.ts";
import { amount, commonContext, contextOf, line, number, share } from "./context.ts";
import type { DecisionType, Facts } from "./decision-type.ts";
import { againstRevenue, confidence, evidenceRows, isSupported, odds, shareGiven, type Wanted } from "./evidence.ts";
import { counted, exactMoney, floorRound, percent, round } from "./figures.ts";
import { alternative, claim, exposureOf, missing, task, tell, unknown } from "./proposal-parts.ts";

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

type Verdict = "launch" | "launch in parts" | "test first" | "do not launch";

function verdictOf({ room, worth, orders }: Reach, supported: boolean): Verdict {
  if (worth === 0 || orders === 0 || (room !== null && room <= 0)) return "do not launch";
  if (room === null) return "test first";
  return room >= 0.2 - 1e-9 && supported ? "launch" : "launch in parts";
}

/** What the words are made of; `now` is what may be spent now, company currency. */
type Plan = {
  title: string;
  campaign: Campaign;
  reach: Reach;
  verdict: Verdict;
  now: number;
  weeks: number;
  facts: Facts;
};
const setUpDays = 7;
const looksOn = ({ facts }: Plan): string => addDays(facts.today, setUpDays + 14);
const endsOn = ({ facts, weeks }: Plan): string => addDays(facts.today, setUpDays + Math.round(weeks * 7));

function killWords(plan: Plan): string {
  const { reach, facts } = plan;
  const shown = (value: number) => money(value, facts.currency);
  if (reach.least === null || reach.silent === null) return `Stop when ${shown(plan.now)} are spent.`;
  // Below three orders' cost of a budget silence says nothing; the budget itself is then the end.
  const silence = reach.silent < plan.now ? `without any order after ${shown(reach.silent)}, or ` : "";
  return `Stop ${silence}with fewer than ${counted(reach.least, "order")} after ${shown(reach.first)}.`;
}

function recommendationOf(plan: Plan): string {
  const { reach, verdict, now, facts } = plan;
  const exact = (value: number) => exactMoney(value, facts.currency);
  const order = `an order costs ${exact(reach.paid ?? 0)} and may cost ${exact(reach.worth ?? 0)}`;
  switch (verdict) {
    case "launch":
      return `Launch: ${order}, so it may cost ${percent((1 / (1 - (reach.room ?? 0)) - 1) * 100)} more before it brings a loss. ${killWords(plan)}`;
    case "launch in parts":
      return `Launch in parts: spend ${money(now, facts.currency)} first; as planned ${order}. ${killWords(plan)}`;
    case "test first":
      return `Test first: spend at most ${money(now, facts.currency)}, because what an order costs or may cost is not known. Measure visits, orders and their margin, and decide about the rest with them.`;
    case "do not launch":
      return reach.worth === 0 || reach.orders === 0
        ? "Do not launch: as planned it brings no margin at all."
        : `Do not launch: ${order}. It takes a conversion rate of ${percent((reach.needed ?? 0) * 100)} to lose nothing.`;
  }
}

function forecastsOf(plan: Plan): Forecast[] {
  const { campaign, reach, verdict, now, facts } = plan;
  const shown = (value: number) => money(value, facts.currency);
  const [look, end] = [looksOn(plan), endsOn(plan)];
  if (verdict === "do not launch")
    return [
      claim(
        "proxy",
        `A plan in which an order costs less than it may is there by ${writtenDay(look)}`,
        look,
        odds(0.3, null),
      ),
      claim(
        "final",
        `Nothing is spent on this plan by ${writtenDay(addDays(facts.today, 60))}`,
        addDays(facts.today, 60),
        odds(0.85, facts.record),
        0,
      ),
    ];
  if (verdict === "test first" || reach.least === null || reach.orders === null)
    return [
      claim("proxy", `The test has brought at least one order by ${writtenDay(look)}`, look, odds(0.5, null), 1),
      claim(
        "final",
        `Cost and margin of an order are measured, for at most ${shown(now)}, by ${writtenDay(addDays(look, 14))}`,
        addDays(look, 14),
        odds(0.6, facts.record),
        now,
      ),
    ];
  const least = Math.max(1, Math.floor(floorRound(reach.orders * (now / campaign.budget) * 0.8)));
  return [
    claim(
      "proxy",
      `The first ${shown(reach.first)} have brought at least ${counted(reach.least, "order")} by ${writtenDay(look)}`,
      look,
      odds(0.55, null),
      reach.least,
    ),
    claim(
      "final",
      `At least ${counted(least, "order")} for at most ${shown(now)} by ${writtenDay(end)}`,
      end,
      odds(0.5, facts.record),
      least,
    ),
  ];
}

function effectsOf(plan: Plan, said: string): PlannedEffect[] {
  const { title, verdict, now, weeks, facts } = plan;
  const shown = (value: number) => money(value, facts.currency);
  const told = tell(["CEO", "owner"], `${verdict[0]?.toUpperCase()}${verdict.slice(1)}: ${title}`, said);
  if (verdict === "do not launch")
    return [task("CMO", "Look for a cheaper channel or a dearer offer", said, { days: 21, hours: 6 }), ...told];
  return [
    task(
      "CMO",
      `Set the campaign up, capped at ${shown(now)}`,
      `The cap is set where the money is spent, not watched by hand. ${killWords(plan)}`,
      { days: setUpDays, hours: 12, priority: "high" },
    ),
    task(
      "CMO",
      `Count orders on ${writtenDay(looksOn(plan))}`,
      `${killWords(plan)} Write down visits, orders and margin.`,
      { days: setUpDays + 14, hours: 2, priority: "high" },
    ),
    task(
      "CMO",
      "Settle the campaign and write down what an order cost",
      "Cost and margin of an order, against the plan; they are the evidence of the next one.",
      { days: setUpDays + Math.max(28, Math.round(weeks * 7)), hours: 3 },
    ),
    ...told,
  ];
}

/** Weighs a campaign by what an order costs and may cost, with a first part, a look and a kill criterion. */
export const campaignLaunch: DecisionType<typeof campaignContext> = {
  id: "campaign_launch",
  label: "Campaign launch",
  roles: ["CMO"],
  capability: "campaign_management",
  leading: "final",
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
    const verdict = verdictOf(
      reach,
      isSupported(
        evidence.filter((row) => !row.reference.startsWith("Revenue")),
        facts.today,
      ),
    );
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
