import { counted, money } from "#contract/format.ts";
import { weightOf } from "#features/decisions/rules.ts";
import { amount, commonContext, contextOf, number, share } from "./context.ts";
import type { DecisionType } from "./decision-type.ts";
import { againstRevenue, confidence, evidenceRows, isSupported, shareGiven, type Wanted } from "./evidence.ts";
import { percent, round } from "./figures.ts";
import { type Change, curvesOf, type Gain, gainOf, horizon, stepsOf, usualAdoption } from "./process-hours.ts";
import { effectsOf, forecastsOf, type Plan, recommendationOf, type Verdict } from "./process-proposal.ts";
import { about, alternative, exposureOf, missing, unknown } from "./proposal-parts.ts";

const processContext = contextOf(
  {
    hoursBefore: number("hoursBefore", { label: "Hours a run today" }, 0, 10_000),
    hoursAfter: number("hoursAfter", { label: "Hours a run afterwards" }, 0, 10_000),
    runsPerMonth: number("runsPerMonth", { label: "Runs a month" }, 0, 1_000_000),
    hourlyCost: amount("hourlyCost", { label: "Cost of an hour", hint: "Pay with everything on top" }, 0).optional(),
    changeCost: amount("changeCost", { label: "Cost of the change, once" }, 0).optional(),
    trainingHours: number("trainingHours", { label: "Hours of training, all together" }, 0, 1_000_000).optional(),
    runningCost: amount("runningCost", { label: "New cost a month", hint: "Licences, services" }, 0).optional(),
    errorSaving: amount("errorSaving", { label: "Fewer errors, a month", hint: "In money" }, 0).optional(),
    adoption: share("adoption", { label: "Share of runs done the new way", hint: "Left out: 80%" }).optional(),
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
    reference: "Measured hours of a run today",
    matches: /hours|timesheet|measure|log|stopwatch|count/i,
  },
  { kind: "Document", reference: "Offer for the cost of the change", matches: /quot|offer|order|estimate|price/i },
];

function verdictOf({ saving, value, fall, paid }: Gain, supported: boolean): Verdict {
  if (saving === null || value === null) return "measure first";
  if (saving <= 0 || value <= 0) return "leave as it is";
  return fall !== null && fall >= 40 && paid !== null && paid <= 12 && supported ? "change" : "pilot first";
}

/** Weighs the hours a change frees against its cost, training and new running cost over two years. */
export const processChange: DecisionType<typeof processContext> = {
  id: "process_change",
  label: "Process change",
  roles: ["Operations"],
  capability: "process_optimization",
  context: processContext,
  evaluate(context, facts) {
    const {
      hoursBefore,
      hoursAfter,
      runsPerMonth,
      hourlyCost,
      changeCost,
      counterparty,
      adoption = usualAdoption,
    } = context;
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
    const evidence = evidenceRows(context.evidence ?? [], wanted, facts, false);
    const verdict = verdictOf(gain, isSupported(evidence, facts.today));
    // A pilot pays a fifth of the change and two months of what runs on.
    const bound = {
      change: (changeCost ?? 0) + change.runningCost * 12,
      "pilot first": (changeCost ?? 0) / 5 + change.runningCost * 2,
      "leave as it is": 0,
      "measure first": 0,
    };
    const now = bound[verdict];
    const shown = (value: number) => money(value, facts.currency);
    const title =
      context.subject ?? `Change a process of ${counted(hoursBefore, "hour")} to ${counted(hoursAfter, "hour")} a run`;
    const plan: Plan = { title, change, gain, verdict, now, facts };
    const said = recommendationOf(plan);
    const weight = weightOf(Math.max(gain.once ?? 0, Math.abs(gain.saving ?? 0) * 12), facts.role);
    return {
      title,
      description: `${facts.agentName} weighed a change from ${counted(hoursBefore, "hour")} to ${counted(hoursAfter, "hour")} a run, ${counted(runsPerMonth, "run")} a month${about(context)}. ${percent(adoption * 100)} of the runs are taken to be done the new way; freed hours count as money only if they are used.`,
      recommendation: said,
      verdict,
      confidence: confidence(
        shareGiven([hoursBefore, hoursAfter, hourlyCost, changeCost, context.trainingHours, context.adoption]),
        evidence,
        Math.abs(gain.fall ?? 0) / 50,
        facts.today,
      ),
      priority: verdict === "leave as it is" ? "low" : weight,
      impact: weight,
      metadata: {
        financialImpact: now > 0 ? round(-now, 2) : null,
        returns:
          gain.value !== null && gain.value > 0
            ? { amount: round(gain.value, 2), note: `in ${horizon} months, in today's money` }
            : null,
        timeframe: verdict === "pilot first" ? "6 weeks" : counted(horizon, "month"),
        stakeholders: ["Operations", "CEO", ...(counterparty ? [counterparty] : [])],
        risks: [
          ...(gain.fall !== null && gain.fall > 0
            ? [`Nothing is gained when the saving falls by more than ${percent(gain.fall)}`]
            : []),
          ...(context.adoption === undefined ? ["How many go along is assumed"] : []),
          ...(context.trainingHours === undefined ? ["Training is counted as nothing"] : []),
          ...againstRevenue(gain.once ?? 0, facts),
          ...missing(evidence),
        ],
      },
      alternatives: [
        alternative("Drop the process", "The quickest saving there is, if nobody misses what comes out of it"),
        alternative("Pilot with one team", `At most ${shown(bound["pilot first"])}, and a way back`),
        alternative(
          "Do nothing",
          `It goes on taking ${counted(round(hoursBefore * runsPerMonth, 1), "hour")} a month`,
          0,
        ),
      ],
      evidence,
      forecasts: forecastsOf(plan),
      exposure: exposureOf("spend", now, context, verdict === "change" && change.runningCost > 0),
      steps: stepsOf(change, gain, facts),
      curves: curvesOf(gain),
      questions: unknown([
        [hourlyCost, "What does an hour of the people who do it cost, with everything on top?"],
        [changeCost, "What does the change cost, once?"],
        [context.trainingHours, "How many hours of training does it take, for all together?"],
        [context.errorSaving, "How often does it go wrong today, and what does that cost?"],
        [context.subject ?? context.purpose, "Which process is it?"],
      ]),
      effects: effectsOf(plan, said),
    };
  },
};
