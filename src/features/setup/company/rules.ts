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

type TargetFields = Pick<GoalTarget, "metric" | "target" | "date">;
export type CompleteGoal = { metric: string; target: number; date: string };

export const isComplete = <Goal extends TargetFields>(goal: Goal): goal is Goal & CompleteGoal =>
  goal.metric !== null && goal.target !== null && goal.date !== null;

/** The figure that holds a complete goal's target. */
export const figureOf = ({ metric, target, date }: CompleteGoal) => ({
  metricName: `${metric}_target`,
  metricValue: target,
  measurementDate: date,
});

export const keyOfGoal = ({ metric, date }: Pick<CompleteGoal, "metric" | "date">): string => `${metric} ${date}`;

export function targetsError(goals: readonly GoalTarget[]): string | null {
  const complete = goals.filter(isComplete);
  const midMonth = complete.find(({ date }) => !isMonthEnd(date));
  if (midMonth)
    return `${longDay(midMonth.date)} isn't the last day of a month. Use the last day of the month, quarter or year.`;
  if (new Set(complete.map(keyOfGoal)).size < complete.length)
    return "Two goals have the same metric and date. Keep one of them.";
  if (new Set(goals.map(({ text }) => text)).size < goals.length)
    return "Two goals have the same text. Keep one of them.";
  return null;
}

/** A goal as stored: `tracked` is the target last recorded for it, or for the goal it replaced. */
export type StoredGoal = GoalTarget & { tracked?: number; period?: CompanyDetails["targets"][number]["period"] };

/**
 * Merges goals read from a changed text into the stored ones: sentences that were there before keep their corrections,
 * and tracked goals stay unless another goal now has their metric and date.
 */
export function mergeGoals(
  before: readonly StoredGoal[],
  isTracked: (goal: StoredGoal) => boolean,
  read: readonly StoredGoal[],
  limit: number,
): StoredGoal[] {
  const byText = new Map(before.map((goal) => [goal.text, goal]));
  const byKey = new Map(before.filter(isComplete).map((goal) => [keyOfGoal(goal), goal]));
  const current = read.map((goal): StoredGoal => {
    const tracked = isComplete(goal) ? byKey.get(keyOfGoal(goal))?.tracked : undefined;
    return byText.get(goal.text) ?? { ...goal, ...(tracked !== undefined && { tracked }) };
  });
  const [texts, keys] = [new Set(read.map(({ text }) => text)), new Set(current.filter(isComplete).map(keyOfGoal))];
  const kept = before.filter(
    (goal) => isTracked(goal) && !texts.has(goal.text) && !(isComplete(goal) && keys.has(keyOfGoal(goal))),
  );
  return [...kept, ...current].slice(0, limit);
}

/** JSON with sorted keys, because the database doesn't preserve their order. */
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
