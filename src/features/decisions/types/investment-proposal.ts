import { longDay, money } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { Alternative, Forecast } from "#features/decisions/contract.ts";
import { addMonths } from "./calendar.ts";
import { monthlyRate, netPresentValue, type Plan, presentValue } from "./cash-flow.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import { floorRound, percent, round } from "./figures.ts";
import { claim } from "./proposal-parts.ts";

export type Verdict = "approve" | "approve with conditions" | "renegotiate" | "reject";
/** What the words are made of; `fall`: percent by which the benefits may fall. */
export type Proposal = {
  title: string;
  plan: Plan;
  verdict: Verdict;
  fall: number;
  counterparty: string | undefined;
  facts: Facts;
};

/** The first check: at most 3 months on, the benefit planned by then and a round figure below it, company currency. */
export function check({ plan, facts }: Proposal) {
  const months = Math.min(3, plan.months);
  const planned = Math.min(plan.projectedReturn, months * plan.benefit);
  return { months, planned, target: floorRound(planned), on: addMonths(facts.today, months) };
}

/** The largest price, company currency, at which the benefits may fall by the 20 % a yes needs. */
export const fairPrice = (plan: Plan): number => floorRound(presentValue(plan) * 0.8);

/** The recommendation in a sentence or two, the verdict first. */
export function recommendation(proposal: Proposal): string {
  const { plan, verdict, fall, facts } = proposal;
  const shown = (amount: number) => money(amount, facts.currency);
  const gain = shown(Math.abs(netPresentValue(plan)));
  const { target, on } = check(proposal);
  const holds = `gains ${gain} in today's money and holds until benefits fall by ${percent(fall)}.`;
  const offer = `Ask for a price of at most ${shown(fairPrice(plan))}; following this commits no money.`;
  switch (verdict) {
    case "approve":
      return `Approve: the plan ${holds} The benefit is checked on ${longDay(on)}.`;
    case "approve with conditions":
      return `Approve with conditions: the price of ${shown(plan.investment)} is fixed in writing, and a benefit of at least ${shown(target)} is measured by ${longDay(on)}. The plan ${holds}`;
    case "renegotiate":
      return `Renegotiate: the plan gains only ${gain} in today's money and turns into a loss when benefits fall by ${percent(fall)}. ${offer}`;
    case "reject":
      return `Reject: the plan loses ${gain} in today's money. ${offer}`;
  }
}

/** What else could be done, with its net present value in the company's currency where it can be computed. */
export function alternatives({ plan, facts }: Proposal): Alternative[] {
  const value = netPresentValue(plan);
  const half = plan.investment / 2;
  const staged = value + half * (1 - (1 + monthlyRate) ** -6);
  const shown = money(half, facts.currency);
  return [
    {
      title: `Half of it first, ${shown}`,
      detail: "If it can be divided: half the cost and half the benefit",
      value: round(value / 2, 2),
    },
    {
      title: "Pay in two halves",
      detail: `${shown} with the order and ${shown} six months later, if the supplier agrees`,
      value: round(staged, 2),
    },
    { title: "Do nothing", detail: "Costs nothing and changes nothing; the benefit stays away", value: 0 },
  ];
}

/** One sign within 28 days and one claim about the money, each with its date; a person answers both. */
export function forecasts(proposal: Proposal): Forecast[] {
  const { plan, verdict, counterparty, facts } = proposal;
  const shown = (amount: number) => money(amount, facts.currency);
  const who = counterparty ?? "The supplier";
  const soon = addDays(facts.today, 28);
  const { months, planned, target, on } = check(proposal);
  if (verdict === "reject" || verdict === "renegotiate") {
    const price = fairPrice(plan);
    return [
      claim(
        "proxy",
        `${who} offers a price of at most ${shown(price)} by ${longDay(soon)}`,
        soon,
        odds(0.3, null),
        price,
      ),
      claim("final", `Nothing is bought on these terms by ${longDay(on)}`, on, odds(0.8, null), 0),
    ];
  }
  const by = odds(0.6, facts.record);
  const note = `Month ${months} at ${shown(plan.benefit)} a month is ${shown(planned)}. ${by.baseRateNote}`;
  return [
    claim("proxy", `${who} confirms price and delivery date in writing by ${longDay(soon)}`, soon, odds(0.8, null)),
    claim(
      "final",
      `Cumulative benefit at least ${shown(target)} by ${longDay(on)}`,
      on,
      { ...by, baseRateNote: note },
      target,
    ),
  ];
}
