import { pluralize, longDay, formatMoney } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import type { Campaign, Reach } from "./campaign-reach.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import { floorRound, percent } from "./figures.ts";
import { claim, task, verdictNotices } from "./proposal-parts.ts";

export type Verdict = "launch" | "launch in parts" | "test first" | "do not launch";

/** `now` is the spending approved now, company currency. */
export type Plan = {
  title: string;
  campaign: Campaign;
  reach: Reach;
  verdict: Verdict;
  now: number;
  weeks: number;
  facts: Facts;
};
const setUpDays = 7;
const reviewDay = ({ facts }: Plan): string => addDays(facts.today, setUpDays + 14);
const endDay = ({ facts, weeks }: Plan): string => addDays(facts.today, setUpDays + Math.round(weeks * 7));

function killCriterion(plan: Plan): string {
  const { reach, facts } = plan;
  const format = (value: number) => formatMoney(value, facts.currency);
  if (reach.least === null || reach.silent === null) return `Stop when ${format(plan.now)} is spent.`;
  // With a smaller budget, no orders is not yet a signal: the budget itself is the limit.
  const silence = reach.silent < plan.now ? `if there are no orders after ${format(reach.silent)}, or ` : "";
  return `Stop ${silence}${silence ? "" : "if there are "}fewer than ${pluralize(reach.least, "order")} after ${format(reach.first)}.`;
}

/** Starts with the verdict. */
export function recommendationOf(plan: Plan): string {
  const { reach, verdict, now, facts } = plan;
  const formatCents = (value: number) => formatMoney(value, facts.currency, "cents");
  const order = `cost per order is ${formatCents(reach.paid ?? 0)} against a margin of ${formatCents(reach.worth ?? 0)}`;
  switch (verdict) {
    case "launch":
      return `Launch: ${order}, so costs can rise ${percent((1 / (1 - (reach.room ?? 0)) - 1) * 100)} before it loses money. ${killCriterion(plan)}`;
    case "launch in parts":
      return `Launch in parts: spend ${formatMoney(now, facts.currency)} first. Planned ${order}. ${killCriterion(plan)}`;
    case "test first":
      return `Test first: spend at most ${formatMoney(now, facts.currency)}, because cost or margin per order is unknown. Measure visits, orders and margin, then decide on the rest.`;
    case "do not launch":
      return reach.worth === 0 || reach.orders === 0
        ? "Do not launch: the plan earns no margin."
        : `Do not launch: ${order}. Breaking even takes a ${percent((reach.needed ?? 0) * 100)} conversion rate.`;
  }
}

/** An early sign within 28 days and the outcome; a person resolves both. */
export function forecastsOf(plan: Plan): Forecast[] {
  const { campaign, reach, verdict, now, facts } = plan;
  const format = (value: number) => formatMoney(value, facts.currency);
  const [review, end] = [reviewDay(plan), endDay(plan)];
  if (verdict === "do not launch")
    return [
      claim("proxy", `A plan with a profitable cost per order exists by ${longDay(review)}`, review, odds(0.3, null)),
      claim(
        "final",
        `Nothing is spent on this plan by ${longDay(addDays(facts.today, 60))}`,
        addDays(facts.today, 60),
        odds(0.85, facts.record),
        0,
      ),
    ];
  if (verdict === "test first" || reach.least === null || reach.orders === null)
    return [
      claim("proxy", `The test brings at least one order by ${longDay(review)}`, review, odds(0.5, null), 1),
      claim(
        "final",
        `Cost and margin per order are measured for at most ${format(now)} by ${longDay(addDays(review, 14))}`,
        addDays(review, 14),
        odds(0.6, facts.record),
        now,
      ),
    ];
  const least = Math.max(1, Math.floor(floorRound(reach.orders * (now / campaign.budget) * 0.8)));
  return [
    claim(
      "proxy",
      `The first ${format(reach.first)} brings at least ${pluralize(reach.least, "order")} by ${longDay(review)}`,
      review,
      odds(0.55, null),
      reach.least,
    ),
    claim(
      "final",
      `At least ${pluralize(least, "order")} for at most ${format(now)} by ${longDay(end)}`,
      end,
      odds(0.5, facts.record),
      least,
    ),
  ];
}

/** The tasks and messages an approval creates. */
export function effectsOf(plan: Plan, recommendation: string): PlannedAction[] {
  const { title, verdict, now, weeks, facts } = plan;
  const format = (value: number) => formatMoney(value, facts.currency);
  const notices = verdictNotices(["CEO", "owner"], verdict, title, recommendation);
  if (verdict === "do not launch")
    return [
      task("CMO", "Find a cheaper channel or a higher-margin offer", recommendation, { days: 21, hours: 6 }),
      ...notices,
    ];
  return [
    task(
      "CMO",
      `Set up the campaign with a ${format(now)} cap`,
      `Set the cap in the ad platform rather than watching it by hand. ${killCriterion(plan)}`,
      { days: setUpDays, hours: 12, priority: "high" },
    ),
    task(
      "CMO",
      `Count orders on ${longDay(reviewDay(plan))}`,
      `${killCriterion(plan)} Record visits, orders and margin.`,
      { days: setUpDays + 14, hours: 2, priority: "high" },
    ),
    task(
      "CMO",
      "Close the campaign and record the cost per order",
      "Compare cost and margin per order with the plan, as evidence for the next campaign.",
      { days: setUpDays + Math.max(28, Math.round(weeks * 7)), hours: 3 },
    ),
    ...notices,
  ];
}
