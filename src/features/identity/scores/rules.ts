import { wilson } from "#contract/wilson.ts";
import type { ProposalRecord } from "#features/decisions/standing/rules.ts";
import { accuracyScore, leastResolved } from "#features/decisions/outcome/scores/rules.ts";
import type { TaskRecord } from "#features/tasks/track/rules.ts";
import type { Part, PerformanceMetrics } from "#features/identity/contract.ts";

type TypeScore = {
  decisionType: string;
  resolved: number;
  held: number;
  brier: number | null;
  baseBrier: number | null;
  skill: number | null;
};

/** Everything an agent's scores follow from, as counted when something last changed. */
export type Inputs = TaskRecord &
  ProposalRecord & {
    failedRuns: number;
    outcomes: TypeScore[];
    /** This month's runs, their cost and what an even pace of the agent's monthly budget allows, US dollars. */
    runs: number;
    costUsd: number;
    planUsd: number;
  };

/** Performance is shown from this many finished tasks on. */
const leastFinished = 5;
/** Consistency is shown from this many weeks on. */
const leastWeeks = 4;

const round = (value: number, digits = 1): number => Math.round(value * 10 ** digits) / 10 ** digits;
const share = (some: number, all: number): number | null => (all > 0 ? (100 * Math.min(some, all)) / all : null);

/** Mean Brier scores over all types, weighted by their resolved forecasts. */
function overall(outcomes: readonly TypeScore[]): { resolved: number; held: number; accuracy: number | null } {
  const known = outcomes.filter(({ brier, baseBrier }) => brier !== null && baseBrier !== null);
  const resolved = known.reduce((sum, one) => sum + one.resolved, 0);
  const mean = (value: (one: TypeScore) => number | null) =>
    resolved > 0 ? known.reduce((sum, one) => sum + (value(one) ?? 0) * one.resolved, 0) / resolved : null;
  const held = known.reduce((sum, one) => sum + one.held, 0);
  return {
    resolved,
    held,
    accuracy: accuracyScore({ brier: mean((one) => one.brier), baseBrier: mean((one) => one.baseBrier) }),
  };
}

export const performanceFormula =
  "40% outcomes + 25% tasks done with a result + 15% on time + 10% small edits + 10% cost against plan. A part without data gives its weight to the others.";

/** The parts with their weights; the weight of a part without data is shared among the others. */
export function partsOf(inputs: Inputs): Part[] {
  const { resolved, held, accuracy } = overall(inputs.outcomes);
  const raw = [
    {
      id: "outcomes",
      label: "Outcomes",
      weight: 40,
      score: resolved >= leastResolved ? accuracy : null,
      from:
        resolved >= leastResolved
          ? `${held} of ${resolved} resolved forecasts came true, scored against the base rate`
          : `${resolved} of ${leastResolved} resolved forecasts needed`,
    },
    {
      id: "results",
      label: "Tasks done with a result",
      weight: 25,
      score: share(inputs.withResult, inputs.finished),
      from: `${inputs.withResult} of ${inputs.finished} finished tasks`,
    },
    {
      id: "onTime",
      label: "On time",
      weight: 15,
      score: share(inputs.onTime, inputs.due),
      from: inputs.due > 0 ? `${inputs.onTime} of ${inputs.due} with a due date` : "No finished task had a due date",
    },
    { id: "edits", label: "Small edits", weight: 10, score: null, from: "No drafts to edit yet" },
    {
      id: "cost",
      label: "Cost against plan",
      weight: 10,
      score:
        inputs.runs === 0 ? null : inputs.costUsd <= inputs.planUsd ? 100 : (100 * inputs.planUsd) / inputs.costUsd,
      from:
        inputs.runs === 0
          ? "No runs this month"
          : `$${inputs.costUsd.toFixed(2)} of $${inputs.planUsd.toFixed(2)} planned so far this month`,
    },
  ];
  const counted = raw.reduce((sum, one) => sum + (one.score === null ? 0 : one.weight), 0);
  return raw.map((one) => {
    const applied = one.score === null || counted === 0 ? 0 : (100 * one.weight) / counted;
    const points = ((one.score ?? 0) * applied) / 100;
    return {
      ...one,
      score: one.score === null ? null : round(one.score),
      applied: round(applied),
      points: round(points, 2),
    };
  });
}

