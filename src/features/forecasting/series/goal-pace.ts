import { addDays, daysBetween } from "#contract/days.ts";

/**
 * How a goal stands after the days that are over. `expected` and `done` are shares of the target; `projected` is the total on
 * the last day at the pace so far, `reachedOn` the day it would be reached, null where that is never; both null on the first day.
 */
export type GoalPace = { expected: number; done: number; projected: number | null; reachedOn: string | null };

/** Takes a target above 0, what is reached, first and last day and today; gives the pace, null for a goal without days. */
export function goalPace(goal: {
  target: number;
  soFar: number;
  from: string;
  to: string;
  today: string;
}): GoalPace | null {
  const { target, soFar, from, to, today } = goal;
  const all = daysBetween(from, to) + 1;
  if (!(target > 0) || !Number.isFinite(soFar) || all < 1) return null;
  const over = Math.min(all, Math.max(0, daysBetween(from, today)));
  const pace = over === 0 ? null : soFar / over;
  return {
    expected: over / all,
    done: soFar / target,
    projected: pace === null ? null : pace * all,
    reachedOn: reachedOn(goal, pace),
  };
}

/** No further than ten years: what comes later has no date. */
const farthest = 3_653;

function reachedOn(
  { target, soFar, from, today }: { target: number; soFar: number; from: string; today: string },
  pace: number | null,
) {
  if (soFar >= target) return today;
  if (pace === null || pace <= 0) return null;
  const days = Math.ceil(target / pace) - 1;
  return days > farthest ? null : addDays(from, days);
}
