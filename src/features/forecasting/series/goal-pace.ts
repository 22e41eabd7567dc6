import { addDays, daysBetween } from "#contract/days.ts";

/**
 * A goal's progress after its elapsed days. `expected` and `done` are shares of the target, `projected` the total at
 * the current pace, `reachedOn` the day the target is reached (null: never). The last two are null on the first day.
 */
export type GoalPace = { expected: number; done: number; projected: number | null; reachedOn: string | null };

/** `target` must be above 0; null for a goal without days. */
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
  const elapsed = Math.min(all, Math.max(0, daysBetween(from, today)));
  const pace = elapsed === 0 ? null : soFar / elapsed;
  return {
    expected: elapsed / all,
    done: soFar / target,
    projected: pace === null ? null : pace * all,
    reachedOn: reachedOn(goal, pace),
  };
}

/** Ten years; later dates are not reported. */
const maxDays = 3_653;

function reachedOn(
  { target, soFar, from, today }: { target: number; soFar: number; from: string; today: string },
  pace: number | null,
) {
  if (soFar >= target) return today;
  if (pace === null || pace <= 0) return null;
  const days = Math.ceil(target / pace) - 1;
  return days > maxDays ? null : addDays(from, days);
}
