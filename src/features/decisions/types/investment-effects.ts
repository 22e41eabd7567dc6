import { addDays, daysBetween } from "#contract/days.ts";
import { money } from "#features/authority/limits/rules.ts";
import type { PlannedEffect } from "#features/decisions/contract.ts";
import { writtenDay } from "./calendar.ts";
import { counted } from "./figures.ts";
import { check, fairPrice, type Proposal, recommendation } from "./investment-proposal.ts";

/** What approving does: tasks with their days and hours, and a message each to the CEO and the owner. */
export function effects(proposal: Proposal): PlannedEffect[] {
  const { title, plan, verdict, counterparty, facts } = proposal;
  const shown = (amount: number) => money(amount, facts.currency);
  const who = counterparty ?? "the supplier";
  const tell = (subject: string, content: string): PlannedEffect[] =>
    (["CEO", "owner"] as const).map((to) => ({ kind: "message", to, subject, content }));
  const price = shown(plan.investment);
  if (verdict === "reject" || verdict === "renegotiate") {
    const most = shown(fairPrice(plan));
    return [
      {
        kind: "task",
        title: `Ask for an offer of at most ${most}`,
        description: `Tell ${who} that ${price} is not accepted for "${title}", and that it can be looked at again at ${most} or less. Order nothing.`,
        role: "Operations",
        priority: "medium",
        dueInDays: 7,
        estimatedHours: 1,
      },
      ...tell(`Not at ${price}: ${title}`, `${recommendation(proposal)} Operations asks for a better offer.`),
    ];
  }
  const { months, planned, target, on } = check(proposal);
  const day = writtenDay(on);
  return [
    {
      kind: "task",
      title: `Get the price of ${price} in writing`,
      description: `Ask ${who} for a written price of at most ${price} and a delivery date by ${writtenDay(addDays(facts.today, 28))}. Order nothing before it is there.`,
      role: "Operations",
      priority: "high",
      dueInDays: 7,
      estimatedHours: 2,
    },
    {
      kind: "task",
      title: `Plan the payment of ${price}`,
      description: `Name the month in which ${price} is paid to ${who} and check the cash for it.`,
      role: "CFO",
      priority: "high",
      dueInDays: 14,
      estimatedHours: 3,
    },
    {
      kind: "task",
      title: `Measure the benefit: at least ${shown(target)} by ${day}`,
      description: `Add up what it saved or earned in ${counted(months, "month")}; the plan says ${shown(planned)}. Below ${shown(target)}: spend nothing further on it and tell the owner.`,
      role: "CFO",
      priority: "medium",
      dueInDays: daysBetween(facts.today, on),
      estimatedHours: 4,
    },
    ...tell(
      `${price} approved: ${title}`,
      `${recommendation(proposal)} Operations gets the price in writing, ${facts.agentName} plans the payment and measures the benefit on ${day}.`,
    ),
  ];
}
