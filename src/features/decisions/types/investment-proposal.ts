import { pluralize, longDay, formatMoney, percent } from "#contract/format.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import type { Alternative } from "#features/decisions/contract.ts";
import { addMonths } from "./calendar.ts";
import { monthlyRate, netPresentValue, type Plan, presentValue } from "./cash-flow.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import { floorRound, round } from "./figures.ts";
import { alternative, forecasting, notices, type Outcome, task } from "./proposal-parts.ts";

export type Verdict = "approve" | "approve with conditions" | "renegotiate" | "reject";

/** With net present values in the company's currency. */
export function alternativesOf(plan: Plan, facts: Facts): Alternative[] {
  const value = netPresentValue(plan);
  const half = plan.investment / 2;
  const staged = value + half * (1 - (1 + monthlyRate) ** -6);
  const halfPrice = formatMoney(half, facts.currency);
  return [
    alternative(`Half first, ${halfPrice}`, "If divisible: half the cost, half the benefit", round(value / 2, 2)),
    alternative(
      "Pay in two installments",
      `${halfPrice} now and ${halfPrice} in six months, if the supplier agrees`,
      round(staged, 2),
    ),
    alternative("Do nothing", "No cost, no benefit", 0),
  ];
}

/** `fall`: percent by which benefits may fall before break-even. */
export function outcomesOf(
  plan: Plan,
  fall: number,
  { title, counterparty }: { title: string; counterparty: string | undefined },
  facts: Facts,
): Record<Verdict, Outcome> {
  const format = (amount: number) => formatMoney(amount, facts.currency);
  const { early, final } = forecasting(facts);
  const soon = addDays(facts.today, 28);
  const who = counterparty ?? "the supplier";
  const subject = counterparty ?? "The supplier";
  const recipients = ["CEO", "owner"] as const;
  // The first review, at most 3 months on, with a target rounded down.
  const months = Math.min(3, plan.months);
  const planned = Math.min(plan.projectedReturn, months * plan.benefit);
  const target = floorRound(planned);
  const on = addMonths(facts.today, months);
  const day = longDay(on);
  const gain = format(Math.abs(netPresentValue(plan)));
  const price = format(plan.investment);
  // The highest price at which benefits may still fall by 20%.
  const fair = floorRound(presentValue(plan) * 0.8);
  const most = format(fair);
  const benefit = final(`Cumulative benefit reaches ${format(target)}`, on, 0.6, target);
  const note = `${pluralize(months, "month")} at ${format(plan.benefit)} per month is ${format(planned)}. ${benefit.baseRateNote}`;
  const buying = (say: string): Outcome => ({
    say,
    forecasts: [
      early(`${subject} confirms price and delivery date in writing`, soon, 0.8),
      { ...benefit, baseRateNote: note },
    ],
    tasks: [
      task(
        "Operations",
        `Get the price of ${price} in writing`,
        `Ask ${who} for a written price of at most ${price} and a delivery date by ${longDay(soon)}. Order nothing until you have both.`,
        { days: 7, hours: 2, priority: "high" },
      ),
      task(
        "CFO",
        `Schedule the ${price} payment`,
        `Pick the month to pay ${who} ${price} and check that the cash is there.`,
        { days: 14, hours: 3, priority: "high" },
      ),
      task(
        "CFO",
        `Measure the benefit: at least ${format(target)} by ${day}`,
        `Add up savings and income over ${pluralize(months, "month")}; the plan is ${format(planned)}. If it is below ${format(target)}, stop spending and tell the owner.`,
        { days: daysBetween(facts.today, on), hours: 4 },
      ),
      ...notices(
        recipients,
        `${price} approved: ${title}`,
        `${say} Operations will get the price in writing; ${facts.agentName} will schedule the payment and measure the benefit on ${day}.`,
      ),
    ],
  });
  const declining = (say: string): Outcome => ({
    say,
    forecasts: [
      early(`${subject} offers a price of at most ${most}`, soon, 0.3, fair),
      // The record is about benefits, not about what is not bought.
      { ...final("Nothing is bought on these terms", on, 0.8, 0), ...odds(0.8, null) },
    ],
    tasks: [
      task(
        "Operations",
        `Ask for a quote of at most ${most}`,
        `Tell ${who} that ${price} is too much for "${title}" and that ${most} or less could work. Order nothing.`,
        { days: 7, hours: 1 },
      ),
      ...notices(recipients, `Not at ${price}: ${title}`, `${say} Operations will ask for a better quote.`),
    ],
  });
  const value = `Net present value ${gain}. Breaks even if benefits come in up to ${percent(fall)} lower.`;
  const offer = `Ask for a price of at most ${most}. This commits no money.`;
  return {
    approve: buying(`Approve: ${value} Review the benefit on ${day}.`),
    "approve with conditions": buying(
      `Approve with conditions: get the price of ${price} in writing, and measure a benefit of at least ${format(target)} by ${day}. ${value}`,
    ),
    renegotiate: declining(
      `Renegotiate: net present value is only ${gain}, and it loses money if benefits come in ${percent(fall)} lower. ${offer}`,
    ),
    reject: declining(`Reject: net present value is −${gain}. ${offer}`),
  };
}
