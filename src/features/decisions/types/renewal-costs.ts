import { longDay, money } from "#contract/format.ts";
import { addDays, daysBetween } from "#contract/days.ts";
import type { Curve, Step } from "#features/decisions/contract.ts";
import type { Facts } from "./decision-type.ts";
import { round, row } from "./figures.ts";

/** A rise up to this share is what prices usually do in a year. */
export const usualRise = 0.03;

/** A contract that is about to be renewed; prices a year in the company's currency, undefined where not known. */
export type Renewal = {
  currentPrice: number;
  newPrice: number;
  otherPrice: number | undefined;
  switchingCost: number;
  /** Months the renewed contract runs. */
  term: number;
  endsOn: string | undefined;
  noticeDays: number | undefined;
};

/** Renewing against switching over the term, and how long there is time to choose. */
export function costsOf(
  { currentPrice, newPrice, otherPrice, switchingCost, term, endsOn, noticeDays }: Renewal,
  today: string,
) {
  const years = term / 12;
  const renew = newPrice * years;
  const leave = otherPrice === undefined ? null : otherPrice * years + switchingCost;
  const dearer = otherPrice === undefined ? null : newPrice - otherPrice;
  const noticeOn = endsOn === undefined || noticeDays === undefined ? null : addDays(endsOn, -noticeDays);
  const usual = currentPrice * (1 + usualRise);
  return {
    years,
    rise: newPrice - currentPrice,
    /** Percent. */
    rate: round((newPrice / currentPrice - 1) * 100, 6),
    renew,
    leave,
    saved: leave === null ? null : renew - leave,
    /** Months until switching has paid for itself; null when it never does or nobody knows. */
    evenAfter: dearer === null || dearer <= 0 ? null : (switchingCost / dearer) * 12,
    /** The price a year at which renewing costs as much as switching; null without a second offer. */
    walkAway: otherPrice === undefined ? null : otherPrice + switchingCost / years,
    /** What is asked for: the least of the new price, the walk-away price and a usual rise. */
    target: Math.min(newPrice, usual, otherPrice === undefined ? Infinity : otherPrice + switchingCost / years),
    noticeOn,
    left: noticeOn === null ? null : daysBetween(today, noticeOn),
  };
}
export type Costs = ReturnType<typeof costsOf>;

/** The rows of the calculation. */
export function stepsOf(renewal: Renewal, costs: Costs, facts: Facts): Step[] {
  const exact = (value: number) => money(value, facts.currency, "cents");
  const { currentPrice, newPrice, otherPrice, switchingCost, term, endsOn, noticeDays } = renewal;
  const over = `over ${round(term, 1)} months`;
  return [
    row("Price today, a year", "as given", currentPrice, "money"),
    row("New price, a year", "as given", newPrice, "money"),
    row("Rise", `${exact(newPrice)} ÷ ${exact(currentPrice)} − 1`, costs.rate, "percent"),
    row("Renewing", `${exact(newPrice)} a year ${over}`, costs.renew, "money"),
    row(
      "Switching",
      otherPrice === undefined
        ? "no other price is known"
        : `${exact(otherPrice)} a year ${over} + ${exact(switchingCost)} once`,
      costs.leave,
      "money",
    ),
    row(
      "Switching pays for itself after",
      costs.evenAfter === null ? "not at these prices" : "cost of switching ÷ difference a month",
      costs.evenAfter,
      "months",
    ),
    row(
      "Walk-away price, a year",
      otherPrice === undefined ? "no other price is known" : "other price + cost of switching by year",
      costs.walkAway,
      "money",
    ),
    row(
      "Days left to give notice",
      costs.noticeOn === null
        ? "end or notice period is not known"
        : `${longDay(endsOn ?? costs.noticeOn)} less ${noticeDays} days is ${longDay(costs.noticeOn)}`,
      costs.left,
      "days",
    ),
    row("Saved by switching", "renewing − switching", costs.saved, "money", true),
  ];
}

/** Cumulative saving of switching by month; none without another price. */
export function curvesOf({ newPrice, otherPrice, switchingCost, term }: Renewal): Curve[] {
  if (otherPrice === undefined) return [];
  const at = (month: number, share: number) => round((newPrice * share - otherPrice) * (month / 12) - switchingCost, 2);
  const months = Array.from({ length: Math.floor(term) + 1 }, (_, month) => month);
  return [
    { name: "switching against the new price", proposed: true, values: months.map((month) => at(month, 1)) },
    { name: "against a new price 10% lower", proposed: false, values: months.map((month) => at(month, 0.9)) },
  ];
}
