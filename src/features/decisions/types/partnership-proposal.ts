import { pluralize, longDay, formatMoney } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import { addMonths } from "./calendar.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import { floorRound, percent } from "./figures.ts";
import { bindsUs, criticalShare, type Partnership, type Value } from "./partnership-value.ts";
import { claim, task, verdictNotices } from "./proposal-parts.ts";

export type Verdict = "partner" | "pilot first" | "negotiate" | "decline";

/** Cap for a three-month pilot, company currency. */
export const pilotCost = ({ setUpCost, runningCost }: Partnership): number => setUpCost / 2 + runningCost / 4;

export type Proposal = {
  title: string;
  plan: Partnership;
  value: Value;
  verdict: Verdict;
  open: readonly string[];
  who: string;
  facts: Facts;
};

/** Starts with the verdict. */
export function recommendationOf({ plan, value, verdict, open, who, facts }: Proposal): string {
  const format = (amount: number) => formatMoney(amount, facts.currency);
  const needed =
    value.needed === null
      ? ""
      : ` It breaks even at a ${percent(value.needed * 100)} chance of success; the plan assumes ${percent(plan.chance * 100)}.`;
  switch (verdict) {
    case "partner":
      return `Partner: expected value over ${pluralize(plan.term, "month")} is ${format(value.expected ?? 0)}.${needed}`;
    case "pilot first":
      return `Pilot first: three months, at most ${format(pilotCost(plan))}, no exclusivity, because ${open.join("; ")}.${needed}`;
    case "negotiate": {
      const critical = criticalShare(value, facts);
      const points = [
        ...((value.expected ?? 1) <= 0
          ? [`the expected loss is ${format(Math.abs(value.expected ?? 0))}, so our share or the cost must change`]
          : []),
        ...(bindsUs(plan) ? ["we would be exclusive to one partner"] : []),
        ...(critical ? [`${critical} would depend on it`] : []),
      ];
      return `Negotiate: ${points.join("; ")}. Ask ${who} for a larger share, no exclusivity on our side and a three-month exit option.`;
    }
    case "decline":
      return `Decline: even if it succeeds, our margin of ${format(value.margin ?? 0)} does not cover the cost of ${format(value.cost + (value.lost ?? 0))}.`;
  }
}

/** An early sign within 28 days and the outcome; a person resolves both. */
export function forecastsOf({ plan, value, verdict, who, facts }: Proposal): Forecast[] {
  const format = (amount: number) => formatMoney(amount, facts.currency);
  const [soon, late] = [addDays(facts.today, 28), addMonths(facts.today, 4)];
  // A quarter of our annual share at the assumed chance, less a third for ramp-up.
  const least = floorRound((value.ours / 4) * plan.chance * 0.67);
  switch (verdict) {
    case "partner":
    case "pilot first":
      return [
        claim(
          "proxy",
          `${who} names an owner and brings a first joint customer by ${longDay(soon)}`,
          soon,
          odds(0.45, null),
          1,
        ),
        claim(
          "final",
          `Our share of joint sales reaches ${format(least)} by ${longDay(late)}`,
          late,
          odds(plan.chance * 0.9, facts.record),
          least,
        ),
      ];
    default:
      return [
        claim(
          "proxy",
          `${who} offers new terms by ${longDay(soon)}`,
          soon,
          odds(verdict === "negotiate" ? 0.5 : 0.25, null),
        ),
        claim("final", `Nothing is signed on these terms by ${longDay(late)}`, late, odds(0.8, facts.record), 0),
      ];
  }
}

/** The tasks and messages an approval creates. */
export function effectsOf(proposal: Proposal, recommendation: string): PlannedAction[] {
  const { title, plan, verdict, who, facts } = proposal;
  const notices = verdictNotices(["Sales", "owner"], verdict, title, recommendation);
  if (verdict === "decline")
    return [task("CEO", `Decline ${who} and leave the door open`, recommendation, { days: 7, hours: 1 }), ...notices];
  if (verdict === "negotiate")
    return [
      task("CEO", `Ask ${who} for better terms`, recommendation, { days: 14, hours: 4, priority: "high" }),
      task(
        "Legal",
        "Draft our terms",
        "Share, term, exit, exclusivity and customer ownership. Send ours first so that they respond to it.",
        { days: 21, hours: 6 },
      ),
      ...notices,
    ];
  const most = formatMoney(verdict === "partner" ? plan.setUpCost + plan.runningCost : pilotCost(plan), facts.currency);
  return [
    task(
      "Legal",
      "Draft the agreement",
      `Share, three-month exit option, customer ownership, no exclusivity. Commit at most ${most} in the first year.`,
      { days: 14, hours: 6, priority: "high" },
    ),
    task(
      "Sales",
      `Win a first joint customer with ${who}`,
      "One customer, one price, one contact on each side. Record who did what.",
      { days: 28, hours: 12, priority: "high" },
    ),
    task("CEO", "Compare joint sales with the plan", recommendation, { days: 120, hours: 3 }),
    ...notices,
  ];
}
