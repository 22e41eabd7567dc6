import { pluralize, formatMoney, percent } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import { addMonths } from "./calendar.ts";
import type { Facts } from "./decision-type.ts";
import { floorRound } from "./figures.ts";
import { bindsUs, criticalShare, type Partnership, type Value } from "./partnership-value.ts";
import { forecasting, type Outcome, task } from "./proposal-parts.ts";

export type Verdict = "partner" | "pilot first" | "negotiate" | "decline";

/** The most a year, or a three-month pilot, costs; company currency. */
export const costsOf = ({ setUpCost, runningCost }: Partnership): Record<Verdict, number> => ({
  partner: setUpCost + runningCost,
  "pilot first": setUpCost / 2 + runningCost / 4,
  negotiate: 0,
  decline: 0,
});

/** `open` lists what stands in the way of a yes. */
export function outcomesOf(
  plan: Partnership,
  value: Value,
  open: readonly string[],
  who: string,
  facts: Facts,
): Record<Verdict, Outcome> {
  const format = (amount: number) => formatMoney(amount, facts.currency);
  const costs = costsOf(plan);
  const needed =
    value.needed === null
      ? ""
      : ` It breaks even at a ${percent(value.needed * 100)} chance of success; the plan assumes ${percent(plan.chance * 100)}.`;
  const { early, final } = forecasting(facts);
  const [soon, late] = [addDays(facts.today, 28), addMonths(facts.today, 4)];
  // A quarter of our annual share at the assumed chance, less a third for ramp-up.
  const least = floorRound((value.ours / 4) * plan.chance * 0.67);
  const joining = (say: string, cost: number): Outcome => ({
    say,
    forecasts: [
      early(`${who} names an owner and brings a first joint customer`, soon, 0.45, 1),
      final(`Our share of joint sales reaches ${format(least)}`, late, plan.chance * 0.9, least),
    ],
    tasks: [
      task(
        "Legal",
        "Draft the agreement",
        `Share, three-month exit option, customer ownership, no exclusivity. Commit at most ${format(cost)} in the first year.`,
        { days: 14, hours: 6, priority: "high" },
      ),
      task(
        "Sales",
        `Win a first joint customer with ${who}`,
        "One customer, one price, one contact on each side. Record who did what.",
        { days: 28, hours: 12, priority: "high" },
      ),
      task("CEO", "Compare joint sales with the plan", say, { days: 120, hours: 3 }),
    ],
  });
  const waiting = (offers: number) => [
    early(`${who} offers new terms`, soon, offers),
    final("Nothing is signed on these terms", late, 0.8, 0),
  ];
  const critical = criticalShare(value, facts);
  const expected = value.expected ?? 0;
  const points = [
    (value.expected ?? 1) <= 0 &&
      `the expected loss is ${format(Math.abs(expected))}, so our share or the cost must change`,
    bindsUs(plan) && "we would be exclusive to one partner",
    critical && `${critical} would depend on it`,
  ].filter(Boolean);
  const negotiate = `Negotiate: ${points.join("; ")}. Ask ${who} for a larger share, no exclusivity on our side and a three-month exit option.`;
  const decline = `Decline: even if it succeeds, our margin of ${format(value.margin ?? 0)} does not cover the cost of ${format(value.cost + (value.lost ?? 0))}.`;
  return {
    partner: joining(
      `Partner: expected value over ${pluralize(plan.term, "month")} is ${format(expected)}.${needed}`,
      costs.partner,
    ),
    "pilot first": joining(
      `Pilot first: three months, at most ${format(costs["pilot first"])}, no exclusivity, because ${open.join("; ")}.${needed}`,
      costs["pilot first"],
    ),
    negotiate: {
      say: negotiate,
      forecasts: waiting(0.5),
      tasks: [
        task("CEO", `Ask ${who} for better terms`, negotiate, { days: 14, hours: 4, priority: "high" }),
        task(
          "Legal",
          "Draft our terms",
          "Share, term, exit, exclusivity and customer ownership. Send ours first so that they respond to it.",
          { days: 21, hours: 6 },
        ),
      ],
    },
    decline: {
      say: decline,
      forecasts: waiting(0.25),
      tasks: [task("CEO", `Decline ${who} and leave the door open`, decline, { days: 7, hours: 1 })],
    },
  };
}
