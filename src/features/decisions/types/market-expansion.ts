import { longDay, money } from "#contract/format.ts";
import type { z } from "zod";
import type { Step } from "#features/decisions/contract.ts";
import { weightOf } from "#features/decisions/rules.ts";
import { amount, commonContext, contextOf, number, share } from "./context.ts";
import type { DecisionType, Facts } from "./decision-type.ts";
import { againstRevenue, confidence, evidenceRows, shareGiven, shareOfYear, type Wanted } from "./evidence.ts";
import { percent, row } from "./figures.ts";
import {
  alternatives,
  effectsOf,
  forecastsOf,
  highShare,
  lowShare,
  setUpDays,
  type Test,
  testOf,
  testWeeks,
} from "./market-proposal.ts";
import { exposureOf } from "./proposal-parts.ts";

const marketContext = contextOf(
  {
    marketSize: amount(
      "marketSize",
      { label: "Market size", hint: "What all sellers together take there in a year" },
      1000,
    ),
    grossMargin: share("grossMargin", {
      label: "Gross margin",
      hint: "What is left of a sale after its direct costs",
    }).optional(),
    existingCustomers: number("existingCustomers", { label: "Customers we have there" }, 0, 1e9).optional(),
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

const wanted: readonly Wanted[] = [
  { kind: "Study", reference: "A source for the market's size", matches: /market|study|report|statistic|survey/i },
  {
    kind: "Conversation",
    reference: "Talks with buyers in that market",
    matches: /buyer|customer|interview|talk|call|mail/i,
  },
];

function stepsOf(context: MarketContext, test: Test, facts: Facts): Step[] {
  const exact = (value: number) => money(value, facts.currency, "cents");
  const { marketSize, grossMargin } = context;
  const of = shareOfYear(test.high, facts);
  return [
    row("Market size", "as given, read as sales of a year", marketSize, "money"),
    row("A year at a share of 0.5%", `${exact(marketSize)} × 0.5%`, test.low, "money"),
    row("A year at a share of 2%", `${exact(marketSize)} × 2%`, test.high, "money"),
    ...(grossMargin === undefined
      ? []
      : [
          row(
            "Margin of a year at 0.5%",
            `${exact(test.low)} × ${percent(grossMargin * 100)}`,
            test.low * grossMargin,
            "money",
          ),
          row(
            "Margin of a year at 2%",
            `${exact(test.high)} × ${percent(grossMargin * 100)}`,
            test.high * grossMargin,
            "money",
          ),
        ]),
    ...(of === null ? [] : [row("A year at 2% against ours", "sales at 2% ÷ revenue of 12 months", of, "percent")]),
    row(
      "Kill criterion: orders of the test below",
      `${testWeeks} weeks at the pace of 0.5%, rounded down`,
      test.least,
      "money",
    ),
    row("Cost cap of the test", "a quarter of a year at 0.5%, rounded down", test.cap, "money", true),
  ];
}

/** Sizes a market by a share of 0.5 to 2 % and proposes a small test; it never proposes to expand. */
export const marketExpansion: DecisionType<typeof marketContext> = {
  id: "market_expansion",
  label: "Market expansion",
  roles: ["CEO"],
  capability: "market_analysis",
  context: marketContext,
  evaluate(context, facts) {
    const { marketSize, counterparty } = context;
    const test = testOf(marketSize, facts.today);
    const shown = (value: number) => money(value, facts.currency);
    const title = context.subject ?? `Test a market of ${shown(marketSize)} a year`;
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, true);
    const inputs = [marketSize, context.subject, context.grossMargin, context.existingCustomers];
    const year = `${shown(test.low)} to ${shown(test.high)} a year`;
    return {
      title,
      description: `${facts.agentName} looked at a market in which ${shown(marketSize)} a year are sold. A newcomer's share of 0.5% to 2% is an assumption; it comes to ${year}. Size alone says nothing about price, margin or the cost of entering.`,
      recommendation: `Test first: spend at most ${shown(test.cap)} on a test of ${testWeeks} weeks, and stop it when that is spent or when it has brought less than ${shown(test.least)} by ${longDay(test.ends)}. A share of 0.5% to 2% would be ${year}.`,
      verdict: "test first",
      confidence: confidence(shareGiven(inputs), evidence, lowShare / highShare, facts.today),
      priority: weightOf(test.high, facts.role),
      impact: weightOf(test.high, facts.role),
      metadata: {
        financialImpact: -test.cap,
        returns: null,
        timeframe: `${setUpDays / 7 + testWeeks} weeks`,
        stakeholders: ["CEO", "CMO", "Sales", ...(counterparty ? [counterparty] : [])],
        risks: [
          "The share is assumed: the high case is four times the low one",
          `The ${shown(test.cap)} of the test may bring nothing`,
          ...(context.grossMargin === undefined ? ["Sales are not profit: the margin is unknown"] : []),
          ...againstRevenue(test.high, facts),
        ],
      },
      alternatives,
      evidence,
      forecasts: forecastsOf(test, facts),
      exposure: exposureOf("spend", test.cap, context),
      steps: stepsOf(context, test, facts),
      curves: [],
      questions: [
        ...(context.subject ? [] : ["Which market is it: which buyers, in which place?"]),
        ...(context.grossMargin === undefined ? ["What is left of a sale there after its direct costs?"] : []),
        ...(context.existingCustomers === undefined ? ["How many customers from there buy from us already?"] : []),
      ],
      effects: effectsOf(title, test, facts),
    };
  },
};
