import { pluralize, longDay, formatMoney, percent } from "#contract/format.ts";
import { addDays } from "#contract/days.ts";
import type { Forecast } from "#features/decisions/contract.ts";
import { addMonths } from "./calendar.ts";
import type { Facts } from "./decision-type.ts";
import { round } from "./figures.ts";
import { forecasting, type Outcome, task } from "./proposal-parts.ts";
import { byRows } from "./resolving.ts";
import type { Costs, Renewal } from "./renewal-costs.ts";

export type Verdict = "renew" | "negotiate" | "switch" | "renew and give notice" | "ask first";

type Plan = { renewal: Renewal; costs: Costs; who: string; facts: Facts };
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

export function outcomesOf(plan: Plan): Record<Verdict, Outcome> {
  const { renewal, costs, who, facts } = plan;
  const { newPrice, otherPrice, switchingCost, term } = renewal;
  const format = (value: number) => formatMoney(value, facts.currency);
  const price = `${format(newPrice)} per year`;
  const rise =
    costs.rise > 0
      ? `${percent(costs.rate)} more than today`
      : costs.rise < 0
        ? `${percent(-costs.rate)} less than today`
        : "the same as today";
  const notice =
    costs.noticeOn === null ? "Find the notice deadline first." : `Give notice by ${longDay(costs.noticeOn)}.`;
  const { early, final } = forecasting(facts);
  const days = daysToAct(plan);
  const [soon, late] = [addDays(facts.today, days), addMonths(facts.today, 6)];
  const byVendor = (forecast: Forecast, measure: "bills" | "yearlyPrice") =>
    byRows(forecast, facts, ["vendor"], measure, "atMost");
  const atMost = (what: string, most: number, byDefault: number) =>
    byVendor(final(`${what} at most ${format(most)} per year`, late, byDefault, round(most, 2)), "yearlyPrice");
  const most = Math.min(newPrice, costs.walkAway ?? costs.target);
  const bargain = (offers: number, agrees: number) => [
    early(`${who} offers less than ${price}`, soon, offers, newPrice),
    atMost("The agreed price is", most, agrees),
  ];
  const urgent = { days, hours: 1, priority: "high" } as const;
  const findDates = task(
    "Operations",
    "Find the contract's end date and notice period",
    "Record both with the notice deadline and the required form.",
    { days: Math.min(3, days), hours: 1, priority: "high" },
  );
  const secondQuote = task(
    "Operations",
    "Get a second quote in writing",
    `The same service for ${pluralize(term, "month")}, including the switching cost.`,
    { days: Math.min(14, days), hours: 4, priority: "high" },
  );
  const negotiate = `Negotiate: ${price} is ${rise}. ${negotiationAdvice(costs, renewal, format)} ${notice}`;
  const switching = `Switch: it saves ${format(costs.saved ?? 0)} over ${pluralize(term, "month")}, switching cost included, and pays back after ${pluralize(Math.ceil(costs.evenAfter ?? 0), "month")}. ${notice}`;
  const missed = `Renew and give notice: the notice deadline was ${longDay(costs.noticeOn ?? facts.today)}, so it renews at ${price}. Give notice now for the next term, and still ask ${who} for ${format(costs.target)}.`;
  return {
    renew: {
      say: `Renew: ${price} is ${rise}, with no cheaper quote. ${notice}`,
      forecasts: [
        early(`${who} confirms ${price} in writing`, soon, 0.85, newPrice),
        byVendor(
          final(
            `The renewed contract costs at most ${format(newPrice / 2)} in six months`,
            late,
            0.8,
            round(newPrice / 2, 2),
          ),
          "bills",
        ),
      ],
      tasks: [
        task(
          "Operations",
          `Get the renewal from ${who} in writing`,
          `${price} for ${pluralize(term, "month")}. Note its end date and notice deadline.`,
          urgent,
        ),
      ],
    },
    switch: {
      say: switching,
      forecasts: [
        early(`${who} confirms the notice in writing`, soon, 0.85),
        final(`Switching costs at most ${format(switchingCost)}`, late, 0.5, round(switchingCost, 2)),
      ],
      tasks: [
        task("Operations", `Give ${who} notice`, `${switching} Send it in writing and get a confirmation.`, urgent),
        task(
          "Legal",
          "Read the new supplier's terms",
          "Check term, notice, liability and data protection before leaving the old contract.",
          { days, hours: 3, priority: "high" },
        ),
        task(
          "Operations",
          "Plan the move",
          `Spend at most ${format(switchingCost)}. Set who moves what, and when the old contract ends.`,
          { days: 28, hours: 8 },
        ),
      ],
    },
    "ask first": {
      say: `Ask first: ${price} is ${rise}, but the contract's end date or notice period is missing.`,
      forecasts: [
        early("End date and notice period are recorded", soon, 0.8),
        atMost("The contract costs", newPrice, 0.7),
      ],
      tasks: [findDates],
    },
    "renew and give notice": {
      say: missed,
      forecasts: bargain(0.25, 0.2),
      tasks: [
        task(
          "Operations",
          `Give ${who} notice for the next term`,
          `${missed} Put the date in two people's calendars.`,
          { ...urgent, days: 5 },
        ),
      ],
    },
    negotiate: {
      say: negotiate,
      forecasts: bargain(0.5, 0.45),
      tasks: [
        ...(costs.noticeOn === null ? [findDates] : []),
        task(
          "Operations",
          `Ask ${who} for ${format(costs.target)} per year`,
          `${negotiate} Offer a longer term only in exchange for a lower price.`,
          { ...urgent, hours: 3 },
        ),
        ...(otherPrice === undefined ? [secondQuote] : []),
        task(
          "Operations",
          "Prepare the notice as a precaution",
          "Have it signed and ready before the deadline, in case they refuse.",
          urgent,
        ),
      ],
    },
  };
}
