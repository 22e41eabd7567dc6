import { counted, longDay, money } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import type { Campaign, Reach } from "./campaign-reach.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import { floorRound, percent } from "./figures.ts";
import { claim, task, tell } from "./proposal-parts.ts";

export type Verdict = "launch" | "launch in parts" | "test first" | "do not launch";

/** What the words are made of; `now` is what may be spent now, company currency. */
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
const looksOn = ({ facts }: Plan): string => addDays(facts.today, setUpDays + 14);
const endsOn = ({ facts, weeks }: Plan): string => addDays(facts.today, setUpDays + Math.round(weeks * 7));

function killWords(plan: Plan): string {
  const { reach, facts } = plan;
  const shown = (value: number) => money(value, facts.currency);
  if (reach.least === null || reach.silent === null) return `Stop when ${shown(plan.now)} are spent.`;
  // Below three orders' cost of a budget silence says nothing; the budget itself is then the end.
  const silence = reach.silent < plan.now ? `without any order after ${shown(reach.silent)}, or ` : "";
  return `Stop ${silence}with fewer than ${counted(reach.least, "order")} after ${shown(reach.first)}.`;
}

/** The recommendation in a sentence or two, the verdict first. */
export function recommendationOf(plan: Plan): string {
  const { reach, verdict, now, facts } = plan;
  const exact = (value: number) => money(value, facts.currency, "cents");
  const order = `an order costs ${exact(reach.paid ?? 0)} and may cost ${exact(reach.worth ?? 0)}`;
  switch (verdict) {
    case "launch":
      return `Launch: ${order}, so it may cost ${percent((1 / (1 - (reach.room ?? 0)) - 1) * 100)} more before it brings a loss. ${killWords(plan)}`;
    case "launch in parts":
      return `Launch in parts: spend ${money(now, facts.currency)} first; as planned ${order}. ${killWords(plan)}`;
    case "test first":
      return `Test first: spend at most ${money(now, facts.currency)}, because what an order costs or may cost is not known. Measure visits, orders and their margin, and decide about the rest with them.`;
    case "do not launch":
      return reach.worth === 0 || reach.orders === 0
        ? "Do not launch: as planned it brings no margin at all."
        : `Do not launch: ${order}. It takes a conversion rate of ${percent((reach.needed ?? 0) * 100)} to lose nothing.`;
  }
}

/** One sign within 28 days and one claim about what it comes to; a person answers both. */
export function forecastsOf(plan: Plan): Forecast[] {
  const { campaign, reach, verdict, now, facts } = plan;
  const shown = (value: number) => money(value, facts.currency);
  const [look, end] = [looksOn(plan), endsOn(plan)];
  if (verdict === "do not launch")
    return [
      claim(
        "proxy",
        `A plan in which an order costs less than it may is there by ${longDay(look)}`,
        look,
        odds(0.3, null),
      ),
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
      claim("proxy", `The test has brought at least one order by ${longDay(look)}`, look, odds(0.5, null), 1),
      claim(
        "final",
        `Cost and margin of an order are measured, for at most ${shown(now)}, by ${longDay(addDays(look, 14))}`,
        addDays(look, 14),
        odds(0.6, facts.record),
        now,
      ),
    ];
  const least = Math.max(1, Math.floor(floorRound(reach.orders * (now / campaign.budget) * 0.8)));
  return [
    claim(
      "proxy",
      `The first ${shown(reach.first)} have brought at least ${counted(reach.least, "order")} by ${longDay(look)}`,
      look,
      odds(0.55, null),
      reach.least,
    ),
    claim(
      "final",
      `At least ${counted(least, "order")} for at most ${shown(now)} by ${longDay(end)}`,
      end,
      odds(0.5, facts.record),
      least,
    ),
  ];
}

/** What approving does: tasks with days and hours, and a message to each who has to know. */
export function effectsOf(plan: Plan, said: string): PlannedAction[] {
  const { title, verdict, now, weeks, facts } = plan;
  const shown = (value: number) => money(value, facts.currency);
  const told = tell(["CEO", "owner"], verdict, title, said);
  if (verdict === "do not launch")
    return [task("CMO", "Look for a cheaper channel or a dearer offer", said, { days: 21, hours: 6 }), ...told];
  return [
    task(
      "CMO",
      `Set the campaign up, capped at ${shown(now)}`,
      `The cap is set where the money is spent, not watched by hand. ${killWords(plan)}`,
      { days: setUpDays, hours: 12, priority: "high" },
    ),
    task(
      "CMO",
      `Count orders on ${longDay(looksOn(plan))}`,
      `${killWords(plan)} Write down visits, orders and margin.`,
      { days: setUpDays + 14, hours: 2, priority: "high" },
    ),
    task(
      "CMO",
      "Settle the campaign and write down what an order cost",
      "Cost and margin of an order, against the plan; they are the evidence of the next one.",
      { days: setUpDays + Math.max(28, Math.round(weeks * 7)), hours: 3 },
    ),
    ...told,
  ];
}