/** 0 to 100; null before the first finished tasks. */
export function performanceOf(inputs: Inputs | null): number | null {
  if (!inputs || inputs.finished < leastFinished) return null;
  const total = partsOf(inputs).reduce((sum, { points }) => sum + points, 0);
  return Math.min(100, round(total));
}

/** The 95% interval of a share, in percent; null without trials. */
export function intervalOf(some: number, all: number): [number, number] | null {
  if (all <= 0) return null;
  const { lower, upper } = wilson(some, all);
  return [round(100 * lower, 2), round(100 * upper, 2)];
}

/** Errors cannot exceed what was finished. */
export function errorsOf(inputs: Inputs, reversals: number): PerformanceMetrics["errors"] {
  const errors = inputs.failedRuns + reversals + inputs.rejectedForCause;
  const rate = share(errors, inputs.finished);
  return {
    failedRuns: inputs.failedRuns,
    reversals,
    rejections: inputs.rejectedForCause,
    rate: rate === null ? null : round(rate, 2),
    interval: intervalOf(errors, inputs.finished),
    formula: "(failed runs + reversals + rejections with a reason) ÷ finished tasks",
  };
}

/** 100 − the spread of weekly performance as a percentage of its mean; null before enough weeks. */
export function consistencyOf(weeks: readonly number[]): number | null {
  if (weeks.length < leastWeeks) return null;
  const mean = weeks.reduce((sum, one) => sum + one, 0) / weeks.length;
  if (mean <= 0) return null;
  const variance = weeks.reduce((sum, one) => sum + (one - mean) ** 2, 0) / weeks.length;
  return round(Math.max(0, 100 - (100 * Math.sqrt(variance)) / mean));
}

/** The type with the most resolved outcomes. */
export const specialtyOf = ({ outcomes }: Inputs): string | null =>
  outcomes.toSorted((a, b) => b.resolved - a.resolved || a.decisionType.localeCompare(b.decisionType))[0]
    ?.decisionType ?? null;

const orNull = (value: number | null) => (value === null ? null : round(value));

export function fieldsOf(inputs: Inputs, weeks: readonly number[]): PerformanceMetrics["fields"] {
  const { questions, good, settled, approved, revenueImpact, operationalImpact, onTime, due } = inputs;
  return [
    { id: "casesHandled", label: "Cases handled", value: questions, unit: "count", formula: "Questions answered" },
    {
      id: "successRate",
      label: "Success rate",
      value: orNull(share(good, settled)),
      unit: "percent",
      formula: `Approved proposals without a failed forecast ÷ settled proposals: ${good} of ${settled}`,
    },
    {
      id: "stakeholderScore",
      label: "Proposals approved",
      value: orNull(share(approved, settled)),
      unit: "percent",
      formula: `Proposals people approved ÷ proposals they settled: ${approved} of ${settled}`,
    },
    {
      id: "revenueImpact",
      label: "Revenue impact",
      value: revenueImpact,
      unit: "money",
      formula: "Money of approved decisions whose forecast about a revenue metric came true",
    },
    {
      id: "operationalImpact",
      label: "Operational impact",
      value: operationalImpact,
      unit: "money",
      formula: "Money of approved decisions whose forecast about a cost metric came true",
    },
    {
      id: "consistencyScore",
      label: "Consistency",
      value: consistencyOf(weeks),
      unit: "score",
      formula: `100 − standard deviation of weekly performance ÷ its mean, from ${leastWeeks} weeks on: ${weeks.length} so far`,
    },
    {
      id: "speedScore",
      label: "Speed",
      value: orNull(share(onTime, due)),
      unit: "percent",
      formula: `Done by the due date ÷ finished with one: ${onTime} of ${due}`,
    },
  ];
}
