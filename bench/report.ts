/** What one goal comes to: lines as they are printed, and whether each part of the goal is met. */
export type Report = { title: string; lines: string[]; goals: Goal[] };
export type Goal = { what: string; found: string; wanted: string; met: boolean };

/** A goal "at most". */
export function atMost(what: string, found: number, most: number, unit: string): Goal {
  return { what, found: `${round(found)} ${unit}`, wanted: `at most ${most} ${unit}`, met: found <= most };
}

/** A goal "at least". */
export function atLeast(what: string, found: number, least: number, unit: string): Goal {
  return { what, found: `${round(found)} ${unit}`, wanted: `at least ${least} ${unit}`, met: found >= least };
}

const round = (value: number): number => Number(value.toPrecision(3));
