import { checkSchedule, runScheduledCheck } from "#features/oversight/checking/service.ts";
import type { Scheduled } from "#platform/jobs/background.ts";

export const schedule: readonly Scheduled[] = [
  { ...checkSchedule, isOptional: true, run: (tx) => runScheduledCheck(tx) },
];
