import { money } from "#contract/format.ts";
import { weightOf } from "#features/decisions/rules.ts";
import { amount, choice, commonContext, contextOf, number, share } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { type Deal, type Margin, marginOf, stepsOf, usualLeast } from "./discount-margin.ts";
import { effectsOf, forecastsOf, recommendationOf, type Request, type Verdict } from "./discount-proposal.ts";
import { againstRevenue, confidence, evidenceRows, isSupported, shareGiven, type Wanted } from "./evidence.ts";
import { percent, round } from "./figures.ts";
import { about, alternative, exposureOf, missing, unknown } from "./proposal-parts.ts";

const returns = {
  nothing: "Nothing",
  term: "A longer contract",
  volume: "A larger order",
  prepayment: "Payment in advance",
  reference: "A public reference",
} as const;

const discountContext = contextOf(
  {
    listPrice: amount("listPrice", { label: "Deal at list price" }),
    discount: number("discount", { label: "Discount asked for", unit: "percent" }, 0.1, 100),
    grossMargin: share("grossMargin", { label: "Gross margin at list price" }).optional(),
    // A least margin of all of the price would make the walk-away price endless.
    leastMargin: share("leastMargin", { label: "Least margin", hint: "Left out: 20% of the price" }, 0.95).optional(),
    inReturn: choice("inReturn", { label: "What they give for it" }, returns).optional(),
    chanceWith: share("chanceWith", { label: "Chance of the order with it" }).optional(),
    chanceWithout: share("chanceWithout", { label: "Chance without it" }).optional(),
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
  { kind: "Conversation", reference: "Their request in writing", matches: /mail|request|call|meeting|letter|chat/i },
  { kind: "Ledger", reference: "Cost of delivering it", matches: /cost|margin|calculation|ledger|time/i },
];

function verdictOf(deal: Deal, margin: Margin, inReturn: string | undefined, supported: boolean): Verdict {
  if (margin.largest === null) return "ask first";
  if (margin.largest <= 0) return "refuse";
  if (margin.expected !== null && margin.expected < 0) return "hold the price";
  if (deal.discount > margin.largest) return "counter-offer";
  return inReturn !== undefined && inReturn !== "nothing" && supported ? "grant" : "grant for something in return";
}

/** Works out what a discount leaves: margin, volume to break even, walk-away price, and the largest one that can be given. */
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
      leastMargin = usualLeast,
      chanceWith,
      chanceWithout,
      inReturn,
      counterparty,
    } = context;
    const deal: Deal = { listPrice, discount, grossMargin, leastMargin, chanceWith, chanceWithout };
    const margin = marginOf(deal);
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, false);
    const verdict = verdictOf(deal, margin, inReturn, isSupported(evidence, facts.today));
    const gives = verdict === "grant" || verdict === "grant for something in return";
    const given = gives ? discount : verdict === "counter-offer" ? (margin.largest ?? 0) : 0;
    const shown = (value: number) => money(value, facts.currency);
    const title =
      context.subject ?? `${percent(discount)} off ${shown(listPrice)}${counterparty ? ` for ${counterparty}` : ""}`;
    const request: Request = { title, deal, margin, verdict, given, inReturn, counterparty, facts };
    const said = recommendationOf(request);
    const off = (listPrice * given) / 100;
    const weight = weightOf((listPrice * discount) / 100, facts.role);
    return {
      title,
      description: `${facts.agentName} worked out what is left of ${shown(listPrice)} after a discount of ${percent(discount)}${about(context)}. The cost of delivering stays the same whatever is paid; ${percent(leastMargin * 100)} of the price is the least that has to be left.`,
      recommendation: said,
      verdict,
      confidence: confidence(
        shareGiven([listPrice, discount, grossMargin, inReturn, chanceWith, chanceWithout]),
        evidence,
        margin.largest === null ? 0 : Math.abs(margin.largest - discount) / 20,
        facts.today,
      ),
      priority: given > 0 ? "high" : "medium",
      impact: weight,
      metadata: {
        financialImpact: off > 0 ? round(-off, 2) : null,
        returns:
          off > 0 && margin.cost !== null
            ? { amount: round(listPrice - off - margin.cost, 2), note: "margin, if they order" }
            : null,
        timeframe: "14 days to an answer",
        stakeholders: ["Sales", "CFO", ...(counterparty ? [counterparty] : [])],
        risks: [
          ...(off > 0 ? ["A discount becomes the price the next order starts from", "Others hear of it"] : []),
          ...(margin.volume !== null && margin.volume > 50
            ? [`It takes ${percent(margin.volume)} more sales to earn the same`]
            : []),
          ...(chanceWith === undefined || chanceWithout === undefined
            ? ["Whether it makes the order likelier is not known"]
            : []),
          ...againstRevenue(listPrice, facts),
          ...missing(evidence),
        ],
      },
      alternatives: [
        alternative(
          "Half of it, for something in return",
          `${percent(discount / 2)} for a longer contract, a larger order or payment in advance`,
          margin.cost === null ? null : round(listPrice * (1 - discount / 200) - margin.cost, 2),
        ),
        alternative(
          "A smaller offer for less money",
          "Keeps the price of the work; the budget they have decides the size",
        ),
        alternative("Do nothing", "The list price stands, and perhaps they go", 0),
      ],
      evidence,
      forecasts: forecastsOf(request),
      exposure: exposureOf("discount", given, context),
      steps: stepsOf(deal, margin, facts),
      curves: [],
      questions: unknown([
        [grossMargin, "What is left of the list price after the cost of delivering?"],
        [inReturn, "What do they give for it: term, volume, prepayment, reference?"],
        [chanceWithout, "Would they order at list price, and how surely?"],
        [chanceWith, "Would they order with the discount, and how surely?"],
        [counterparty, "Who asks for it, and who decides there?"],
      ]),
      effects: effectsOf(request, said),
    };
  },
};
