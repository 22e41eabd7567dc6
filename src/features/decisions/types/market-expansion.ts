import { formatMoney, percent } from "#contract/format.ts";
import type { z } from "zod";
import type { Step } from "#features/decisions/contract.ts";
import { priorityForAmount } from "#features/decisions/rules.ts";
import { amount, commonContext, contextOf, number, share } from "./context.ts";
import type { DecisionType, Facts } from "./decision-type.ts";
import { evidenceRows, revenuePeriod, revenueRisks, shareOfYear, type Wanted } from "./evidence.ts";
import { step } from "./figures.ts";
import { highShare, lowShare, outcomeOf, setUpDays, type Test, testOf, testWeeks } from "./market-proposal.ts";
import { alternative, evaluated, exposureOf } from "./proposal-parts.ts";

const marketContext = contextOf(
  {
    marketSize: amount({ label: "Market size", hint: "Total annual sales in that market" }, 1000),
    grossMargin: share({
      label: "Gross margin",
      hint: "Share of a sale left after direct costs",
    }).optional(),
    existingCustomers: number({ label: "Existing customers", hint: "In that market" }, 0, 1e9).optional(),
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

function stepsOf({ marketSize, grossMargin }: MarketContext, test: Test, facts: Facts): Step[] {
  const formatCents = (value: number) => formatMoney(value, facts.currency, "cents");
  const ofRevenue = shareOfYear(test.high, facts);
  const cases = [
    ["0.5%", test.low],
    ["2%", test.high],
  ] as const;
  return [
    step("Market size", "as given, annual sales", marketSize, "money"),
    ...cases.map(([of, sales]) =>
      step(`Annual sales at ${of} share`, `${formatCents(marketSize)} × ${of}`, sales, "money"),
    ),
    ...(grossMargin === undefined ? [] : cases).map(([of, sales]) => {
      const margin = grossMargin ?? 0;
      const formula = `${formatCents(sales)} × ${percent(margin * 100)}`;
      return step(`Annual margin at ${of} share`, formula, sales * margin, "money");
    }),
    ...(ofRevenue === null
      ? []
      : [
          step(
            "Sales at 2% share vs. our revenue",
            `sales at 2% share ÷ ${revenuePeriod(facts)}`,
            ofRevenue,
            "percent",
          ),
        ]),
    step("Kill criterion: test orders below", `${testWeeks} weeks at 0.5% share, rounded down`, test.least, "money"),
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
    const { marketSize, subject, grossMargin, existingCustomers } = context;
    const test = testOf(marketSize, facts);
    const format = (value: number) => formatMoney(value, facts.currency);
    const title = subject ?? `Test a ${format(marketSize)} market`;
    return evaluated(context, facts, {
      title,
      description: `${facts.agentName} sized a market with ${format(marketSize)} of annual sales. An assumed newcomer's share of 0.5% to 2% is worth ${format(test.low)} to ${format(test.high)} per year. Market size says nothing about price, margin or cost of entry.`,
      verdict: "test first",
      outcome: outcomeOf(title, test, facts),
      tell: [],
      inputs: [marketSize, subject, grossMargin, existingCustomers],
      evidence: evidenceRows(context.evidence ?? [], wanted, facts, true, context),
      steadiness: lowShare / highShare,
      impact: priorityForAmount(test.high, facts.role),
      financialImpact: -test.cap,
      timeframe: `${setUpDays / 7 + testWeeks} weeks`,
      stakeholders: ["CEO", "CMO", "Sales"],
      risks: [
        "Market share is assumed: the high case is four times the low one",
        `The ${format(test.cap)} test may return nothing`,
        grossMargin === undefined && "Margin missing, so profit is unknown",
        ...revenueRisks(test.high, facts),
      ],
      alternatives: [
        alternative("Enter the market now", "Market share, price and cost of entry are guesses until a test"),
        alternative("Interview ten buyers first", "Costs hours, not money; shows interest, not willingness to pay"),
        alternative("Do nothing", "No cost; competitors keep the market", 0),
      ],
      exposure: exposureOf("spend", test.cap, context),
      steps: stepsOf(context, test, facts),
      questions: [
        [subject, "Which market is it: which buyers, where?"],
        [grossMargin, "What is the gross margin on a sale there?"],
        [existingCustomers, "How many customers do we already have there?"],
      ],
    });
  },
};
