import { pluralize, longDay, formatMoney } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { PlannedAction } from "#contract/actions.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import { addMonths } from "./calendar.ts";
import type { Facts } from "./decision-type.ts";
import { odds } from "./evidence.ts";
import { percent, round } from "./figures.ts";
import { claim, task, verdictNotices } from "./proposal-parts.ts";
import { byRows } from "./resolving.ts";
import type { Costs, Renewal } from "./renewal-costs.ts";

export type Verdict = "renew" | "negotiate" | "switch" | "renew and give notice" | "ask first";

export type Plan = {
  title: string;
  renewal: Renewal;
  costs: Costs;
  verdict: Verdict;
  who: string;
  facts: Facts;
};
/** Days left to act: a day before notice is due, at most 28. */
const daysToAct = ({ costs }: Plan): number => Math.max(1, Math.min(28, (costs.left ?? 28) - 1));

function negotiationAdvice(
  { target, walkAway }: Costs,
  { newPrice }: Renewal,
  format: (value: number) => string,
): string {
  if (walkAway === null) return `Ask for ${format(target)}, and get a second quote before agreeing to more.`;
  if (walkAway >= newPrice) return `Ask for ${format(target)}; even the new price costs no more than switching.`;
  if (walkAway <= target) return `Ask for less than ${format(walkAway)}, the cost of switching.`;
  return `Ask for ${format(target)} and walk away above ${format(walkAway)}.`;
}

/** Starts with the verdict. */
export function recommendationOf({ renewal, costs, verdict, who, facts }: Plan): string {
  const format = (value: number) => formatMoney(value, facts.currency);
  const rise =
    costs.rise > 0
      ? `${percent(costs.rate)} more than today`
      : costs.rise < 0
        ? `${percent(-costs.rate)} less than today`
        : "the same as today";
  const notice =
    costs.noticeOn === null ? "Find the notice deadline first." : `Give notice by ${longDay(costs.noticeOn)}.`;
  switch (verdict) {
    case "renew":
      return `Renew: ${format(renewal.newPrice)} per year is ${rise}, with no cheaper quote. ${notice}`;
    case "negotiate":
      return `Negotiate: ${format(renewal.newPrice)} per year is ${rise}. ${negotiationAdvice(costs, renewal, format)} ${notice}`;
    case "switch":
      return `Switch: it saves ${format(costs.saved ?? 0)} over ${pluralize(renewal.term, "month")}, switching cost included, and pays back after ${pluralize(Math.ceil(costs.evenAfter ?? 0), "month")}. ${notice}`;
    case "renew and give notice":
      return `Renew and give notice: the notice deadline was ${longDay(costs.noticeOn ?? facts.today)}, so it renews at ${format(renewal.newPrice)} per year. Give notice now for the next term, and still ask ${who} for ${format(costs.target)}.`;
    case "ask first":
      return `Ask first: ${format(renewal.newPrice)} per year is ${rise}, but the contract's end date or notice period is missing.`;
  }
}

