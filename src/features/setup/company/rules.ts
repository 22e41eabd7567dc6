import { isMonthEnd } from "#contract/days.ts";
import { longDay } from "#contract/format.ts";
import type { AgentRoleId } from "#contract/roles.ts";
import type { CompanyDetails, Department, GoalTarget } from "#features/setup/company/contract.ts";

/** The role that works for a department; none for Human Resources. */
export const roleOfDepartment: Record<Department, AgentRoleId | null> = {
  Sales: "Sales",
  Legal: "Legal",
  Operations: "Operations",
  "Customer Success": "Customer Success",
  Marketing: "CMO",
  Finance: "CFO",
  "Human Resources": null,
  "Product Development": "CTO",
  Engineering: "CTO",
  Support: "Customer Success",
};

/** Active departments whose role no agent has. */
export const uncovered = (active: readonly string[], roles: readonly AgentRoleId[]): Department[] =>
  (Object.keys(roleOfDepartment) as Department[]).filter((department) => {
    const role = roleOfDepartment[department];
    return active.includes(department) && role !== null && !roles.includes(role);
  });

type Placed = Pick<GoalTarget, "metric" | "target" | "date">;
export type Complete = { metric: string; target: number; date: string };

export const isComplete = <Goal extends Placed>(goal: Goal): goal is Goal & Complete =>
  goal.metric !== null && goal.target !== null && goal.date !== null;

/** The figure that holds a complete goal's target. */
export const figureOf = ({ metric, target, date }: Complete) => ({
  metricName: `${metric}_target`,
  metricValue: target,
  measurementDate: date,
});

export const keyOfGoal = ({ metric, date }: Pick<Complete, "metric" | "date">): string => `${metric} ${date}`;

/** The error for corrected goals, or null. */
export function targetsError(goals: readonly GoalTarget[]): string | null {
  const complete = goals.filter(isComplete);
  const odd = complete.find(({ date }) => !isMonthEnd(date));
  if (odd) return `${longDay(odd.date)} isn't the last day of a month. Use the last day of the month, quarter or year.`;
  if (new Set(complete.map(keyOfGoal)).size < complete.length)
    return "Two goals have the same metric and date. Keep one of them.";
  if (new Set(goals.map(({ text }) => text)).size < goals.length)
    return "Two goals have the same text. Keep one of them.";
  return null;
}

/** A goal as it is kept: `tracked` is the target last recorded for it, or for the goal it replaced. */
export type KeptGoal = GoalTarget & { tracked?: number; period?: CompanyDetails["targets"][number]["period"] };

/**
 * Goals after their text changed: sentences that were read before keep their corrections, and tracked goals stay unless
 * another one now has their metric and date.
 */
export function mergeGoals(
  before: readonly KeptGoal[],
  isTracked: (goal: KeptGoal) => boolean,
  read: readonly KeptGoal[],
  most: number,
): KeptGoal[] {
  const byText = new Map(before.map((goal) => [goal.text, goal]));
  const byKey = new Map(before.filter(isComplete).map((goal) => [keyOfGoal(goal), goal]));
  const current = read.map((goal): KeptGoal => {
    const tracked = isComplete(goal) ? byKey.get(keyOfGoal(goal))?.tracked : undefined;
    return byText.get(goal.text) ?? { ...goal, ...(tracked !== undefined && { tracked }) };
  });
  const [texts, keys] = [new Set(read.map(({ text }) => text)), new Set(current.filter(isComplete).map(keyOfGoal))];
  const kept = before.filter(
    (goal) => isTracked(goal) && !texts.has(goal.text) && !(isComplete(goal) && keys.has(keyOfGoal(goal))),
  );
  return [...kept, ...current].slice(0, most);
}

/** Text in which the order of keys does not matter: the database keeps none. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  ) ?? "";

type Changes = Record<string, { from: unknown; to: unknown }>;

/** What differs between two setups, by field. */
export const changesBetween = (before: Record<string, unknown>, after: Record<string, unknown>): Changes =>
  Object.fromEntries(
    Object.keys(after)
      .filter((key) => canonical(before[key]) !== canonical(after[key]))
      .map((key) => [key, { from: before[key], to: after[key] }]),
  );
