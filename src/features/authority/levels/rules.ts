import type { AuthorityLevel } from "#contract/roles.ts";
import { wilson } from "#contract/wilson.ts";
import type { AutonomyLevel } from "#features/agents/contract.ts";
import { type EarnedLevel, earnedLevels } from "#features/authority/levels/contract.ts";

export const rankOf = (level: EarnedLevel): number => earnedLevels.indexOf(level);

export const levelNames: Readonly<Record<EarnedLevel, string>> = {
  shadow: "Shadow",
  advise: "Advise",
  propose: "Propose",
  execute_undo: "Execute with undo",
  execute: "Execute",
};

/** What the agent's autonomy gives before its record has raised or lowered anything (decision 63). */
export const startingLevel = (autonomy: AutonomyLevel): EarnedLevel =>
  (({ assist: "advise", propose: "propose", execute: "execute_undo" }) as const)[autonomy];

/** The most an autonomy allows, whatever the record. */
const autonomyCeiling = (autonomy: AutonomyLevel): EarnedLevel =>
  (({ assist: "advise", propose: "propose", execute: "execute" }) as const)[autonomy];

/** The one-sided 95% bounds of a share. */
export const boundsOf = (good: number, of: number) => wilson(good, of, 1.6448536269514722);

export type Outcomes = { good: number; resolved: number };

/** The bound each level takes; below "execute with undo" there is nothing to earn. */
const required: Readonly<Partial<Record<EarnedLevel, number>>> = { execute_undo: 0.8, execute: 0.9 };

/** The first look; each later one at twice as many outcomes, so that repeated looks don't find luck. */
const firstLook = 20;

/** The highest look reached, 0 before the first. */
export function lookReached(resolved: number): number {
  if (!(resolved >= firstLook)) return 0;
  return firstLook * 2 ** Math.floor(Math.log2(resolved / firstLook));
}

/** At how many outcomes the record is looked at next. */
export const nextLook = (lookedAt: number): number => (lookedAt < firstLook ? firstLook : lookedAt * 2);

/** The level above with the bound it takes; null at the top. */
export function nextLevel(level: EarnedLevel): { level: EarnedLevel; bound: number } | null {
  const up = rankOf(level) < rankOf("execute_undo") ? "execute_undo" : "execute";
  return level === "execute" ? null : { level: up, bound: required[up] ?? 1 };
}

/** The step up a record supports at a look, or null. */
export function stepUp(level: EarnedLevel, { good, resolved }: Outcomes): EarnedLevel | null {
  const next = nextLevel(level);
  return next && boundsOf(good, resolved).lower >= next.bound ? next.level : null;
}

/** Whether a record no longer supports a level that was earned; judged from the first look on. */
export function isLost(level: EarnedLevel, { good, resolved }: Outcomes): boolean {
  const bound = required[level];
  return bound !== undefined && resolved >= firstLook && boundsOf(good, resolved).lower < bound;
}

/** One step down; null at the bottom. */
export const stepDown = (level: EarnedLevel): EarnedLevel | null => earnedLevels[rankOf(level) - 1] ?? null;

type Ceilings = {
  level: EarnedLevel;
  autonomy: AutonomyLevel;
  decisionAuthority: AuthorityLevel;
  /** Oversight is on, and autonomous work is not on hold. */
  mayExecute: boolean;
};

/** The lowest of everything that limits an agent, and its name; of equal ones the owner's setting is named. */
export function lowestOf({ level, autonomy, decisionAuthority, mayExecute }: Ceilings): {
  level: EarnedLevel;
  name: "Autonomy" | "Oversight" | "Authority" | "Earned level";
} {
  const all = [
    { name: "Autonomy", level: autonomyCeiling(autonomy) },
    { name: "Oversight", level: mayExecute ? "execute" : "propose" },
    { name: "Authority", level: decisionAuthority === "low" ? "propose" : "execute" },
    { name: "Earned level", level },
  ] as const;
  return all.reduce<(typeof all)[number]>((low, one) => (rankOf(one.level) < rankOf(low.level) ? one : low), all[0]);
}

/** The newest change, if it lowered the level. */
export function lastLowered<C extends { from: EarnedLevel; to: EarnedLevel }>(newestFirst: readonly C[]): C | null {
  const [newest] = newestFirst;
  return newest && rankOf(newest.to) < rankOf(newest.from) ? newest : null;
}

/** What an agent may do at a level. */
export const describeLevel = (level: EarnedLevel): string =>
  ({
    shadow: "only propose for the record",
    advise: "only advise",
    propose: "only propose",
    execute_undo: "execute, with 2 minutes to undo",
    execute: "execute",
  })[level];

export const percentOf = (bound: number): string => `${Math.floor(bound * 1000) / 10}%`;

/** "19 of 20 outcomes good, lower 95% bound 80.3%" */
export const describeRecord = ({ good, resolved }: Outcomes): string =>
  `${good} of ${resolved} outcomes good, lower 95% bound ${percentOf(boundsOf(good, resolved).lower)}`;
