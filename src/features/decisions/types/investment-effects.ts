import { counted, longDay, money } from "#contract/format.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import { notify, task } from "./proposal-parts.ts";
import { check, fairPrice, type Proposal, recommendation } from "./investment-proposal.ts";

/** What approving does: tasks with their days and hours, and a message each to the CEO and the owner. */
export function effects(proposal: Proposal): PlannedAction[] {
  const { title, plan, verdict, counterparty, facts } = proposal;
  const shown = (amount: number) => money(amount, facts.currency);
  const who = counterparty ?? "the supplier";
  const told = ["CEO", "owner"] as const;
  const price = shown(plan.investment);
  if (verdict === "reject" || verdict === "renegotiate") {
    const most = shown(fairPrice(plan));
    return [
      task(
        "Operations",
        `Ask for an offer of at most ${most}`,
        `Tell ${who} that ${price} is not accepted for "${title}", and that it can be looked at again at ${most} or less. Order nothing.`,
        { days: 7, hours: 1 },
      ),
      ...notify(told, `Not at ${price}: ${title}`, `${recommendation(proposal)} Operations asks for a better offer.`),
    ];
  }
  const { months, planned, target, on } = check(proposal);
  const day = longDay(on);
  return [
    task(
      "Operations",
      `Get the price of ${price} in writing`,
      `Ask ${who} for a written price of at most ${price} and a delivery date by ${longDay(addDays(facts.today, 28))}. Order nothing before it is there.`,
      { days: 7, hours: 2, priority: "high" },
    ),
    task(
      "CFO",
      `Plan the payment of ${price}`,
      `Name the month in which ${price} is paid to ${who} and check the cash for it.`,
      { days: 14, hours: 3, priority: "high" },
    ),
    task(
      "CFO",
      `Measure the benefit: at least ${shown(target)} by ${day}`,
      `Add up what it saved or earned in ${counted(months, "month")}; the plan says ${shown(planned)}. Below ${shown(target)}: spend nothing further on it and tell the owner.`,
      { days: daysBetween(facts.today, on), hours: 4 },
    ),
    ...notify(
      told,
      `${price} approved: ${title}`,
      `${recommendation(proposal)} Operations gets the price in writing, ${facts.agentName} plans the payment and measures the benefit on ${day}.`,
    ),
  ];
}
