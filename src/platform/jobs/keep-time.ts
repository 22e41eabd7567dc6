import { now } from "#platform/clock.ts";
import type { Platform } from "#platform/context.ts";
import { type Background, queueDue, startClocks } from "#platform/jobs/background.ts";
import { dropClaims } from "#platform/jobs/store.ts";

const everyMs = 10_000;
const hourMs = 3_600_000;
/** Longer than a job is tried again. */
const claimLifeMs = 8 * 24 * hourMs;

/** Queues what falls due by the clock every ten seconds, and forgets old claims every hour; gives how to stop. */
export async function keepTime(
  work: Background,
  connectOwner: Parameters<typeof dropClaims>[0],
  platform: Platform,
): Promise<() => Promise<void>> {
  let busy: Promise<unknown> = Promise.resolve();
  let isOver = false;
  const take = (what: string, task: () => Promise<unknown>): void => {
    busy = busy.then(() => (isOver ? null : task())).catch((error: unknown) => platform.log.warn({ err: error }, what));
  };
  const look = () => take("work by the clock was not queued", () => queueDue(work, connectOwner, platform));
  const forget = () =>
    take("old claims were not removed", () => dropClaims(connectOwner, new Date(now().getTime() - claimLifeMs)));
  const timers = [setInterval(forget, hourMs).unref()];
  if (work.schedule.length > 0) {
    await startClocks(work, connectOwner, platform);
    timers.push(setInterval(look, everyMs).unref());
  }
  return async () => {
    isOver = true;
    for (const timer of timers) clearInterval(timer);
    await busy;
  };
}
