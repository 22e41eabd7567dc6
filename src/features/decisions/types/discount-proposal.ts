import { longDay, formatMoney } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import type { Facts } from "./decision-type.ts";
import type { Deal, Margin } from "./discount-margin.ts";
import { odds } from "./evidence.ts";
import { percent, round } from "./figures.ts";
import { claim, task, verdictNotices } from "./proposal-parts.ts";
import { byRows } from "./resolving.ts";

export type Verdict =
  | "grant"
  | "grant for something in return"
  | "counter-offer"
  | "hold the price"
  | "refuse"
  | "ask first";

/** `given`: the discount in percent that approving grants. */
export type Request = {
  title: string;
  deal: Deal;
  margin: Margin;
  verdict: Verdict;
  given: number;
  inReturn: string | undefined;
  counterparty: string | undefined;
  facts: Facts;
};

/** Starts with the verdict. */
export function recommendationOf({ deal, margin, verdict, given, inReturn, facts }: Request): string {
  const format = (value: number) => formatMoney(value, facts.currency);
  const left = `leaves ${format(margin.after ?? 0)} of margin, ${percent(margin.rate ?? 0)} of the price`;
  const volume = margin.volume === null ? "" : `. Matching today's margin takes ${percent(margin.volume)} more sales`;
  switch (verdict) {
    case "grant":
      return `Grant: it ${left}${volume}. The walk-away price is ${format(margin.walkAway ?? 0)}.`;
    case "grant for something in return":
      return `Grant for something in return: it ${left}${volume}. ${inReturn === undefined || inReturn === "nothing" ? "Ask for a longer contract, a larger order or prepayment" : "Get their side of the deal in writing"} before you promise ${percent(given)}.`;
    case "counter-offer":
      return `Counter-offer: ${percent(given)} off, a price of ${format(deal.listPrice * (1 - given / 100))}. At ${percent(deal.discount)} the margin would be only ${percent(margin.rate ?? 0)}. Walk away below ${format(margin.walkAway ?? 0)}.`;
    case "hold the price":
      return `Hold the price: the discount lowers expected margin by ${format(-(margin.expected ?? 0))}. The better win chance doesn't pay for it.`;
    case "refuse":
      return `Refuse: even the list price leaves no more than the ${percent(deal.leastMargin * 100)} minimum margin.`;
    case "ask first":
      return `Ask first: the margin at ${format(margin.price)} is unknown. Don't discount without it.`;
  }
}

/** An early sign within 28 days and the outcome; a person resolves both. */
export function forecastsOf({ deal, verdict, given, counterparty, facts }: Request): Forecast[] {
  const format = (value: number) => formatMoney(value, facts.currency);
  const [soon, late] = [addDays(facts.today, 14), addDays(facts.today, 60)];
  const who = counterparty ?? "The customer";
  const price = round(deal.listPrice * (1 - given / 100), 2);
  const byDefault = given > 0 ? 0.4 : 0.2;
  return [
    claim(
      "proxy",
      verdict === "ask first"
        ? `The cost of delivery is known by ${longDay(soon)}`
        : `${who} replies to the offer in writing by ${longDay(soon)}`,
      soon,
      odds(0.6, null),
    ),
    byRows(
      claim(
        "final",
        `${who} orders for at least ${format(price)} by ${longDay(late)}`,
        late,
        odds(deal.chanceWith !== undefined && given === deal.discount ? deal.chanceWith : byDefault, facts.record),
        price,
      ),
      facts,
      ["customer"],
      "orders",
    ),
  ];
}

/** The tasks and messages an approval creates. */
export function effectsOf(request: Request, recommendation: string): PlannedAction[] {
  const { title, deal, margin, verdict, given, counterparty, facts } = request;
  const who = counterparty ?? "the customer";
  const notices = verdictNotices(["CFO", "owner"], verdict, title, recommendation);
  if (verdict === "ask first")
    return [
      task(
        "CFO",
        "Work out the cost of delivery",
        `Include every cost this order causes. Promise ${who} nothing until then.`,
        { days: 3, hours: 2, priority: "high" },
      ),
      ...notices,
    ];
  if (given === 0)
    return [
      task(
        "Sales",
        `Tell ${who} the price stands`,
        `${recommendation} Offer a smaller scope instead: a smaller order, a later date, fewer services.`,
        { days: 3, hours: 1, priority: "high" },
      ),
      ...notices,
    ];
  const price = formatMoney(deal.listPrice * (1 - given / 100), facts.currency);
  return [
    task(
      "Sales",
      `Offer ${who} ${price}, ${percent(given)} below list`,
      `${recommendation} Never below ${formatMoney(margin.walkAway ?? 0, facts.currency)}. The offer ends on ${longDay(addDays(facts.today, 14))}.`,
      { days: 3, hours: 2, priority: "high" },
    ),
    task(
      "Sales",
      `Record the reply from ${who}`,
      "Note what was agreed and what they give in return. Any further discount needs a new decision.",
      { days: 14, hours: 1 },
    ),
    ...notices,
  ];
}
