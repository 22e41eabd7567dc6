import type { Database } from "#platform/db/database.ts";
import type { NoticeListener } from "#platform/db/notice-listener.ts";
import type { Log } from "#platform/log.ts";

const channel = "boardroom_jobs";
/** Gives the statement that tells all instances, once it commits, that a job of this kind is due; "" that one soon will be. */
export const tellOfJob = (name: string) => ({ text: "SELECT pg_notify($1, $2)", values: [channel, name] });

/** How far a look sees, and the longest from one to the next, in milliseconds. */
export const lookEveryMs = 5_000;
/** While something is due and not taken yet, and between two that fall due one after the other. */
const soonestMs = 1_000;

/**
 * Of each kind the job that falls due first. What was planned, failed, handed back or lost with its process is told by
 * nobody: it is found by looking.
 */
const earliest = (schema: string): string => `
  SELECT name, (extract(epoch FROM first - now()) * 1000)::float8 AS ms
  FROM unnest($1::text[]) AS kinds (name), LATERAL (
    SELECT min(start_after) AS first FROM ${schema}.job
    WHERE job.name = kinds.name AND state < 'active' AND NOT blocked
  ) AS found
  WHERE first IS NOT NULL`;

/** Takes kinds of jobs and what wakes their workers; wakes them when one is due, told or found. Gives how to stop. */
export async function keepWaking(
  { database, notices, log }: { database: Database; notices: NoticeListener; log: Log },
  schema: string,
  kinds: readonly string[],
  wake: (kind: string) => void,
): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let isLooking = false;

  async function look(): Promise<void> {
    if (isLooking || isOver) return;
    isLooking = true;
    clearTimeout(timer);
    let nextMs = lookEveryMs;
    try {
      for (const { name, ms } of await database.query<{ name: string; ms: number }>(earliest(schema), [kinds])) {
        if (ms <= 0) wake(name);
        nextMs = Math.min(nextMs, Math.max(ms, soonestMs));
      }
    } catch (error) {
      log.warn({ err: error }, "nobody could look for jobs that fall due");
    }
    isLooking = false;
    if (!isOver) timer = setTimeout(() => void look(), nextMs).unref();
  }

  await notices.hear(channel, {
    said: (name) => (name === "" ? void look() : wake(name)),
    returned: () => void look(),
  });
  await look();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
