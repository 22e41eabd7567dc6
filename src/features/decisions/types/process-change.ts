import { pluralize, formatMoney, percent } from "#contract/format.ts";
import { priorityForAmount } from "#features/decisions/rules.ts";
import { amount, commonContext, contextOf, number, share, resultFigure } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { revenueRisks, evidenceRows, isSupported, type Wanted } from "./evidence.ts";
import { round } from "./figures.ts";
import { type Change, curvesOf, type Gain, gainOf, horizon, stepsOf, defaultAdoption } from "./process-hours.ts";
import { outcomesOf, type Verdict } from "./process-proposal.ts";
import { alternative, evaluated, exposureOf, returning, scopePhrase } from "./proposal-parts.ts";
import { withFigure } from "./resolving.ts";

const processContext = contextOf(
  {
    hoursBefore: number({ label: "Hours per run today" }, 0, 10_000),
    hoursAfter: number({ label: "Hours per run after" }, 0, 10_000),
    runsPerMonth: number({ label: "Runs per month" }, 0, 1_000_000),
    hourlyCost: amount({ label: "Hourly cost", hint: "Fully loaded: pay plus overheads" }, 0).optional(),
    changeCost: amount({ label: "Change cost", hint: "One-off" }, 0).optional(),
    trainingHours: number({ label: "Training hours", hint: "For all staff together" }, 0, 1_000_000).optional(),
    runningCost: amount({ label: "New monthly cost", hint: "Licenses, services" }, 0).optional(),
    errorSaving: amount({ label: "Error savings", hint: "Value of fewer errors per month" }, 0).optional(),
    adoption: share({ label: "Adoption", hint: "Share of runs done the new way. Default: 80%" }).optional(),
    resultFigure: resultFigure("Figure of hours saved per month"),
    ...commonContext,
  },
  {
    hours_before: "hoursBefore",
    hours_after: "hoursAfter",
    runs: "runsPerMonth",
    cost: "changeCost",
    hourlyRate: "hourlyCost",
    process: "subject",
  },
);

const wanted: readonly Wanted[] = [
  {
    kind: "Measurement",
    reference: "Measured hours per run today",
    matches: /hours|timesheet|measure|log|stopwatch|count/i,
  },
  {
    kind: "Document",
    reference: "Quote for the change",
    matches: /quot|offer|order|estimate|price/i,
    states: { field: "changeCost", label: "the cost of the change" },
  },
];

function verdictOf({ saving, value, fall, paid }: Gain, supported: boolean): Verdict {
  if (saving === null || value === null) return "measure first";
  if (saving <= 0 || value <= 0) return "leave as it is";
  return fall !== null && fall >= 40 && paid !== null && paid <= 12 && supported ? "change" : "pilot first";
}

/** Hours saved over two years against the cost of the change, training and new running costs. */
export const processChange: DecisionType<typeof processContext> = {
  id: "process_change",
  label: "Process change",
  roles: ["Operations"],
  capability: "process_optimization",
  context: processContext,
  evaluate(context, facts) {
    const { hoursBefore, hoursAfter, runsPerMonth, hourlyCost, changeCost, adoption = defaultAdoption } = context;
    const change: Change = {
      hoursBefore,
      hoursAfter,
      runsPerMonth,
      hourlyCost,
      changeCost,
      adoption,
      trainingHours: context.trainingHours ?? 0,
      runningCost: context.runningCost ?? 0,
      errorSaving: context.errorSaving ?? 0,
    };
    const gain = gainOf(change);
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, false, context);
    const verdict = verdictOf(gain, isSupported(evidence, facts.today));
    // A pilot costs a fifth of the change and two months of running cost.
    const costs = {
      change: (changeCost ?? 0) + change.runningCost * 12,
      "pilot first": (changeCost ?? 0) / 5 + change.runningCost * 2,
      "leave as it is": 0,
      "measure first": 0,
    };
    const outcome = outcomesOf(change, gain, costs, facts)[verdict];
    const impact = priorityForAmount(Math.max(gain.once ?? 0, Math.abs(gain.saving ?? 0) * 12), facts.role);
    const hours = `${pluralize(hoursBefore, "hour")} to ${pluralize(hoursAfter, "hour")} per run`;
    return evaluated(context, facts, {
      title: context.subject ?? `Process change: ${hours}`,
      description: `${facts.agentName} evaluated a change from ${hours}, with ${pluralize(runsPerMonth, "run")} per month${scopePhrase(context)}. Assumes ${percent(adoption * 100)} of runs are done the new way. Hours saved are worth money only if they are put to use.`,
      verdict,
      outcome: {
        ...outcome,
        forecasts: withFigure(outcome.forecasts, facts, context.resultFigure, "value"),
      },
      tell: ["CEO", "owner"],
      inputs: [hoursBefore, hoursAfter, hourlyCost, changeCost, context.trainingHours, context.adoption],
      evidence,
      steadiness: Math.abs(gain.fall ?? 0) / 50,
      priority: verdict === "leave as it is" ? "low" : impact,
      impact,
      cost: costs[verdict],
      returns: returning(gain.value, `net present value over ${horizon} months`),
      timeframe: verdict === "pilot first" ? "6 weeks" : pluralize(horizon, "month"),
      stakeholders: ["Operations", "CEO"],
      risks: [
        gain.fall !== null &&
          gain.fall > 0 &&
          `Loses money if the saving comes in more than ${percent(gain.fall)} lower`,
        context.adoption === undefined && "Adoption is assumed",
        context.trainingHours === undefined && "Training cost missing, counted as 0",
        ...revenueRisks(gain.once ?? 0, facts),
      ],
      alternatives: [
        alternative("Drop the process", "The fastest saving, if its output isn't missed"),
        alternative(
          "Pilot with one team",
          `At most ${formatMoney(costs["pilot first"], facts.currency)}, and easy to reverse`,
        ),
        alternative(
          "Do nothing",
          `Continues to take ${pluralize(round(hoursBefore * runsPerMonth, 1), "hour")} per month`,
          0,
        ),
      ],
      exposure: exposureOf("spend", costs[verdict], context, verdict === "change" && change.runningCost > 0),
      steps: stepsOf(change, gain, facts),
      curves: curvesOf(gain),
      questions: [
        [hourlyCost, "What is the fully loaded hourly cost of the people who do it?"],
        [changeCost, "What is the one-off cost of the change?"],
        [context.trainingHours, "How many hours of training does it take in total?"],
        [context.errorSaving, "How often does it go wrong today, and at what cost?"],
        [context.subject ?? context.purpose, "Which process is it?"],
      ],
    });
  },
};
