import { formatMoney, percent } from "#contract/format.ts";
import type { Step } from "#features/decisions/contract.ts";
import type { Facts } from "./decision-type.ts";
import { step } from "./figures.ts";

/** Minimum margin, as a share of the price, unless given. */
export const defaultLeastMargin = 0.2;

/** Company currency; `discount` in percent; margins and chances as shares, 0 to 1. */
export type Deal = {
  listPrice: number;
  discount: number;
  grossMargin: number | undefined;
  leastMargin: number;
  /** Win probability with and without the discount. */
  chanceWith: number | undefined;
  chanceWithout: number | undefined;
};

/** Everything but the price is null if the gross margin is unknown. */
export function marginOf({ listPrice, discount, grossMargin, leastMargin, chanceWith, chanceWithout }: Deal) {
  const price = listPrice * (1 - discount / 100);
  if (grossMargin === undefined)
    return {
      price,
      cost: null,
      before: null,
      after: null,
      rate: null,
      volume: null,
      walkAway: null,
      largest: null,
      expected: null,
    };
  const cost = listPrice * (1 - grossMargin);
  const before = listPrice - cost;
  const after = price - cost;
  const walkAway = cost / (1 - leastMargin);
  return {
    price,
    cost,
    before,
    after,
    /** Margin, percent of the price. */
    rate: price > 0 ? (after / price) * 100 : null,
    /** Percent more sales needed for the same margin; null if no volume makes up for it. */
    volume: after > 0 ? (before / after - 1) * 100 : null,
    walkAway,
    /** Largest discount, rounded down to 0.1%; negative if the list price is already too low. */
    largest: Math.floor((1 - walkAway / listPrice) * 1000 + 1e-6) / 10,
    /** Expected margin with the discount minus without it. */
    expected:
      chanceWith === undefined || chanceWithout === undefined ? null : after * chanceWith - before * chanceWithout,
  };
}
export type Margin = ReturnType<typeof marginOf>;

export function stepsOf(deal: Deal, margin: Margin, facts: Facts): Step[] {
  const formatCents = (value: number) => formatMoney(value, facts.currency, "cents");
  const { listPrice, discount, grossMargin, leastMargin, chanceWith, chanceWithout } = deal;
  const unknown = "margin missing";
  const ifKnown = (formula: string) => (grossMargin === undefined ? unknown : formula);
  return [
    step("List price", "as given", listPrice, "money"),
    step("Requested discount", "as given", discount, "percent"),
    step("Discounted price", `${formatCents(listPrice)} × ${percent(100 - discount)}`, margin.price, "money"),
    step(
      "Cost of delivery",
      ifKnown(`${formatCents(listPrice)} × ${percent(100 - (grossMargin ?? 0) * 100)}`),
      margin.cost,
      "money",
    ),
    step("Margin at list price", ifKnown("list price − cost"), margin.before, "money"),
    step("Margin after discount", ifKnown("price − cost"), margin.after, "money"),
    step(
      "Margin rate after discount",
      margin.rate === null ? ifKnown("the price is zero") : "margin ÷ price",
      margin.rate,
      "percent",
    ),
    step(
      "Extra volume needed",
      margin.volume === null ? ifKnown("no volume makes up for it") : "margin before ÷ margin after − 1",
      margin.volume,
      "percent",
    ),
    ...(margin.expected === null
      ? []
      : [
          step(
            "Expected margin vs. list price",
            `${percent((chanceWith ?? 0) * 100)} of margin after discount − ${percent((chanceWithout ?? 0) * 100)} of margin at list price`,
            margin.expected,
            "money",
          ),
        ]),
    step("Walk-away price", ifKnown(`cost ÷ (1 − ${percent(leastMargin * 100)})`), margin.walkAway, "money"),
    step("Largest discount", ifKnown("1 − walk-away price ÷ list price"), margin.largest, "percent", true),
  ];
}
