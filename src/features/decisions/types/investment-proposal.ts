import { pluralize, longDay, formatMoney } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { Alternative, Forecast } from "#features/decisions/contract.ts";
import { addMonths } from "./calendar.ts";
import { monthlyRate, netPresentValue, type Plan, presentValue } from "./cash-flow.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import { floorRound, percent, round } from "./figures.ts";
import { claim } from "./proposal-parts.ts";

export type Verdict = "approve" | "approve with conditions" | "renegotiate" | "reject";
/** `fall`: percent by which benefits may fall before break-even. */
export type Proposal = {
  title: string;
  plan: Plan;
  verdict: Verdict;
  fall: number;
  counterparty: string | undefined;
  facts: Facts;
};

/** The first review, at most 3 months on: the planned benefit and a target rounded down, company currency. */
export function firstReview({ plan, facts }: Proposal) {
  const months = Math.min(3, plan.months);
  const planned = Math.min(plan.projectedReturn, months * plan.benefit);
  return { months, planned, target: floorRound(planned), on: addMonths(facts.today, months) };
}

/** The highest price at which benefits may still fall by 20%, company currency. */
export const fairPrice = (plan: Plan): number => floorRound(presentValue(plan) * 0.8);

/** Starts with the verdict. */
export function recommendation(proposal: Proposal): string {
  const { plan, verdict, fall, facts } = proposal;
  const format = (amount: number) => formatMoney(amount, facts.currency);
  const gain = format(Math.abs(netPresentValue(plan)));
  const { target, on } = firstReview(proposal);
  const value = `Net present value ${gain}. Breaks even if benefits come in up to ${percent(fall)} lower.`;
  const offer = `Ask for a price of at most ${format(fairPrice(plan))}. This commits no money.`;
  switch (verdict) {
    case "approve":
      return `Approve: ${value} Review the benefit on ${longDay(on)}.`;
    case "approve with conditions":
      return `Approve with conditions: get the price of ${format(plan.investment)} in writing, and measure a benefit of at least ${format(target)} by ${longDay(on)}. ${value}`;
    case "renegotiate":
      return `Renegotiate: net present value is only ${gain}, and it loses money if benefits come in ${percent(fall)} lower. ${offer}`;
    case "reject":
      return `Reject: net present value is −${gain}. ${offer}`;
  }
}

/** With net present values in the company's currency. */
export function alternatives({ plan, facts }: Proposal): Alternative[] {
  const value = netPresentValue(plan);
  const half = plan.investment / 2;
  const staged = value + half * (1 - (1 + monthlyRate) ** -6);
  const halfPrice = formatMoney(half, facts.currency);
  return [
    {
      title: `Half first, ${halfPrice}`,
      detail: "If divisible: half the cost, half the benefit",
      value: round(value / 2, 2),
    },
    {
      title: "Pay in two installments",
      detail: `${halfPrice} now and ${halfPrice} in six months, if the supplier agrees`,
      value: round(staged, 2),
    },
    { title: "Do nothing", detail: "No cost, no benefit", value: 0 },
  ];
}

/** An early sign within 28 days and the outcome; a person resolves both. */
export function forecasts(proposal: Proposal): Forecast[] {
  const { plan, verdict, counterparty, facts } = proposal;
  const format = (amount: number) => formatMoney(amount, facts.currency);
  const who = counterparty ?? "The supplier";
  const soon = addDays(facts.today, 28);
  const { months, planned, target, on } = firstReview(proposal);
  if (verdict === "reject" || verdict === "renegotiate") {
    const price = fairPrice(plan);
    return [
      claim(
        "proxy",
        `${who} offers a price of at most ${format(price)} by ${longDay(soon)}`,
        soon,
        odds(0.3, null),
        price,
      ),
      claim("final", `Nothing is bought on these terms by ${longDay(on)}`, on, odds(0.8, null), 0),
    ];
  }
  const chance = odds(0.6, facts.record);
  const note = `${pluralize(months, "month")} at ${format(plan.benefit)} per month is ${format(planned)}. ${chance.baseRateNote}`;
  return [
    claim("proxy", `${who} confirms price and delivery date in writing by ${longDay(soon)}`, soon, odds(0.8, null)),
    claim(
      "final",
      `Cumulative benefit reaches ${format(target)} by ${longDay(on)}`,
      on,
      { ...chance, baseRateNote: note },
      target,
    ),
  ];
}
