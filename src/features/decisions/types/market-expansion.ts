import { longDay, formatMoney } from "#contract/format.ts";
import type { z } from "zod";
import type { Step } from "#features/decisions/contract.ts";
import { priorityForAmount } from "#features/decisions/rules.ts";
import { amount, commonContext, contextOf, number, share } from "./context.ts";
import type { DecisionType, Facts } from "./decision-type.ts";
import * as sources from "./evidence.ts";
import { percent, step } from "./figures.ts";
import * as marketProposal from "./market-proposal.ts";
import { exposureOf } from "./proposal-parts.ts";

const marketContext = contextOf(
  {
    marketSize: amount("marketSize", { label: "Market size", hint: "Total annual sales in that market" }, 1000),
    grossMargin: share("grossMargin", {
      label: "Gross margin",
      hint: "Share of a sale left after direct costs",
    }).optional(),
    existingCustomers: number(
      "existingCustomers",
      { label: "Existing customers", hint: "In that market" },
      0,
      1e9,
    ).optional(),
    ...commonContext,
  },
  {
    market_size: "marketSize",
    gross_margin: "grossMargin",
    margin: "grossMargin",
    existing_customers: "existingCustomers",
    market: "subject",
  },
);
type MarketContext = z.output<typeof marketContext>;

const wanted: readonly sources.Wanted[] = [
  {
    kind: "Study",
    reference: "Source for the market size",
    matches: /market|study|report|statistic|survey/i,
    states: { field: "marketSize", label: "the market size" },
  },
  {
    kind: "Conversation",
    reference: "Conversations with buyers in that market",
    matches: /buyer|customer|interview|talk|call|mail/i,
  },
];

function stepsOf(context: MarketContext, test: marketProposal.Test, facts: Facts): Step[] {
  const formatCents = (value: number) => formatMoney(value, facts.currency, "cents");
  const { marketSize, grossMargin } = context;
  const ofRevenue = sources.shareOfYear(test.high, facts);
  return [
    step("Market size", "as given, annual sales", marketSize, "money"),
    step("Annual sales at 0.5% share", `${formatCents(marketSize)} × 0.5%`, test.low, "money"),
    step("Annual sales at 2% share", `${formatCents(marketSize)} × 2%`, test.high, "money"),
    ...(grossMargin === undefined
      ? []
      : [
          step(
            "Annual margin at 0.5% share",
            `${formatCents(test.low)} × ${percent(grossMargin * 100)}`,
            test.low * grossMargin,
            "money",
          ),
          step(
            "Annual margin at 2% share",
            `${formatCents(test.high)} × ${percent(grossMargin * 100)}`,
            test.high * grossMargin,
            "money",
          ),
        ]),
    ...(ofRevenue === null
      ? []
      : [
          step(
            "Sales at 2% share vs. our revenue",
            `sales at 2% share ÷ ${sources.revenuePeriod(facts)}`,
            ofRevenue,
            "percent",
          ),
        ]),
    step(
      "Kill criterion: test orders below",
      `${marketProposal.testWeeks} weeks at 0.5% share, rounded down`,
      test.least,
      "money",
    ),
    step("Test budget cap", test.capFormula, test.cap, "money", true),
  ];
}

/** Sizes a market at 0.5 to 2% share and proposes a small test, never an expansion. */
export const marketExpansion: DecisionType<typeof marketContext> = {
  id: "market_expansion",
  label: "Market expansion",
  roles: ["CEO"],
  capability: "market_analysis",
  context: marketContext,
  capsByMeans: true,
  evaluate(context, facts) {
    const { marketSize, counterparty } = context;
    const test = marketProposal.testOf(marketSize, facts);
    const format = (value: number) => formatMoney(value, facts.currency);
    const title = context.subject ?? `Test a ${format(marketSize)} market`;
    const evidence = sources.evidenceRows(context.evidence ?? [], wanted, facts, true, context);
    const inputs = [marketSize, context.subject, context.grossMargin, context.existingCustomers];
    const year = `${format(test.low)} to ${format(test.high)} per year`;
    return {
      title,
      description: `${facts.agentName} sized a market with ${format(marketSize)} of annual sales. An assumed newcomer's share of 0.5% to 2% is worth ${year}. Market size says nothing about price, margin or cost of entry.`,
      recommendation: `Test first: spend at most ${format(test.cap)} on an ${marketProposal.testWeeks}-week test. Stop if orders are below ${format(test.least)} by ${longDay(test.ends)}. A share of 0.5% to 2% is worth ${year}.`,
      verdict: "test first",
      confidence: sources.confidence(
        sources.shareGiven(inputs),
        evidence,
        marketProposal.lowShare / marketProposal.highShare,
        facts.today,
      ),
      priority: priorityForAmount(test.high, facts.role),
      impact: priorityForAmount(test.high, facts.role),
      metadata: {
        financialImpact: -test.cap,
        returns: null,
        timeframe: `${marketProposal.setUpDays / 7 + marketProposal.testWeeks} weeks`,
        stakeholders: ["CEO", "CMO", "Sales", ...(counterparty ? [counterparty] : [])],
        risks: [
          "Market share is assumed: the high case is four times the low one",
          `The ${format(test.cap)} test may return nothing`,
          ...(context.grossMargin === undefined ? ["Margin missing, so profit is unknown"] : []),
          ...sources.revenueRisks(test.high, facts),
        ],
      },
      alternatives: marketProposal.alternatives,
      evidence,
      forecasts: marketProposal.forecastsOf(test, facts),
      exposure: exposureOf("spend", test.cap, context),
      steps: stepsOf(context, test, facts),
      curves: [],
      questions: [
        ...(context.subject ? [] : ["Which market is it: which buyers, where?"]),
        ...(context.grossMargin === undefined ? ["What is the gross margin on a sale there?"] : []),
        ...(context.existingCustomers === undefined ? ["How many customers do we already have there?"] : []),
      ],
      effects: marketProposal.effectsOf(title, test, facts),
    };
  },
};
