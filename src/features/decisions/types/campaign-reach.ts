import { formatMoney, percent } from "#contract/format.ts";
import type { Step } from "#features/decisions/contract.ts";
import type { Facts } from "./decision-type.ts";
import { step } from "./figures.ts";

/** Share of the budget spent before the first review. */
const firstShare = 0.2;
/** Share of the budget a test may cost while figures are missing. */
const testShare = 0.1;
/** No order after this many times the break-even cost happens by chance in 1 of 20 cases (e⁻³). */
const silentTimes = 3;

/** Money in the company's currency, shares 0 to 1, undefined when unknown. */
export type Campaign = {
  budget: number;
  costPerVisit: number | undefined;
  conversionRate: number | undefined;
  orderValue: number | undefined;
  grossMargin: number | undefined;
  ordersPerCustomer: number;
};

/** Null where an input is missing. */
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
    /** Cost per order. */
    paid,
    /** Margin per customer: the most an order may cost. */
    worth,
    /** Break-even conversion rate, 0 to 1. */
    needed,
    gain,
    /** Share of the margin left after the cost per order; negative when the order loses money. */
    room: gain === null || worth === null || worth <= 0 || paid === null ? null : 1 - paid / worth,
    first,
    test: budget * testShare,
    /** Break-even orders of the first stage. */
    least: worth === null || worth <= 0 ? null : Math.max(1, Math.floor(first / worth)),
    silent: worth === null ? null : worth * silentTimes,
  };
}
export type Reach = ReturnType<typeof reachOf>;

export function stepsOf(campaign: Campaign, reach: Reach, facts: Facts): Step[] {
  const formatCents = (value: number) => formatMoney(value, facts.currency, "cents");
  const { budget, costPerVisit, conversionRate, orderValue, grossMargin, ordersPerCustomer } = campaign;
  const { visits, orders, paid, worth, needed, gain, first, least, silent } = reach;
  const rate = (value: number) => percent(value * 100);
  const repeat = ordersPerCustomer === 1 ? "" : ` × ${ordersPerCustomer} orders per customer`;
  return [
    step("Budget", "as given", budget, "money"),
    step(
      "Visits",
      costPerVisit === undefined ? "cost per visit missing" : `${formatCents(budget)} ÷ ${formatCents(costPerVisit)}`,
      visits,
      "count",
    ),
    step(
      "Orders",
      conversionRate === undefined ? "conversion rate missing" : `visits × ${rate(conversionRate)}`,
      orders,
      "count",
    ),
    step("Cost per order", paid === null ? "no orders expected" : "budget ÷ orders", paid, "money"),
    step(
      "Margin per customer",
      orderValue === undefined || grossMargin === undefined
        ? "order value or margin missing"
        : `${formatCents(orderValue)} × ${rate(grossMargin)}${repeat}`,
      worth,
      "money",
    ),
    step(
      "Break-even conversion rate",
      "cost per visit ÷ margin per customer",
      needed === null ? null : needed * 100,
      "percent",
    ),
    step("First stage", `${rate(firstShare)} of the budget, then a review`, first, "money"),
    step("Orders needed from the first stage", "first stage ÷ margin per customer, rounded down", least, "count"),
    step("Kill criterion: spend without an order", `${silentTimes} × margin per customer`, silent, "money"),
    step("Campaign profit", "orders × margin per customer − budget", gain, "money", true),
  ];
}
