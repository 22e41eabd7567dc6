import { pluralize, formatNumber, formatMoney } from "#contract/format.ts";
import type { Curve, Step } from "#features/decisions/contract.ts";
import { breakEvenFall, cumulative, longestCurve, netPresentValue, type Plan, paidBackIn } from "./cash-flow.ts";
import type { Facts } from "./decision-type.ts";
import { revenuePeriod, shareOfYear } from "./evidence.ts";
import { step } from "./figures.ts";

/** `months`: the payback period as given. */
export function stepsOf(plan: Plan, months: number, facts: Facts): Step[] {
  const formatCents = (value: number) => formatMoney(value, facts.currency, "cents");
  const { investment, projectedReturn, benefit, duration, fullMonths, last } = plan;
  const rest = `${formatCents(projectedReturn)} − ${formatNumber(fullMonths)} × ${formatCents(benefit)}`;
  const share = shareOfYear(investment, facts);
  const paid = paidBackIn(plan);
  return [
    step("Investment", "as given", investment, "money"),
    step("Projected return", "as given", projectedReturn, "money"),
    step("Monthly benefit", `${formatCents(investment)} ÷ ${pluralize(months, "month")}`, benefit, "money"),
    step("Time to full return", `${formatCents(projectedReturn)} ÷ ${formatCents(benefit)}`, duration, "months"),
    ...(last > 0 ? [step(`Last benefit, end of month ${formatNumber(plan.months)}`, rest, last, "money")] : []),
    ...(share === null
      ? []
      : [step("Share of a year's revenue", `investment ÷ ${revenuePeriod(facts)}`, share, "percent")]),
    step(
      "Return on investment",
      `(${formatCents(projectedReturn)} − ${formatCents(investment)}) ÷ ${formatCents(investment)}`,
      (projectedReturn / investment - 1) * 100,
      "percent",
    ),
    step("Discounted payback", paid === null ? "never" : "first month at or above zero", paid, "months"),
    step(
      "Net present value, benefits 30% lower",
      "1% per month, benefits at month ends",
      netPresentValue(plan, 0.7),
      "money",
    ),
    step(
      "Net present value, benefits 40% lower",
      "1% per month, benefits at month ends",
      netPresentValue(plan, 0.6),
      "money",
    ),
    step("Break-even", "fall in benefits that brings net present value to 0", breakEvenFall(plan), "percent"),
    step("Net present value", "1% per month, benefits at month ends", netPresentValue(plan), "money", true),
  ];
}

export function curvesOf(plan: Plan): Curve[] {
  const truncated = plan.months > longestCurve ? `, first ${longestCurve} months` : "";
  return [
    { name: `as planned${truncated}`, proposed: true, values: cumulative(plan) },
    { name: `30% lower${truncated}`, proposed: false, values: cumulative(plan, 0.7) },
    { name: `40% lower${truncated}`, proposed: false, values: cumulative(plan, 0.6) },
  ];
}
