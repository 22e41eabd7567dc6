import { counted, longDay, money } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import { addMonths } from "./calendar.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import { floorRound, percent } from "./figures.ts";
import { bindsUs, dependent, type Partnership, type Value } from "./partnership-value.ts";
import { claim, task, tell } from "./proposal-parts.ts";

export type Verdict = "partner" | "pilot first" | "negotiate" | "decline";

/** What a pilot of a quarter may bind, company currency. */
export const pilotCost = ({ setUpCost, runningCost }: Partnership): number => setUpCost / 2 + runningCost / 4;

/** What the words are made of. */
export type Proposal = {
  title: string;
  plan: Partnership;
  value: Value;
  verdict: Verdict;
  open: readonly string[];
  who: string;
  facts: Facts;
};

/** The recommendation in a sentence or two, the verdict first. */
export function recommendationOf({ plan, value, verdict, open, who, facts }: Proposal): string {
  const shown = (amount: number) => money(amount, facts.currency);
  const needed =
    value.needed === null
      ? ""
      : ` It pays from a chance of ${percent(value.needed * 100)}; ${percent(plan.chance * 100)} is counted on.`;
  switch (verdict) {
    case "partner":
      return `Partner: over ${counted(plan.term, "month")} it is worth ${shown(value.expected ?? 0)} in expectation.${needed}`;
    case "pilot first":
      return `Pilot first: three months, at most ${shown(pilotCost(plan))}, bound to nobody, because ${open.join("; ")}.${needed}`;
    case "negotiate": {
      const points = [
        ...((value.expected ?? 1) <= 0
          ? [`${shown(Math.abs(value.expected ?? 0))} is lost in expectation, so share or cost must change`]
          : []),
        ...(bindsUs(plan) ? ["we would be bound to one partner"] : []),
        ...((value.dependency ?? 0) >= dependent
          ? [`${percent((value.dependency ?? 0) * 100)} of our revenue would hang on it`]
          : []),
      ];
      return `Negotiate: ${points.join("; ")}. Ask ${who} for a larger share, no exclusivity for us, and a way out after three months.`;
    }
    case "decline":
      return `Decline: even if all comes as said, our margin of ${shown(value.margin ?? 0)} does not cover its cost of ${shown(value.cost + (value.lost ?? 0))}.`;
  }
}

/** One sign within 28 days and one claim about what it comes to; a person answers both. */
export function forecastsOf({ plan, value, verdict, who, facts }: Proposal): Forecast[] {
  const shown = (amount: number) => money(amount, facts.currency);
  const [soon, late] = [addDays(facts.today, 28), addMonths(facts.today, 4)];
  // A quarter of a year's part at the chance counted on, a third off for the start.
  const least = floorRound((value.ours / 4) * plan.chance * 0.67);
  switch (verdict) {
    case "partner":
    case "pilot first":
      return [
        claim(
          "proxy",
          `${who} has named who is responsible and brought a first joint customer by ${longDay(soon)}`,
          soon,
          odds(0.45, null),
          1,
        ),
        claim(
          "final",
          `Our part of joint sales is at least ${shown(least)} by ${longDay(late)}`,
          late,
          odds(plan.chance * 0.9, facts.record),
          least,
        ),
      ];
    default:
      return [
        claim(
          "proxy",
          `${who} answers with other terms by ${longDay(soon)}`,
          soon,
          odds(verdict === "negotiate" ? 0.5 : 0.25, null),
        ),
        claim("final", `Nothing is bound on these terms by ${longDay(late)}`, late, odds(0.8, facts.record), 0),
      ];
  }
}

/** What approving does: tasks with days and hours, and a message to each who has to know. */
export function effectsOf(proposal: Proposal, said: string): PlannedAction[] {
  const { title, plan, verdict, who, facts } = proposal;
  const told = tell(["Sales", "owner"], verdict, title, said);
  if (verdict === "decline")
    return [task("CEO", `Decline ${who}, and leave a way back`, said, { days: 7, hours: 1 }), ...told];
  if (verdict === "negotiate")
    return [
      task("CEO", `Ask ${who} for other terms`, said, { days: 14, hours: 4, priority: "high" }),
      task(
        "Legal",
        "Draft what we would sign",
        "Share, term, way out, exclusivity, who owns the customers; ours first, so that theirs is the answer.",
        { days: 21, hours: 6 },
      ),
      ...told,
    ];
  const most = money(verdict === "partner" ? plan.setUpCost + plan.runningCost : pilotCost(plan), facts.currency);
  return [
    task(
      "Legal",
      "Write the agreement down",
      `Share, way out after three months, who owns the customers. Nobody is exclusive. At most ${most} are bound in the first year.`,
      { days: 14, hours: 6, priority: "high" },
    ),
    task(
      "Sales",
      `Win a first joint customer with ${who}`,
      "One customer, one price, one person on each side; write down who did what.",
      { days: 28, hours: 12, priority: "high" },
    ),
    task("CEO", "Hold the joint sales against the plan", said, { days: 120, hours: 3 }),
    ...told,
  ];
}
