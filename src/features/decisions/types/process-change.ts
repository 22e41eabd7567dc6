import { addDays } from "#contract/days.ts";
import { money } from "#features/authority/limits/rules.ts";
import type { Forecast, PlannedEffect } from "#features/decisions/contract.ts";
import { weightOf } from "#features/decisions/rules.ts";
import { addMonths, writtenDay } from "./calendar.ts";
import { amount, commonContext, contextOf, number, share } from "./context.ts";
import type { DecisionType, Facts } from "./decision-type.ts";
import { againstRevenue, confidence, evidenceRows, isSupported, odds, shareGiven, type Wanted } from "./evidence.ts";
import { counted, floorRound, percent, round } from "./figures.ts";
import { type Change, curvesOf, type Gain, gainOf, horizon, stepsOf, usualAdoption } from "./process-hours.ts";
import { about, alternative, claim, exposureOf, missing, task, tell, unknown } from "./proposal-parts.ts";

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

type Verdict = "change" | "pilot first" | "leave as it is" | "measure first";

function verdictOf({ saving, value, fall, paid }: Gain, supported: boolean): Verdict {
  if (saving === null || value === null) return "measure first";
  if (saving <= 0 || value <= 0) return "leave as it is";
  return fall !== null && fall >= 40 && paid !== null && paid <= 12 && supported ? "change" : "pilot first";
}

/** What the words are made of; `now` is the money that following it spends, company currency. */
type Plan = { title: string; change: Change; gain: Gain; verdict: Verdict; now: number; facts: Facts };
const pilotEnds = ({ facts }: Plan): string => addDays(facts.today, 42);

function recommendationOf({ gain, verdict, now, facts }: Plan): string {
  const shown = (value: number) => money(value, facts.currency);
  const hours = `${counted(round(gain.hours, 1), "hour")} a month`;
  const paid =
    gain.paid === null
      ? `not paid back in ${horizon} months`
      : gain.paid <= 0
        ? "costs nothing at first"
        : `paid back in month ${gain.paid}`;
  switch (verdict) {
    case "change":
      return `Change: it frees ${hours} worth ${shown(gain.saving ?? 0)} after its own cost, is ${paid} and holds until the saving falls by ${percent(gain.fall ?? 0)}.`;
    case "pilot first":
      return `Pilot first: one team, four weeks, at most ${shown(now)}. As planned it frees ${hours} worth ${shown(gain.saving ?? 0)} and is ${paid}; measured hours decide about the rest.`;
    case "leave as it is":
      return (gain.saving ?? 0) <= 0
        ? "Leave as it is: the new way saves nothing after its own cost."
        : `Leave as it is: ${shown(gain.saving ?? 0)} a month do not bring back ${shown(gain.once ?? 0)} within ${horizon} months.`;
    case "measure first":
      return `Measure first: it frees ${hours}, but what an hour or the change costs is not known, so nobody can say whether it pays.`;
  }
}

function forecastsOf(plan: Plan): Forecast[] {
  const { gain, verdict, facts } = plan;
  const [soon, late] = [addDays(facts.today, 28), addMonths(facts.today, 4)];
  // A third off what a month frees: people learn, and count generously.
  const least = floorRound(Math.max(0, gain.hours * 0.7));
  switch (verdict) {
    case "change":
    case "pilot first":
      return [
        claim(
          "proxy",
          `${verdict === "change" ? "Everybody" : "One team"} has done ten runs the new way by ${writtenDay(soon)}`,
          soon,
          odds(0.6, null),
          10,
        ),
        verdict === "change"
          ? claim(
              "final",
              `At least ${counted(least, "hour")} a month are freed, measured by ${writtenDay(late)}`,
              late,
              odds(0.5, facts.record),
              least,
            )
          : claim(
              "final",
              `The pilot needs at most ${counted(round(plan.change.hoursAfter * 1.2, 2), "hour")} a run, measured by ${writtenDay(pilotEnds(plan))}`,
              pilotEnds(plan),
              odds(0.5, facts.record),
              round(plan.change.hoursAfter * 1.2, 2),
            ),
      ];
    default:
      return [
        claim("proxy", `The hours of ten runs are measured by ${writtenDay(soon)}`, soon, odds(0.6, null), 10),
        claim(
          "final",
          `A run still takes at most ${counted(plan.change.hoursBefore, "hour")} on ${writtenDay(late)}`,
          late,
          odds(0.7, facts.record),
          plan.change.hoursBefore,
        ),
      ];
  }
}

function effectsOf(plan: Plan, said: string): PlannedEffect[] {
  const { title, verdict, now, facts } = plan;
  const told = tell(["CEO", "owner"], `${verdict[0]?.toUpperCase()}${verdict.slice(1)}: ${title}`, said);
  const measure = task(
    "Operations",
    "Measure ten runs of the present way",
    "Hours from start to finish, errors, who waits for whom. Without it nobody can show the saving.",
    { days: 14, hours: 6, priority: "high" },
  );
  if (verdict === "leave as it is" || verdict === "measure first") return [measure, ...told];
  const cap = now > 0 ? ` At most ${money(now, facts.currency)} may be spent.` : "";
  return [
    measure,
    verdict === "change"
      ? task(
          "Operations",
          "Bring the new way in",
          `Train everybody, name who answers questions, switch the old way off on a day.${cap}`,
          { days: 45, hours: 30, priority: "high" },
        )
      : task(
          "Operations",
          "Run the pilot with one team for four weeks",
          `The same measure as before, and a way back.${cap}`,
          { days: 42, hours: 16, priority: "high" },
        ),
    task(
      "Operations",
      "Say what the freed hours are used for",
      "An hour saved is worth nothing until somebody does something else with it.",
      { days: 28, hours: 2 },
    ),
    ...told,
  ];
}

/** Weighs the hours a change frees against its cost, training and new running cost over two years. */
export const processChange: DecisionType<typeof processContext> = {
  id: "process_change",
  label: "Process change",
  roles: ["Operations"],
  capability: "process_optimization",
  leading: "final",
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
