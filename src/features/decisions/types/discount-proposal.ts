import { longDay, money } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import type { Facts } from "./decision-type.ts";
import type { Deal, Margin } from "./discount-margin.ts";
import { odds } from "./evidence.ts";
import { percent, round } from "./figures.ts";
import { claim, task, tell } from "./proposal-parts.ts";

export type Verdict =
  | "grant"
  | "grant for something in return"
  | "counter-offer"
  | "hold the price"
  | "refuse"
  | "ask first";

/** What the words are made of; `given` is the discount in percent that following it gives. */
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

/** The recommendation in a sentence or two, the verdict first. */
export function recommendationOf({ deal, margin, verdict, given, inReturn, facts }: Request): string {
  const shown = (value: number) => money(value, facts.currency);
  const left = `${shown(margin.after ?? 0)} of margin are left, ${percent(margin.rate ?? 0)} of the price`;
  const volume = margin.volume === null ? "" : `; it takes ${percent(margin.volume)} more sales to earn the same`;
  switch (verdict) {
    case "grant":
      return `Grant: ${left}${volume}. The walk-away price is ${shown(margin.walkAway ?? 0)}.`;
    case "grant for something in return":
      return `Grant for something in return: ${left}${volume}. ${inReturn === undefined || inReturn === "nothing" ? "Ask for a longer contract, a larger order or payment in advance" : "Get what they give for it in writing"} before ${percent(given)} is promised.`;
    case "counter-offer":
      return `Counter-offer: ${percent(given)}, a price of ${shown(deal.listPrice * (1 - given / 100))}; at ${percent(deal.discount)} only ${percent(margin.rate ?? 0)} of the price would be left. Walk away below ${shown(margin.walkAway ?? 0)}.`;
    case "hold the price":
      return `Hold the price: with these chances the discount costs ${shown(-(margin.expected ?? 0))} of expected margin; it makes the order likelier, but not likely enough.`;
    case "refuse":
      return `Refuse: even at list price less than ${percent(deal.leastMargin * 100)} of the price is left. A lower price sells at a loss or close to it.`;
    case "ask first":
      return `Ask first: what ${shown(margin.price)} leaves after its cost is not known, and no discount is given on that.`;
  }
}

/** One sign within 28 days and one claim about what it comes to; a person answers both. */
export function forecastsOf({ deal, verdict, given, counterparty, facts }: Request): Forecast[] {
  const shown = (value: number) => money(value, facts.currency);
  const [soon, late] = [addDays(facts.today, 14), addDays(facts.today, 60)];
  const who = counterparty ?? "The customer";
  const price = round(deal.listPrice * (1 - given / 100), 2);
  const byDefault = given > 0 ? 0.4 : 0.2;
  return [
    claim(
      "proxy",
      verdict === "ask first"
        ? `The cost of delivering it is known by ${longDay(soon)}`
        : `${who} answers the offer in writing by ${longDay(soon)}`,
      soon,
      odds(0.6, null),
    ),
    claim(
      "final",
      `${who} orders for at least ${shown(price)} by ${longDay(late)}`,
      late,
      odds(deal.chanceWith !== undefined && given === deal.discount ? deal.chanceWith : byDefault, facts.record),
      price,
    ),
  ];
}

/** What approving does: tasks with days and hours, and a message to each who has to know. */
export function effectsOf(request: Request, said: string): PlannedAction[] {
  const { title, deal, margin, verdict, given, counterparty, facts } = request;
  const who = counterparty ?? "the customer";
  const told = tell(["CFO", "owner"], verdict, title, said);
  if (verdict === "ask first")
    return [
      task(
        "CFO",
        "Work out the cost of delivering it",
        `Everything that is only spent because of this order. Promise ${who} nothing before.`,
        { days: 3, hours: 2, priority: "high" },
      ),
      ...told,
    ];
  if (given === 0)
    return [
      task(
        "Sales",
        `Answer ${who}: the price stands`,
        `${said} Offer less for less money instead: a smaller order, a later date, fewer services.`,
        { days: 3, hours: 1, priority: "high" },
      ),
      ...told,
    ];
  const price = money(deal.listPrice * (1 - given / 100), facts.currency);
  return [
    task(
      "Sales",
      `Offer ${who} ${price}, ${percent(given)} below list`,
      `${said} Never below ${money(margin.walkAway ?? 0, facts.currency)}. The offer ends on ${longDay(addDays(facts.today, 14))}.`,
      { days: 3, hours: 2, priority: "high" },
    ),
    task(
      "Sales",
      `Settle the answer of ${who}`,
      `Write down what was agreed and what they give for it; a further discount needs a decision of its own.`,
      { days: 14, hours: 1 },
    ),
    ...told,
  ];
}
