import { now } from "#platform/clock.ts";
import type { Platform } from "#platform/context.ts";
import { type Background, queueDue, startClocks } from "#platform/jobs/background.ts";
import { dropClaims } from "#platform/jobs/store.ts";

const everyMs = 10_000;
const hourMs = 3_600_000;
/** Longer than a job is tried again. */
const claimLifeMs = 8 * 24 * hourMs;

/** Queues what falls due by the clock every ten seconds, and forgets old claims every hour; gives how to stop. */
export function keepTime(
  work: Background,
  connectOwner: Parameters<typeof dropClaims>[0],
  platform: Platform,
): () => Promise<void> {
  let busy: Promise<void> | null = null;
  let isOver = false;
  let isHourOwed = true;
  /** One thing at a time; what comes due meanwhile is seen by the next look. */
  const take = (task: () => Promise<unknown>): void => {
    if (busy || isOver) return;
    busy = task()
      .then(
        () => undefined,
        (error: unknown) => platform.log.warn({ err: error }, "the clock was not looked at"),
      )
      .finally(() => (busy = null));
  };
  /** What an hour's look could not do is owed to the next one. */
  const look = async (): Promise<void> => {
    if (isHourOwed) {
      await startClocks(work, connectOwner, platform);
      await dropClaims(connectOwner, new Date(now().getTime() - claimLifeMs));
      isHourOwed = false;
    }
    if (work.schedule.length > 0) await queueDue(work, connectOwner, platform, () => isOver);
  };
  take(look);
  const timers = [
    setInterval(() => take(look), everyMs).unref(),
    setInterval(() => (isHourOwed = true), hourMs).unref(),
  ];
  return async () => {
    isOver = true;
    for (const timer of timers) clearInterval(timer);
    await busy;
  };
}