/** An early sign within 28 days and the outcome; a person resolves both. */
export function forecastsOf(plan: Plan): Forecast[] {
  const { renewal, costs, verdict, who, facts } = plan;
  const format = (value: number) => formatMoney(value, facts.currency);
  const soon = addDays(facts.today, daysToAct(plan));
  const late = addMonths(facts.today, 6);
  const most = Math.min(renewal.newPrice, costs.walkAway ?? costs.target);
  const outcome = (text: string, target: number, byDefault: number) =>
    claim("final", `${text} by ${longDay(late)}`, late, odds(byDefault, facts.record), round(target, 2));
  const byVendor = (forecast: Forecast, measure: "bills" | "yearlyPrice") =>
    byRows(forecast, facts, ["vendor"], measure, "atMost");
  switch (verdict) {
    case "renew":
      return [
        claim(
          "proxy",
          `${who} confirms ${format(renewal.newPrice)} per year in writing by ${longDay(soon)}`,
          soon,
          odds(0.85, null),
          renewal.newPrice,
        ),
        byVendor(
          outcome(
            `The renewed contract costs at most ${format(renewal.newPrice / 2)} in six months`,
            renewal.newPrice / 2,
            0.8,
          ),
          "bills",
        ),
      ];
    case "switch":
      return [
        claim("proxy", `${who} confirms the notice in writing by ${longDay(soon)}`, soon, odds(0.85, null)),
        outcome(`Switching costs at most ${format(renewal.switchingCost)}`, renewal.switchingCost, 0.5),
      ];
    case "ask first":
      return [
        claim("proxy", `End date and notice period are recorded by ${longDay(soon)}`, soon, odds(0.8, null)),
        byVendor(
          outcome(`The contract costs at most ${format(renewal.newPrice)} per year`, renewal.newPrice, 0.7),
          "yearlyPrice",
        ),
      ];
    default:
      return [
        claim(
          "proxy",
          `${who} offers less than ${format(renewal.newPrice)} per year by ${longDay(soon)}`,
          soon,
          odds(verdict === "negotiate" ? 0.5 : 0.25, null),
          renewal.newPrice,
        ),
        byVendor(
          outcome(`The agreed price is at most ${format(most)} per year`, most, verdict === "negotiate" ? 0.45 : 0.2),
          "yearlyPrice",
        ),
      ];
  }
}

/** The tasks and messages an approval creates. */
export function effectsOf(plan: Plan, recommendation: string): PlannedAction[] {
  const { title, renewal, costs, verdict, who, facts } = plan;
  const format = (value: number) => formatMoney(value, facts.currency);
  const days = daysToAct(plan);
  const notices = verdictNotices(["CFO", "owner"], verdict, title, recommendation);
  const urgent = { days, hours: 1, priority: "high" } as const;
  const getSecondQuote = task(
    "Operations",
    "Get a second quote in writing",
    `The same service for ${pluralize(renewal.term, "month")}, including the switching cost.`,
    { days: Math.min(14, days), hours: 4, priority: "high" },
  );
  const findDates = task(
    "Operations",
    "Find the contract's end date and notice period",
    "Record both with the notice deadline and the required form.",
    { days: Math.min(3, days), hours: 1, priority: "high" },
  );
  const missingDates = costs.noticeOn === null ? [findDates] : [];
  switch (verdict) {
    case "renew":
      return [
        task(
          "Operations",
          `Get the renewal from ${who} in writing`,
          `${format(renewal.newPrice)} per year for ${pluralize(renewal.term, "month")}. Note its end date and notice deadline.`,
          urgent,
        ),
        ...notices,
      ];
    case "switch":
      return [
        task(
          "Operations",
          `Give ${who} notice`,
          `${recommendation} Send it in writing and get a confirmation.`,
          urgent,
        ),
        task(
          "Legal",
          "Read the new supplier's terms",
          "Check term, notice, liability and data protection before leaving the old contract.",
          { days, hours: 3, priority: "high" },
        ),
        task(
          "Operations",
          "Plan the move",
          `Spend at most ${format(renewal.switchingCost)}. Set who moves what, and when the old contract ends.`,
          { days: 28, hours: 8 },
        ),
        ...notices,
      ];
    case "ask first":
      return [findDates, ...notices];
    case "renew and give notice":
      return [
        task(
          "Operations",
          `Give ${who} notice for the next term`,
          `${recommendation} Put the date in two people's calendars.`,
          { ...urgent, days: 5 },
        ),
        ...notices,
      ];
    case "negotiate":
      return [
        ...missingDates,
        task(
          "Operations",
          `Ask ${who} for ${format(costs.target)} per year`,
          `${recommendation} Offer a longer term only in exchange for a lower price.`,
          { ...urgent, hours: 3 },
        ),
        ...(renewal.otherPrice === undefined ? [getSecondQuote] : []),
        task(
          "Operations",
          "Prepare the notice as a precaution",
          "Have it signed and ready before the deadline, in case they refuse.",
          urgent,
        ),
        ...notices,
      ];
  }
}
