/** Sums over the resolved forecasts of one agent and type in one tenth of the claimed probability. */
export type Tally = {
  agentId: string;
  decisionType: string;
  bin: number;
  resolved: number;
  held: number;
  claimed: number;
  brier: number;
  baseResolved: number;
  baseBrier: number;
  heldWithoutBase: number;
};

/** One bar of a reliability diagram: forecasts claimed from `from` to a tenth more. */
export type Bin = { from: number; resolved: number; claimed: number; held: number };

export type Score = {
  resolved: number;
  held: number;
  /** Mean squared difference of claim and outcome: 0 is perfect, 0.25 a coin toss. Null without resolved forecasts. */
  brier: number | null;
  baseBrier: number | null;
  /** 1 − Brier ÷ base rate's Brier: above 0 the forecasts beat the base rate. */
  skill: number | null;
  /** Only tenths with a forecast; `claimed` and `held` as shares. */
  bins: Bin[];
};

/** Below this many resolved forecasts no score is shown; below `fewResolved` it is marked as low evidence. */
export const leastResolved = 10;
export const fewResolved = 30;

export const brierOf = (probability: number, held: boolean): number => (probability - (held ? 1 : 0)) ** 2;

const total = <T>(rows: readonly T[], value: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0);

const groupBy = <T>(rows: readonly T[], key: (row: T) => string): T[][] => {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return [...groups.values()];
};

/**
 * The Brier sum of a reference that knows only how often the other forecasts of the same agent and type came true: for
 * each, the share of the others by Laplace's rule (held + 1) ÷ (n + 2). It needs no order and is never 0, so the skill
 * of forecasts without a frozen base rate is always defined (decision 60).
 */
export function brierSumOfOthers(resolved: number, held: number): number {
  const whenHeld = (resolved + 1 - held) / (resolved + 1);
  const whenNot = (held + 1) / (resolved + 1);
  return held * whenHeld ** 2 + (resolved - held) * whenNot ** 2;
}

/** The score of any tallies: of one type, of an agent, or of all agents. */
export function scoreOf(tallies: readonly Tally[]): Score {
  const resolved = total(tallies, (row) => row.resolved);
  const brierSum = total(tallies, (row) => row.brier);
  // The reference of forecasts without a base rate is their own kind, never another type or agent.
  const baseSum = total(
    groupBy(tallies, (row) => `${row.agentId} ${row.decisionType}`),
    (group) =>
      total(group, (row) => row.baseBrier) +
      brierSumOfOthers(
        total(group, (row) => row.resolved - row.baseResolved),
        total(group, (row) => row.heldWithoutBase),
      ),
  );
  const bins = groupBy(
    tallies.filter((row) => row.resolved > 0).toSorted((a, b) => a.bin - b.bin),
    (row) => String(row.bin),
  ).map((group) => {
    const count = total(group, (row) => row.resolved);
    return {
      from: (group[0]?.bin ?? 0) / 10,
      resolved: count,
      claimed: total(group, (row) => row.claimed) / count,
      held: total(group, (row) => row.held) / count,
    };
  });
  return {
    resolved,
    held: total(tallies, (row) => row.held),
    brier: resolved > 0 ? brierSum / resolved : null,
    baseBrier: resolved > 0 ? baseSum / resolved : null,
    skill: resolved > 0 && baseSum > 0 ? 1 - brierSum / baseSum : null,
    bins,
  };
}

/** 0 to 100, 50 as good as the base rate: 100 × (1 − Brier ÷ (2 × Brier of the base rate)). */
export function accuracyScore({ brier, baseBrier }: Pick<Score, "brier" | "baseBrier">): number | null {
  if (brier === null || baseBrier === null || baseBrier <= 0) return null;
  return Math.min(100, Math.max(0, 100 * (1 - brier / (2 * baseBrier))));
}
