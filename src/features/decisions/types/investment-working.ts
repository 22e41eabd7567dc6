import { counted, grouped, money } from "#contract/format.ts";
import type { Curve, Step } from "#features/decisions/contract.ts";
import { breakEvenFall, cumulative, longestCurve, netPresentValue, type Plan, paidBackIn } from "./cash-flow.ts";
import type { Facts } from "./decision-type.ts";
import { shareOfYear } from "./evidence.ts";
import { row } from "./figures.ts";

/** The rows of the calculation, from the plan and the months of the pay-back as given; company currency, percent, months. */
export function stepsOf(plan: Plan, months: number, facts: Facts): Step[] {
  const exact = (value: number) => money(value, facts.currency, "cents");
  const { investment, projectedReturn, benefit, duration, fullMonths, last } = plan;
  const rest = `${exact(projectedReturn)} − ${grouped(fullMonths)} × ${exact(benefit)}`;
  const share = shareOfYear(investment, facts);
  const paid = paidBackIn(plan);
  return [
    row("Investment", "as given", investment, "money"),
    row("Projected return", "as given", projectedReturn, "money"),
    row("Benefit a month", `${exact(investment)} ÷ ${counted(months, "month")}`, benefit, "money"),
    row("Time to the full return", `${exact(projectedReturn)} ÷ ${exact(benefit)}`, duration, "months"),
    ...(last > 0 ? [row(`Last payment, end of month ${grouped(plan.months)}`, rest, last, "money")] : []),
    ...(share === null
      ? []
      : [row("Share of a year's revenue", "investment ÷ revenue of 12 months", share, "percent")]),
    row(
      "Return on investment",
      `(${exact(projectedReturn)} − ${exact(investment)}) ÷ ${exact(investment)}`,
      (projectedReturn / investment - 1) * 100,
      "percent",
    ),
    row(
      "Paid back, discounted",
      paid === null ? "not within the return" : "first month at or above zero",
      paid,
      "months",
    ),
    row(
      "Net present value, benefits 30% lower",
      "1% a month, benefits at month ends",
      netPresentValue(plan, 0.7),
      "money",
    ),
    row(
      "Net present value, benefits 40% lower",
      "1% a month, benefits at month ends",
      netPresentValue(plan, 0.6),
      "money",
    ),
    row("Break-even", "benefits may fall by", breakEvenFall(plan), "percent"),
    row("Net present value", "1% a month, benefits at month ends", netPresentValue(plan), "money", true),
  ];
}

/** Cumulative discounted benefit by month: as planned, 30 % and 40 % lower, company currency. */
export function curvesOf(plan: Plan): Curve[] {
  const cut = plan.months > longestCurve ? `, first ${longestCurve} months` : "";
  return [
    { name: `as planned${cut}`, proposed: true, values: cumulative(plan) },
    { name: `30% lower${cut}`, proposed: false, values: cumulative(plan, 0.7) },
    { name: `40% lower${cut}`, proposed: false, values: cumulative(plan, 0.6) },
  ];
}
