import { pluralize, longDay, formatMoney } from "#contract/format.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import { notices, task } from "./proposal-parts.ts";
import { fairPrice, firstReview, type Proposal, recommendation } from "./investment-proposal.ts";

/** The tasks and messages an approval creates. */
export function effects(proposal: Proposal): PlannedAction[] {
  const { title, plan, verdict, counterparty, facts } = proposal;
  const format = (amount: number) => formatMoney(amount, facts.currency);
  const who = counterparty ?? "the supplier";
  const recipients = ["CEO", "owner"] as const;
  const price = format(plan.investment);
  if (verdict === "reject" || verdict === "renegotiate") {
    const most = format(fairPrice(plan));
    return [
      task(
        "Operations",
        `Ask for a quote of at most ${most}`,
        `Tell ${who} that ${price} is too much for "${title}" and that ${most} or less could work. Order nothing.`,
        { days: 7, hours: 1 },
      ),
      ...notices(
        recipients,
        `Not at ${price}: ${title}`,
        `${recommendation(proposal)} Operations will ask for a better quote.`,
      ),
    ];
  }
  const { months, planned, target, on } = firstReview(proposal);
  const day = longDay(on);
  return [
    task(
      "Operations",
      `Get the price of ${price} in writing`,
      `Ask ${who} for a written price of at most ${price} and a delivery date by ${longDay(addDays(facts.today, 28))}. Order nothing until you have both.`,
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
      `${recommendation(proposal)} Operations will get the price in writing; ${facts.agentName} will schedule the payment and measure the benefit on ${day}.`,
    ),
  ];
}
