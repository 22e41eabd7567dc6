import { money } from "#contract/format.ts";
import type { Step } from "#features/decisions/contract.ts";
import type { Facts } from "./decision-type.ts";
import { percent, row } from "./figures.ts";

/** What has to be left of a price where the company names no other least margin. */
export const usualLeast = 0.2;

/** A deal at list price with the discount asked for; company currency, percent, shares 0 to 1. */
export type Deal = {
  listPrice: number;
  discount: number;
  grossMargin: number | undefined;
  leastMargin: number;
  /** Probability of the order with and without the discount. */
  chanceWith: number | undefined;
  chanceWithout: number | undefined;
};

/** What the discount does to price, margin and volume; null where the margin is not known. */
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
    /** Margin in percent of the price. */
    rate: price > 0 ? (after / price) * 100 : null,
    /** Percent more that has to be sold to earn the same; null when no volume does. */
    volume: after > 0 ? (before / after - 1) * 100 : null,
    walkAway,
    /** Largest discount in whole tenths of a percent; negative when the list price itself is too low. */
    largest: Math.floor((1 - walkAway / listPrice) * 1000 + 1e-6) / 10,
    /** Expected margin with the discount less that without it. */
    expected:
      chanceWith === undefined || chanceWithout === undefined ? null : after * chanceWith - before * chanceWithout,
  };
}
export type Margin = ReturnType<typeof marginOf>;

/** The rows of the calculation. */
export function stepsOf(deal: Deal, margin: Margin, facts: Facts): Step[] {
  const exact = (value: number) => money(value, facts.currency, "cents");
  const { listPrice, discount, grossMargin, leastMargin, chanceWith, chanceWithout } = deal;
  const unknown = "the margin is not known";
  const known = (words: string) => (grossMargin === undefined ? unknown : words);
  return [
    row("List price", "as given", listPrice, "money"),
    row("Discount asked for", "as given", discount, "percent"),
    row("Price after it", `${exact(listPrice)} × ${percent(100 - discount)}`, margin.price, "money"),
    row(
      "Cost of delivering",
      known(`${exact(listPrice)} × ${percent(100 - (grossMargin ?? 0) * 100)}`),
      margin.cost,
      "money",
    ),
    row("Margin at list price", known("list price − cost"), margin.before, "money"),
    row("Margin after it", known("price − cost"), margin.after, "money"),
    row(
      "Margin of the price",
      margin.rate === null ? known("nothing is paid") : "margin ÷ price",
      margin.rate,
      "percent",
    ),
    row(
      "More to sell for the same margin",
      margin.volume === null ? known("no volume brings it back") : "margin before ÷ margin after − 1",
      margin.volume,
      "percent",
    ),
    ...(margin.expected === null
      ? []
      : [
          row(
            "Expected margin against list price",
            `${percent((chanceWith ?? 0) * 100)} of margin after − ${percent((chanceWithout ?? 0) * 100)} of margin before`,
            margin.expected,
            "money",
          ),
        ]),
    row("Walk-away price", known(`cost ÷ (1 − ${percent(leastMargin * 100)})`), margin.walkAway, "money"),
    row("Largest discount", known("1 − walk-away price ÷ list price"), margin.largest, "percent", true),
  ];
}
