import type { PlannedAction } from "#contract/actions.ts";
import { type PlannedNotice, plannedNotice } from "#features/communications/contract.ts";
import { notifyId } from "#features/communications/rules.ts";
import { type PlannedTask, plannedTask } from "#features/tasks/contract.ts";
import { createTaskId } from "#features/tasks/rules.ts";

/** The tasks an approval would create. */
export const tasksIn = (planned: readonly PlannedAction[]): PlannedTask[] =>
  planned.filter(({ action }) => action === createTaskId).map(({ input }) => plannedTask.parse(input));

/** The messages an approval would send. */
export const noticesIn = (planned: readonly PlannedAction[]): PlannedNotice[] =>
  planned.filter(({ action }) => action === notifyId).map(({ input }) => plannedNotice.parse(input));
