import { round } from "./figures.ts";

/** Interest a month that benefits are discounted by: 1 %. */
export const monthlyRate = 0.01;
/** A chart shows at most this many months. */
export const longestCurve = 120;

/** A return that comes back in equal benefits at month ends, and a last smaller one. */
export type Plan = {
  investment: number;
  projectedReturn: number;
  /** Benefit of a full month: the investment by the months of its pay-back. */
  benefit: number;
  /** Months until the whole return is there, as a fraction. */
  duration: number;
  fullMonths: number;
  /** What the last, partial month brings; 0 when the return is a whole number of benefits. */
  last: number;
  /** Number of payments. */
  months: number;
};

/** Takes amounts in one currency and the months of the pay-back, gives how the return comes in. */
export function planOf(investment: number, projectedReturn: number, payback: number): Plan {
  const benefit = investment / payback;
  const duration = (projectedReturn * payback) / investment;
  const fullMonths = Math.floor(duration + 1e-9);
  const rest = Math.min(benefit, Math.max(0, projectedReturn - fullMonths * benefit));
  // Less than half of the smallest unit is the rounding of the division, not a payment.
  const last = rest < 0.005 && fullMonths > 0 ? 0 : rest;
  const months = fullMonths + (last > 0 ? 1 : 0);
  return { investment, projectedReturn, benefit, duration, fullMonths, last, months };
}

/** The same benefit at the end of every month for so many whole months. */
export function steadyPlan(investment: number, benefit: number, months: number): Plan {
  const projectedReturn = benefit * months;
  return { investment, projectedReturn, benefit, duration: months, fullMonths: months, last: 0, months };
}

/** Today's worth of the benefits of the first months, at 1 % a month, in the plan's currency. */
export function presentValue(plan: Plan, months: number = plan.months): number {
  const full = Math.min(months, plan.fullMonths);
  const annuity = (plan.benefit * (1 - (1 + monthlyRate) ** -full)) / monthlyRate;
  return annuity + (months > plan.fullMonths ? plan.last * (1 + monthlyRate) ** -plan.months : 0);
}

/** Net present value in the plan's currency when the benefits are only this share (0 to 1) of the planned ones. */
export function netPresentValue(plan: Plan, share = 1): number {
  return presentValue(plan) * share - plan.investment;
}

/** Percent by which the benefits may fall before nothing is gained; negative when they would have to rise. */
export function breakEvenFall(plan: Plan): number {
  return (1 - plan.investment / presentValue(plan)) * 100;
}

/** The month at whose end the discounted benefits cover the investment; null when they never do. */
export function paidBackIn(plan: Plan): number | null {
  const interest = (plan.investment * monthlyRate) / plan.benefit;
  const month = interest < 1 ? Math.ceil(-Math.log(1 - interest) / Math.log(1 + monthlyRate) - 1e-9) : Infinity;
  if (month <= plan.fullMonths) return month;
  return netPresentValue(plan) >= 0 ? plan.months : null;
}

/** Cumulative discounted benefit less the investment at the end of month 0, 1, 2 … in the plan's currency. */
export function cumulative(plan: Plan, share = 1): number[] {
  const length = Math.min(plan.months, longestCurve) + 1;
  return Array.from({ length }, (_, month) => round(presentValue(plan, month) * share - plan.investment, 2));
}
