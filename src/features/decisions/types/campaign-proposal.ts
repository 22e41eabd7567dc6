import { pluralize, longDay, formatMoney, percent } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { Campaign, Reach } from "./campaign-reach.ts";
import type { Facts } from "./decision-type.ts";
import { floorRound } from "./figures.ts";
import { forecasting, type Outcome, task } from "./proposal-parts.ts";

export type Verdict = "launch" | "launch in parts" | "test first" | "do not launch";

const setUpDays = 7;

/** What each verdict spends now, company currency. */
export const costsOf = ({ budget }: Campaign, { first, test }: Reach): Record<Verdict, number> => ({
  launch: budget,
  "launch in parts": first,
  "test first": test,
  "do not launch": 0,
});

export function outcomesOf(campaign: Campaign, reach: Reach, weeks: number, facts: Facts): Record<Verdict, Outcome> {
  const format = (value: number) => formatMoney(value, facts.currency);
  const formatCents = (value: number) => formatMoney(value, facts.currency, "cents");
  const { first, least, silent, orders, worth } = reach;
  const costs = costsOf(campaign, reach);
  const { early, final } = forecasting(facts);
  const [review, end] = [setUpDays + 14, setUpDays + Math.round(weeks * 7)].map((days) =>
    addDays(facts.today, days),
  ) as [string, string];
  const measured = addDays(review, 14);

  const stopRule = (cost: number): string => {
    if (least === null || silent === null) return `Stop when ${format(cost)} is spent.`;
    // With a smaller budget, no orders is not yet a signal: the budget itself is the limit.
    const silence = silent < cost ? `if there are no orders after ${format(silent)}, or ` : "if there are ";
    return `Stop ${silence}fewer than ${pluralize(least, "order")} after ${format(first)}.`;
  };
  const measuring = (cost: number) => [
    early("The test brings at least one order", review, 0.5, 1),
    final(`Cost and margin per order are measured for at most ${format(cost)}`, measured, 0.6, cost),
  ];
  const selling = (cost: number) => {
    if (least === null || orders === null) return measuring(cost);
    const enough = Math.max(1, Math.floor(floorRound(orders * (cost / campaign.budget) * 0.8)));
    return [
      early(`The first ${format(first)} brings at least ${pluralize(least, "order")}`, review, 0.55, least),
      final(`At least ${pluralize(enough, "order")} for at most ${format(cost)}`, end, 0.5, enough),
    ];
  };
  const running = (cost: number) => [
    task(
      "CMO",
      `Set up the campaign with a ${format(cost)} cap`,
      `Set the cap in the ad platform rather than watching it by hand. ${stopRule(cost)}`,
      { days: setUpDays, hours: 12, priority: "high" },
    ),
    task("CMO", `Count orders on ${longDay(review)}`, `${stopRule(cost)} Record visits, orders and margin.`, {
      days: setUpDays + 14,
      hours: 2,
      priority: "high",
    }),
    task(
      "CMO",
      "Close the campaign and record the cost per order",
      "Compare cost and margin per order with the plan, as evidence for the next campaign.",
      { days: setUpDays + Math.max(28, Math.round(weeks * 7)), hours: 3 },
    ),
  ];
  const order = `cost per order is ${formatCents(reach.paid ?? 0)} against a margin of ${formatCents(worth ?? 0)}`;
  const launch = costs.launch;
  const part = costs["launch in parts"];
  const test = costs["test first"];
  const doNot =
    worth === 0 || orders === 0
      ? "Do not launch: the plan earns no margin."
      : `Do not launch: ${order}. Breaking even takes a ${percent((reach.needed ?? 0) * 100)} conversion rate.`;
  return {
    launch: {
      say: `Launch: ${order}, so costs can rise ${percent((1 / (1 - (reach.room ?? 0)) - 1) * 100)} before it loses money. ${stopRule(launch)}`,
      forecasts: selling(launch),
      tasks: running(launch),
    },
    "launch in parts": {
      say: `Launch in parts: spend ${format(part)} first. Planned ${order}. ${stopRule(part)}`,
      forecasts: selling(part),
      tasks: running(part),
    },
    "test first": {
      say: `Test first: spend at most ${format(test)}, because cost or margin per order is unknown. Measure visits, orders and margin, then decide on the rest.`,
      forecasts: measuring(test),
      tasks: running(test),
    },
    "do not launch": {
      say: doNot,
      forecasts: [
        early("A plan with a profitable cost per order exists", review, 0.3),
        final("Nothing is spent on this plan", addDays(facts.today, 60), 0.85, 0),
      ],
      tasks: [task("CMO", "Find a cheaper channel or a higher-margin offer", doNot, { days: 21, hours: 6 })],
    },
  };
}
