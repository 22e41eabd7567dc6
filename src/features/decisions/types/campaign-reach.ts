import { money } from "#contract/format.ts";
import type { Step } from "#features/decisions/contract.ts";
import type { Facts } from "./decision-type.ts";
import { percent, row } from "./figures.ts";

/** What is spent before the first look, of the whole budget. */
const firstShare = 0.2;
/** What a test may cost while figures are missing, of the whole budget. */
const testShare = 0.1;
/** Without an order after so many times the break-even cost, chance alone explains it in 1 of 20 cases (e⁻³). */
const silentTimes = 3;

/** What is known of a campaign; money in the company's currency, shares 0 to 1, undefined where not known. */
export type Campaign = {
  budget: number;
  costPerVisit: number | undefined;
  conversionRate: number | undefined;
  orderValue: number | undefined;
  grossMargin: number | undefined;
  ordersPerCustomer: number;
};

/** What the budget reaches and what an order may cost; null where a figure is missing. */
export function reachOf({
  budget,
  costPerVisit,
  conversionRate,
  orderValue,
  grossMargin,
  ordersPerCustomer,
}: Campaign) {
  const visits = costPerVisit === undefined ? null : budget / costPerVisit;
  const orders = visits === null || conversionRate === undefined ? null : visits * conversionRate;
  const paid = orders === null || orders <= 0 ? null : budget / orders;
  const worth =
    orderValue === undefined || grossMargin === undefined ? null : orderValue * grossMargin * ordersPerCustomer;
  const needed = costPerVisit === undefined || worth === null || worth <= 0 ? null : costPerVisit / worth;
  const gain = orders === null || worth === null ? null : orders * worth - budget;
  const first = budget * firstShare;
  return {
    visits,
    orders,
    /** What an order costs. */
    paid,
    /** What an order may cost before it brings a loss. */
    worth,
    /** The conversion rate from which nothing is lost, 0 to 1. */
    needed,
    gain,
    /** By what share the cost of an order may rise; negative when it is too high already. */
    room: gain === null || worth === null || worth <= 0 || paid === null ? null : 1 - paid / worth,
    first,
    test: budget * testShare,
    /** Orders the first part has to bring. */
    least: worth === null || worth <= 0 ? null : Math.max(1, Math.floor(first / worth)),
    silent: worth === null ? null : worth * silentTimes,
  };
}
export type Reach = ReturnType<typeof reachOf>;

/** The rows of the calculation. */
export function stepsOf(campaign: Campaign, reach: Reach, facts: Facts): Step[] {
  const exact = (value: number) => money(value, facts.currency, "cents");
  const { budget, costPerVisit, conversionRate, orderValue, grossMargin, ordersPerCustomer } = campaign;
  const { visits, orders, paid, worth, needed, gain, first, least, silent } = reach;
  const rate = (value: number) => percent(value * 100);
  const repeat = ordersPerCustomer === 1 ? "" : ` × ${ordersPerCustomer} orders a customer`;
  return [
    row("Budget", "as given", budget, "money"),
    row(
      "Visits",
      costPerVisit === undefined ? "cost per visit is not known" : `${exact(budget)} ÷ ${exact(costPerVisit)}`,
      visits,
      "count",
    ),
    row(
      "Orders",
      conversionRate === undefined ? "conversion rate is not known" : `visits × ${rate(conversionRate)}`,
      orders,
      "count",
    ),
    row("An order costs", paid === null ? "no order is expected" : "budget ÷ orders", paid, "money"),
    row(
      "An order may cost",
      orderValue === undefined || grossMargin === undefined
        ? "order value or margin is not known"
        : `${exact(orderValue)} × ${rate(grossMargin)}${repeat}`,
      worth,
      "money",
    ),
    row(
      "Conversion rate needed",
      "cost per visit ÷ what an order may cost",
      needed === null ? null : needed * 100,
      "percent",
    ),
    row("First part of the budget", `${rate(firstShare)} of it, then a look`, first, "money"),
    row("Orders the first part has to bring", "first part ÷ what an order may cost, rounded down", least, "count"),
    row("Kill criterion: spent without any order", `${silentTimes} × what an order may cost`, silent, "money"),
    row("Gain of the whole campaign", "orders × what an order may cost − budget", gain, "money", true),
  ];
}
