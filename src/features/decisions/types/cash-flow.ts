import { round } from "./figures.ts";

export const monthlyRate = 0.01;
/** The most months a chart shows. */
export const longestCurve = 120;

/** Equal benefits at month ends, then a smaller last one. */
export type Plan = {
  investment: number;
  projectedReturn: number;
  /** Monthly benefit: investment ÷ payback months. */
  benefit: number;
  /** Months until the full return, as a fraction. */
  duration: number;
  fullMonths: number;
  /** Benefit of the last, partial month; 0 if there is none. */
  last: number;
  /** Number of payments. */
  months: number;
};

/** Amounts in one currency; `payback` in months. */
export function planOf(investment: number, projectedReturn: number, payback: number): Plan {
  const benefit = investment / payback;
  const duration = (projectedReturn * payback) / investment;
  const fullMonths = Math.floor(duration + 1e-9);
  const rest = Math.min(benefit, Math.max(0, projectedReturn - fullMonths * benefit));
  // Below half a cent it is rounding error, not a payment.
  const last = rest < 0.005 && fullMonths > 0 ? 0 : rest;
  const months = fullMonths + (last > 0 ? 1 : 0);
  return { investment, projectedReturn, benefit, duration, fullMonths, last, months };
}

/** The same benefit at the end of each of `months` whole months. */
export function steadyPlan(investment: number, benefit: number, months: number): Plan {
  const projectedReturn = benefit * months;
  return { investment, projectedReturn, benefit, duration: months, fullMonths: months, last: 0, months };
}

/** Present value of the benefits of the first `months`, in the plan's currency. */
export function presentValue(plan: Plan, months: number = plan.months): number {
  const full = Math.min(months, plan.fullMonths);
  const annuity = (plan.benefit * (1 - (1 + monthlyRate) ** -full)) / monthlyRate;
  return annuity + (months > plan.fullMonths ? plan.last * (1 + monthlyRate) ** -plan.months : 0);
}

/** In the plan's currency; `share` (0 to 1) scales the planned benefits. */
export function netPresentValue(plan: Plan, share = 1): number {
  return presentValue(plan) * share - plan.investment;
}

/** Percent by which benefits may fall before net present value reaches 0; negative if they must rise. */
export function breakEvenFall(plan: Plan): number {
  return (1 - plan.investment / presentValue(plan)) * 100;
}

/** Discounted payback: the month whose end covers the investment; null if never. */
export function paidBackIn(plan: Plan): number | null {
  const interest = (plan.investment * monthlyRate) / plan.benefit;
  const month = interest < 1 ? Math.ceil(-Math.log(1 - interest) / Math.log(1 + monthlyRate) - 1e-9) : Infinity;
  if (month <= plan.fullMonths) return month;
  return netPresentValue(plan) >= 0 ? plan.months : null;
}

/** Cumulative net present value at the end of month 0, 1, 2 … */
export function cumulative(plan: Plan, share = 1): number[] {
  const length = Math.min(plan.months, longestCurve) + 1;
  return Array.from({ length }, (_, month) => round(presentValue(plan, month) * share - plan.investment, 2));
}
