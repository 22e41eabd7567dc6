import { now } from "#platform/clock.ts";
import type { Platform } from "#platform/context.ts";
import { type Background, bringSlotsForward, queueDue, startClocks } from "#platform/jobs/background.ts";
import { openOperator } from "#platform/db/operator.ts";
import { dropClaims } from "#platform/jobs/store.ts";

const everyMs = 10_000;
const hourMs = 3_600_000;
/** How far a clock must be set back, in milliseconds, for slots to be brought forward. */
const clockSetBackMs = 60_000;
/** Longer than a job's retries last. */
const claimLifeMs = 8 * 24 * hourMs;

/** Queues due slots every ten seconds and deletes old claims every hour. Returns a function that stops it. */
export function startScheduler(
  work: Background,
  connectOwner: Parameters<typeof dropClaims>[0],
  platform: Platform,
): () => Promise<void> {
  const operator = openOperator(connectOwner);
  let busy: Promise<void> | null = null;
  let isOver = false;
  let isCleanupDue = true;
  let last = now();
  /** Skips if the previous pass is still running; the next pass catches up. */
  const runExclusively = (task: () => Promise<unknown>): void => {
    if (busy || isOver) return;
    busy = task()
      .then(
        () => undefined,
        (error: unknown) => platform.log.warn({ err: error }, "the clock was not looked at"),
      )
      .finally(() => (busy = null));
  };
  /** A failed cleanup is retried on the next pass. */
  const runPass = async (): Promise<void> => {
    if (isCleanupDue) {
      await startClocks(work, connectOwner, platform);
      await dropClaims(connectOwner, new Date(now().getTime() - claimLifeMs));
      isCleanupDue = false;
    }
    const moment = now();
    if (moment.getTime() < last.getTime() - clockSetBackMs) await bringSlotsForward(work, connectOwner, platform);
    last = moment;
    if (work.schedule.length > 0) await queueDue(work, operator, platform, () => isOver);
  };
  runExclusively(runPass);
  const timers = [
    setInterval(() => runExclusively(runPass), everyMs).unref(),
    setInterval(() => (isCleanupDue = true), hourMs).unref(),
  ];
  return async () => {
    isOver = true;
    for (const timer of timers) clearInterval(timer);
    await busy;
    await operator.close();
  };
}
