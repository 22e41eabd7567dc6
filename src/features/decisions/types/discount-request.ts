import { formatMoney, percent } from "#contract/format.ts";
import { priorityForAmount } from "#features/decisions/rules.ts";
import { amount, choice, commonContext, contextOf, number, share } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { type Deal, type Margin, marginOf, stepsOf, defaultLeastMargin } from "./discount-margin.ts";
import { givenBy, outcomesOf, type Verdict } from "./discount-proposal.ts";
import { revenueRisks, evidenceRows, isSupported, type Wanted } from "./evidence.ts";
import { round } from "./figures.ts";
import { alternative, evaluated, exposureOf, scopePhrase } from "./proposal-parts.ts";

const returns = {
  nothing: "Nothing",
  term: "A longer contract",
  volume: "A larger order",
  prepayment: "Prepayment",
  reference: "A public reference",
} as const;

const discountContext = contextOf(
  {
    listPrice: amount({ label: "List price" }),
    discount: number({ label: "Requested discount", unit: "percent" }, 0.1, 100),
    grossMargin: share({ label: "Gross margin", hint: "At list price" }).optional(),
    // A minimum margin of 100% would make the walk-away price infinite.
    leastMargin: share({ label: "Minimum margin", hint: "Default: 20% of the price" }, 0.95).optional(),
    inReturn: choice({ label: "In return" }, returns).optional(),
    chanceWith: share({
      label: "Win chance with it",
      hint: "Chance of the order at the requested discount",
    }).optional(),
    chanceWithout: share({
      label: "Win chance without it",
      hint: "Chance of the order at list price",
    }).optional(),
    ...commonContext,
  },
  {
    discountPercent: "discount",
    discount_percent: "discount",
    dealValue: "listPrice",
    deal_value: "listPrice",
    price: "listPrice",
    margin: "grossMargin",
    minimumMargin: "leastMargin",
    customer: "counterparty",
  },
);

const wanted: readonly Wanted[] = [
  {
    kind: "Conversation",
    reference: "Written request",
    matches: /mail|request|call|meeting|letter|chat/i,
    states: { field: "discount", label: "the discount", unit: "percent" },
  },
  { kind: "Ledger", reference: "Cost of delivery", matches: /cost|margin|calculation|ledger|time/i },
];

function verdictOf(deal: Deal, margin: Margin, inReturn: string | undefined, supported: boolean): Verdict {
  if (margin.largest === null) return "ask first";
  if (margin.largest <= 0) return "refuse";
  if (margin.expected !== null && margin.expected < 0) return "hold the price";
  if (deal.discount > margin.largest) return "counter-offer";
  return inReturn !== undefined && inReturn !== "nothing" && supported ? "grant" : "grant for something in return";
}

/** Margin after a discount, volume to make up for it, walk-away price and largest discount. */
export const discountRequest: DecisionType<typeof discountContext> = {
  id: "discount_request",
  label: "Discount request",
  roles: ["Sales"],
  capability: "negotiation",
  context: discountContext,
  evaluate(context, facts) {
    const {
      listPrice,
      discount,
      grossMargin,
      leastMargin = defaultLeastMargin,
      chanceWith,
      chanceWithout,
      inReturn,
      counterparty,
    } = context;
    const deal: Deal = { listPrice, discount, grossMargin, leastMargin, chanceWith, chanceWithout };
    const margin = marginOf(deal);
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, false, context);
    const verdict = verdictOf(deal, margin, inReturn, isSupported(evidence, facts.today));
    const given = givenBy(deal, margin)[verdict];
    const format = (value: number) => formatMoney(value, facts.currency);
    const cost = (listPrice * given) / 100;
    return evaluated(context, facts, {
      title:
        context.subject ?? `${percent(discount)} off ${format(listPrice)}${counterparty ? ` for ${counterparty}` : ""}`,
      description: `${facts.agentName} worked out the margin on ${format(listPrice)} after a ${percent(discount)} discount${scopePhrase(context)}. The cost of delivery stays the same. Minimum margin: ${percent(leastMargin * 100)} of the price.`,
      verdict,
      outcome: outcomesOf(deal, margin, { inReturn, counterparty }, facts)[verdict],
      tell: ["CFO", "owner"],
      inputs: [listPrice, discount, grossMargin, inReturn, chanceWith, chanceWithout],
      evidence,
      steadiness: margin.largest === null ? 0 : Math.abs(margin.largest - discount) / 20,
      priority: given > 0 ? "high" : "medium",
      impact: priorityForAmount((listPrice * discount) / 100, facts.role),
      cost,
      returns:
        cost > 0 && margin.cost !== null
          ? { amount: round(listPrice - cost - margin.cost, 2), note: "margin, if they order" }
          : null,
      timeframe: "14 days to a reply",
      stakeholders: ["Sales", "CFO"],
      risks: [
        cost > 0 && "The discount becomes the starting price for the next order",
        cost > 0 && "Other customers may ask for the same",
        margin.volume !== null &&
          margin.volume > 50 &&
          `Matching today's margin takes ${percent(margin.volume)} more sales`,
        (chanceWith === undefined || chanceWithout === undefined) && "Effect on the win chance is unknown",
        ...revenueRisks(listPrice, facts),
      ],
      alternatives: [
        alternative(
          "Half the discount, for something in return",
          `${percent(discount / 2)} for a longer contract, a larger order or prepayment`,
          margin.cost === null ? null : round(listPrice * (1 - discount / 200) - margin.cost, 2),
        ),
        alternative("Smaller scope for less money", "Keeps the price level and fits the scope to their budget"),
        alternative("Do nothing", "The list price stands; they may walk away", 0),
      ],
      exposure: exposureOf("discount", given, context),
      steps: stepsOf(deal, margin, facts),
      questions: [
        [grossMargin, "What is the gross margin at list price?"],
        [inReturn, "What do they offer in return: term, volume, prepayment, reference?"],
        [chanceWithout, "How likely is the order at list price?"],
        [chanceWith, "How likely is the order with the discount?"],
        [counterparty, "Which customer asks, and who decides there?"],
      ],
    });
  },
};
