import { longDay, formatMoney, percent } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { Facts } from "./decision-type.ts";
import type { Deal, Margin } from "./discount-margin.ts";
import { round } from "./figures.ts";
import { forecasting, type Outcome, task } from "./proposal-parts.ts";
import { byRows } from "./resolving.ts";

export type Verdict =
  | "grant"
  | "grant for something in return"
  | "counter-offer"
  | "hold the price"
  | "refuse"
  | "ask first";

/** The discount in percent that each verdict grants. */
export const givenBy = ({ discount }: Deal, { largest }: Margin): Record<Verdict, number> => ({
  grant: discount,
  "grant for something in return": discount,
  "counter-offer": largest ?? 0,
  "hold the price": 0,
  refuse: 0,
  "ask first": 0,
});

export function outcomesOf(
  deal: Deal,
  margin: Margin,
  { inReturn, counterparty }: { inReturn: string | undefined; counterparty: string | undefined },
  facts: Facts,
): Record<Verdict, Outcome> {
  const format = (value: number) => formatMoney(value, facts.currency);
  const given = givenBy(deal, margin);
  const { early, final } = forecasting(facts);
  const [soon, late] = [addDays(facts.today, 14), addDays(facts.today, 60)];
  const subject = counterparty ?? "The customer";
  const who = counterparty ?? "the customer";
  const walkAway = format(margin.walkAway ?? 0);
  const ordering = (discount: number, sign = `${subject} replies to the offer in writing`) => {
    const price = round(deal.listPrice * (1 - discount / 100), 2);
    const byDefault = discount > 0 ? 0.4 : 0.2;
    const chance = deal.chanceWith !== undefined && discount === deal.discount ? deal.chanceWith : byDefault;
    const order = final(`${subject} orders for at least ${format(price)}`, late, chance, price);
    return [early(sign, soon, 0.6), byRows(order, facts, ["customer"], "orders")];
  };
  const urgent = { days: 3, priority: "high" } as const;
  const holding = (say: string): Outcome => ({
    say,
    forecasts: ordering(0),
    tasks: [
      task(
        "Sales",
        `Tell ${who} the price stands`,
        `${say} Offer a smaller scope instead: a smaller order, a later date, fewer services.`,
        { ...urgent, hours: 1 },
      ),
    ],
  });
  const offering = (discount: number, say: string): Outcome => {
    // Nothing can be offered below a list price that is already the least.
    if (discount === 0) return holding(say);
    const price = format(deal.listPrice * (1 - discount / 100));
    return {
      say,
      forecasts: ordering(discount),
      tasks: [
        task(
          "Sales",
          `Offer ${who} ${price}, ${percent(discount)} below list`,
          `${say} Never below ${walkAway}. The offer ends on ${longDay(soon)}.`,
          { ...urgent, hours: 2 },
        ),
        task(
          "Sales",
          `Record the reply from ${who}`,
          "Note what was agreed and what they give in return. Any further discount needs a new decision.",
          { days: 14, hours: 1 },
        ),
      ],
    };
  };
  const volume = margin.volume === null ? "" : `. Matching today's margin takes ${percent(margin.volume)} more sales`;
  const leaves = `it leaves ${format(margin.after ?? 0)} of margin, ${percent(margin.rate ?? 0)} of the price${volume}`;
  const theirs =
    inReturn === undefined || inReturn === "nothing"
      ? "Ask for a longer contract, a larger order or prepayment"
      : "Get their side of the deal in writing";
  const counter = given["counter-offer"];
  return {
    grant: offering(given.grant, `Grant: ${leaves}. The walk-away price is ${walkAway}.`),
    "grant for something in return": offering(
      deal.discount,
      `Grant for something in return: ${leaves}. ${theirs} before you promise ${percent(deal.discount)}.`,
    ),
    "counter-offer": offering(
      counter,
      `Counter-offer: ${percent(counter)} off, a price of ${format(deal.listPrice * (1 - counter / 100))}. At ${percent(deal.discount)} the margin would be only ${percent(margin.rate ?? 0)}. Walk away below ${walkAway}.`,
    ),
    "hold the price": holding(
      `Hold the price: the discount lowers expected margin by ${format(-(margin.expected ?? 0))}. The better win chance doesn't pay for it.`,
    ),
    refuse: holding(
      `Refuse: even the list price leaves no more than the ${percent(deal.leastMargin * 100)} minimum margin.`,
    ),
    "ask first": {
      say: `Ask first: the margin at ${format(margin.price)} is unknown. Don't discount without it.`,
      forecasts: ordering(0, "The cost of delivery is known"),
      tasks: [
        task(
          "CFO",
          "Work out the cost of delivery",
          `Include every cost this order causes. Promise ${who} nothing until then.`,
          { ...urgent, hours: 2 },
        ),
      ],
    },
  };
}
