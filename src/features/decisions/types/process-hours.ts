import { counted, money } from "#contract/format.ts";
import type { Curve, Step } from "#features/decisions/contract.ts";
import { breakEvenFall, cumulative, netPresentValue, paidBackIn, type Plan, steadyPlan } from "./cash-flow.ts";
import type { Facts } from "./decision-type.ts";
import { percent, row } from "./figures.ts";

/** Months over which a change has to pay: after them it is usually changed again. */
export const horizon = 24;
/** Share of runs done the new way where nobody has counted. */
export const usualAdoption = 0.8;

/** A change of a process; money in the company's currency, costs undefined where not known. */
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

/** Hours freed, what they are worth a month, and how that pays for the change; null where a cost is not known. */
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
    /** Percent by which the saving may fall before nothing is gained. */
    fall: pays && breakEvenFall(pays),
    /** Month in which it is paid back, discounted; null when it is not. */
    paid: pays && paidBackIn(pays),
  };
}
export type Gain = ReturnType<typeof gainOf>;

/** The rows of the calculation. */
export function stepsOf(change: Change, gain: Gain, facts: Facts): Step[] {
  const exact = (value: number) => money(value, facts.currency, "cents");
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
    hourlyCost === undefined ? "cost of an hour is not known" : `${counted(hours, "hour")} × ${exact(hourlyCost)}`,
    ...(errorSaving > 0 ? [`+ ${percent(adoption * 100)} of ${exact(errorSaving)}`] : []),
    ...(runningCost > 0 ? [`− ${exact(runningCost)}`] : []),
  ];
  return [
    row(
      "Hours a month today",
      `${counted(hoursBefore, "hour")} × ${counted(runsPerMonth, "run")}`,
      hoursBefore * runsPerMonth,
      "count",
    ),
    row(
      "Hours freed a month",
      `(${hoursBefore} − ${hoursAfter}) × ${counted(runsPerMonth, "run")} × ${percent(adoption * 100)} done the new way`,
      hours,
      "count",
    ),
    row("Saving a month", worth.join(" "), saving, "money"),
    row(
      "Cost of the change",
      once === null ? "not known" : `${exact(changeCost ?? 0)} + ${counted(trainingHours, "hour")} of training`,
      once,
      "money",
    ),
    row(
      "Paid back, discounted",
      paid === null ? `not within ${horizon} months` : "first month at or above zero",
      paid,
      "months",
    ),
    row("Break-even", "the saving may fall by", fall, "percent"),
    row("Net present value", `${horizon} months, 1% a month, savings at month ends`, value, "money", true),
  ];
}

/** Cumulative discounted saving by month: as planned and 40 % lower; none while it has no figure or saves nothing. */
export const curvesOf = ({ plan }: { plan: Plan | null }): Curve[] =>
  plan === null
    ? []
    : [
        { name: "as planned", proposed: true, values: cumulative(plan) },
        { name: "40% lower", proposed: false, values: cumulative(plan, 0.6) },
      ];
