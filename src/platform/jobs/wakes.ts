import type { Database } from "#platform/db/database.ts";
import type { NoticeListener } from "#platform/db/notice-listener.ts";
import type { Log } from "#platform/log.ts";

const channel = "boardroom_jobs";
/** The statement that notifies all instances, on commit, that a job of this kind is due; "" announces one due soon. */
export const jobNotice = (name: string) => ({ text: "SELECT pg_notify($1, $2)", values: [channel, name] });

/** The longest time between two polls, and how far ahead a poll looks. */
export const pollIntervalMs = 5_000;
/** The shortest time between two polls. */
const minPollMs = 1_000;

/** The earliest job of each kind. Scheduled, retried and lost jobs send no notice; only polling finds them. */
const earliest = (schema: string): string => `
  SELECT name, (extract(epoch FROM first - now()) * 1000)::float8 AS ms
  FROM unnest($1::text[]) AS kinds (name), LATERAL (
    SELECT min(start_after) AS first FROM ${schema}.job
    WHERE job.name = kinds.name AND state < 'active' AND NOT blocked
  ) AS found
  WHERE first IS NOT NULL`;

/** Wakes a kind's workers when one of its jobs is due, by notice or by polling. Returns a function that stops it. */
export async function watchDueJobs(
  { database, notices, log }: { database: Database; notices: NoticeListener; log: Log },
  schema: string,
  kinds: readonly string[],
  wake: (kind: string) => void,
): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let isPolling = false;

  async function poll(): Promise<void> {
    if (isPolling || isOver) return;
    isPolling = true;
    clearTimeout(timer);
    let nextMs = pollIntervalMs;
    try {
      for (const { name, ms } of await database.query<{ name: string; ms: number }>(earliest(schema), [kinds])) {
        if (ms <= 0) wake(name);
        nextMs = Math.min(nextMs, Math.max(ms, minPollMs));
      }
    } catch (error) {
      log.warn({ err: error }, "could not poll for due jobs");
    }
    isPolling = false;
    if (!isOver) timer = setTimeout(() => void poll(), nextMs).unref();
  }

  await notices.listen(channel, {
    onNotice: (name) => (name === "" ? void poll() : wake(name)),
    onReconnect: () => void poll(),
  });
  await poll();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
