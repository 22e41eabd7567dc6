import { longDay, formatMoney } from "#contract/format.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import type { Curve, Step } from "#features/decisions/contract.ts";
import type { Facts } from "./decision-type.ts";
import { round, step } from "./figures.ts";

/** Annual rises up to this share count as inflation. */
export const inflationRise = 0.03;

/** Annual prices in the company's currency; undefined when unknown. */
export type Renewal = {
  currentPrice: number;
  newPrice: number;
  otherPrice: number | undefined;
  switchingCost: number;
  /** Months of the renewed contract. */
  term: number;
  endsOn: string | undefined;
  noticeDays: number | undefined;
};

export function costsOf(
  { currentPrice, newPrice, otherPrice, switchingCost, term, endsOn, noticeDays }: Renewal,
  today: string,
) {
  const years = term / 12;
  const renew = newPrice * years;
  const switching = otherPrice === undefined ? null : otherPrice * years + switchingCost;
  const yearlySaving = otherPrice === undefined ? null : newPrice - otherPrice;
  const noticeOn = endsOn === undefined || noticeDays === undefined ? null : addDays(endsOn, -noticeDays);
  const inflated = currentPrice * (1 + inflationRise);
  return {
    years,
    rise: newPrice - currentPrice,
    /** Percent. */
    rate: round((newPrice / currentPrice - 1) * 100, 6),
    renew,
    switching,
    saved: switching === null ? null : renew - switching,
    /** Months until switching pays for itself; null if never or unknown. */
    evenAfter: yearlySaving === null || yearlySaving <= 0 ? null : (switchingCost / yearlySaving) * 12,
    /** Annual price at which renewing costs as much as switching; null without a second quote. */
    walkAway: otherPrice === undefined ? null : otherPrice + switchingCost / years,
    /** Price to ask for: the lowest of new price, walk-away price and today's price plus inflation. */
    target: Math.min(newPrice, inflated, otherPrice === undefined ? Infinity : otherPrice + switchingCost / years),
    noticeOn,
    left: noticeOn === null ? null : daysBetween(today, noticeOn),
  };
}
export type Costs = ReturnType<typeof costsOf>;

export function stepsOf(renewal: Renewal, costs: Costs, facts: Facts): Step[] {
  const formatCents = (value: number) => formatMoney(value, facts.currency, "cents");
  const { currentPrice, newPrice, otherPrice, switchingCost, term, endsOn, noticeDays } = renewal;
  const period = `over ${round(term, 1)} months`;
  return [
    step("Current annual price", "as given", currentPrice, "money"),
    step("New annual price", "as given", newPrice, "money"),
    step("Increase", `${formatCents(newPrice)} ÷ ${formatCents(currentPrice)} − 1`, costs.rate, "percent"),
    step("Renewing", `${formatCents(newPrice)} a year ${period}`, costs.renew, "money"),
    step(
      "Switching",
      otherPrice === undefined
        ? "no second quote"
        : `${formatCents(otherPrice)} a year ${period} + ${formatCents(switchingCost)} once`,
      costs.switching,
      "money",
    ),
    step(
      "Switching pays back after",
      costs.evenAfter === null ? "not at these prices" : "switching cost ÷ monthly difference",
      costs.evenAfter,
      "months",
    ),
    step(
      "Annual walk-away price",
      otherPrice === undefined ? "no second quote" : "other price + switching cost per year",
      costs.walkAway,
      "money",
    ),
    step(
      "Days left to give notice",
      costs.noticeOn === null
        ? "end date or notice period missing"
        : `${longDay(endsOn ?? costs.noticeOn)} minus ${noticeDays} days is ${longDay(costs.noticeOn)}`,
      costs.left,
      "days",
    ),
    step("Saved by switching", "renewing − switching", costs.saved, "money", true),
  ];
}

export function curvesOf({ newPrice, otherPrice, switchingCost, term }: Renewal): Curve[] {
  if (otherPrice === undefined) return [];
  const at = (month: number, share: number) => round((newPrice * share - otherPrice) * (month / 12) - switchingCost, 2);
  const months = Array.from({ length: Math.floor(term) + 1 }, (_, month) => month);
  return [
    { name: "switching vs. new price", proposed: true, values: months.map((month) => at(month, 1)) },
    { name: "switching vs. 10% lower", proposed: false, values: months.map((month) => at(month, 0.9)) },
  ];
}
