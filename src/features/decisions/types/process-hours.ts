import { pluralize, formatMoney, percent } from "#contract/format.ts";
import type { Curve, Step } from "#features/decisions/contract.ts";
import { breakEvenFall, cumulative, netPresentValue, paidBackIn, type Plan, steadyPlan } from "./cash-flow.ts";
import type { Facts } from "./decision-type.ts";
import { step } from "./figures.ts";

/** Months in which a change must pay for itself. */
export const horizon = 24;
/** Share of runs done the new way, unless given. */
export const defaultAdoption = 0.8;

/** Money in the company's currency; undefined when unknown. */
export type Change = {
  hoursBefore: number;
  hoursAfter: number;
  runsPerMonth: number;
  hourlyCost: number | undefined;
  changeCost: number | undefined;
  trainingHours: number;
  runningCost: number;
  errorSaving: number;
  adoption: number;
};

/** `hours` and `saving` per month; null where a cost is unknown. */
export function gainOf(change: Change) {
  const {
    hoursBefore,
    hoursAfter,
    runsPerMonth,
    hourlyCost,
    changeCost,
    trainingHours,
    runningCost,
    errorSaving,
    adoption,
  } = change;
  const hours = (hoursBefore - hoursAfter) * runsPerMonth * adoption;
  const saving = hourlyCost === undefined ? null : hours * hourlyCost + errorSaving * adoption - runningCost;
  const once = hourlyCost === undefined || changeCost === undefined ? null : changeCost + trainingHours * hourlyCost;
  const plan = saving === null || once === null ? null : steadyPlan(once, saving, horizon);
  const pays = plan !== null && plan.benefit > 0 ? plan : null;
  return {
    hours,
    saving,
    once,
    plan: pays,
    value: plan === null ? null : netPresentValue(plan),
    /** Percent by which the saving may fall before net present value reaches 0. */
    fall: pays && breakEvenFall(pays),
    /** Discounted payback month; null if never. */
    paid: pays && paidBackIn(pays),
  };
}
export type Gain = ReturnType<typeof gainOf>;

export function stepsOf(change: Change, gain: Gain, facts: Facts): Step[] {
  const formatCents = (value: number) => formatMoney(value, facts.currency, "cents");
  const {
    hoursBefore,
    hoursAfter,
    runsPerMonth,
    hourlyCost,
    changeCost,
    trainingHours,
    runningCost,
    errorSaving,
    adoption,
  } = change;
  const { hours, saving, once, value, fall, paid } = gain;
  const worth = [
    hourlyCost === undefined ? "hourly cost missing" : `${pluralize(hours, "hour")} × ${formatCents(hourlyCost)}`,
    ...(errorSaving > 0 ? [`+ ${percent(adoption * 100)} of ${formatCents(errorSaving)}`] : []),
    ...(runningCost > 0 ? [`− ${formatCents(runningCost)}`] : []),
  ];
  return [
    step(
      "Hours per month today",
      `${pluralize(hoursBefore, "hour")} × ${pluralize(runsPerMonth, "run")}`,
      hoursBefore * runsPerMonth,
      "count",
    ),
    step(
      "Hours saved per month",
      `(${hoursBefore} − ${hoursAfter}) × ${pluralize(runsPerMonth, "run")} × ${percent(adoption * 100)} done the new way`,
      hours,
      "count",
    ),
    step("Monthly saving", worth.join(" "), saving, "money"),
    step(
      "Cost of the change",
      once === null ? "unknown" : `${formatCents(changeCost ?? 0)} + ${pluralize(trainingHours, "hour")} of training`,
      once,
      "money",
    ),
    step(
      "Discounted payback",
      paid === null ? `not within ${horizon} months` : "first month at or above zero",
      paid,
      "months",
    ),
    step("Break-even", "fall in the saving that brings net present value to 0", fall, "percent"),
    step("Net present value", `${horizon} months, 1% per month, savings at month ends`, value, "money", true),
  ];
}

export const curvesOf = ({ plan }: { plan: Plan | null }): Curve[] =>
  plan === null
    ? []
    : [
        { name: "as planned", proposed: true, values: cumulative(plan) },
        { name: "40% lower", proposed: false, values: cumulative(plan, 0.6) },
      ];
