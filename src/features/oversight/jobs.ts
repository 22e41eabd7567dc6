import { checkByClock, clock } from "#features/oversight/checking/service.ts";
import type { Scheduled } from "#platform/jobs/background.ts";

export const schedule: readonly Scheduled[] = [{ ...clock, isOptional: true, run: (tx) => checkByClock(tx) }];
