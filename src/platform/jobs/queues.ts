import type pg from "pg";
import { getConstructionPlans, type Db as BossDb, PgBoss } from "pg-boss";
import type { Database, Db } from "#platform/db/database.ts";
import { jobLimits } from "#platform/jobs/limits.ts";
import type { Log } from "#platform/log.ts";

export const queueSchema = "pgboss";

/** The queue for the job that runs when all attempts of another failed. */
export const deadLetterName = (name: string): string => `${name}-given-up`;

export type Queue = { name: string; dead?: unknown; longest?: number };

/** Adds the dead letter queue to jobs queued before their kind had one; a job already dead gets one more attempt. */
const addDeadLetter = `
  UPDATE ${queueSchema}.job SET dead_letter = $2, completed_on = NULL,
    state = CASE state WHEN 'failed' THEN 'retry' ELSE state END, retry_count = least(retry_count, retry_limit)
  WHERE name = $1 AND dead_letter IS NULL AND state IN ('created', 'retry', 'active', 'failed')`;

/** Installs or updates the queue's own tables and its queues, as the owner. */
export async function installQueues(owner: pg.Client, queues: readonly Queue[], log: Log): Promise<void> {
  const boss = bossOn((text, values) => owner.query(text, values), log, true);
  // A session lock: pg-boss commits on its own, and two instances must not create its schema at once.
  await owner.query(`SELECT pg_advisory_lock(${installLock})`);
  try {
    await boss.start();
    const createOrUpdateQueue = async (name: string, options: object): Promise<void> =>
      (await boss.getQueue(name)) ? boss.updateQueue(name, options) : boss.createQueue(name, options);
    for (const { name, dead, longest = jobLimits.longest } of queues) {
      // Longer than the job timeout.
      const own = { ...queueOptions, expireInSeconds: Math.ceil(longest / 1_000) + 10 };
      if (dead) await createOrUpdateQueue(deadLetterName(name), queueOptions);
      await createOrUpdateQueue(name, dead ? { ...own, deadLetter: deadLetterName(name) } : own);
      if (dead) await owner.query(addDeadLetter, [name, deadLetterName(name)]);
    }
    await boss.stop({ graceful: false });
  } finally {
    await owner.query(`SELECT pg_advisory_unlock(${installLock})`);
  }
}

/** The statements that create the queue's schema, to run in the caller's transaction. */
export function queuePlan(): string {
  const [, , plan] =
    /^\s*BEGIN;(\s*SET LOCAL [^;]*;)*([\s\S]*)COMMIT;\s*$/.exec(getConstructionPlans(queueSchema)) ?? [];
  if (plan === undefined) throw new Error("pg-boss's construction plan is not a single transaction.");
  return plan;
}

/** Any fixed number. */
const installLock = 7_264_553;

/** Five attempts with growing pauses, then dead and kept for inspection (SAFETY 33). */
const queueOptions = {
  retryLimit: jobLimits.attempts - 1,
  retryDelay: 10,
  retryBackoff: true,
  expireInSeconds: Math.ceil(jobLimits.longest / 1_000) + 10,
  // A job whose process died restarts within 60 s: the heartbeat timeout, up to `superviseSeconds` until the check, and
  // the first retry delay.
  heartbeatSeconds: 30,
  deleteAfterSeconds: 7 * 86_400,
  // A machine that was off for weeks still runs the jobs that fell due.
  retentionSeconds: 5 * 365 * 86_400,
};

const superviseSeconds = 15;

type Result = { rows: unknown[] };

/** The queue inside the caller's transaction; its statements are constant, so they are prepared once. */
export const bossIn = (db: Db): BossDb => ({
  executeSql: async (text, values = []) => {
    const { rows } = await db.$client.query({ text }, values);
    return { rows };
  },
});

/**
 * A monotonic clock: with the wall clock, housekeeping would stop after it was set back, until the old time came again.
 */
export const monotonicClock = {
  now: (): number => performance.timeOrigin + performance.now(),
  setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work: () => void, ms: number) => setInterval(work, ms),
  clearInterval: (timer: unknown) => clearInterval(timer as NodeJS.Timeout),
};

/** Texts with several statements cannot be prepared; all others repeat and are. */
const isSingleStatement = (text: string): boolean => !/;\s*\S/.test(text);

async function ask(database: Database, text: string, values: unknown[] = []): Promise<Result | Result[]> {
  return isSingleStatement(text) ? { rows: await database.query(text, values) } : database.pool.query(text, values);
}

function bossOn(
  query: (text: string, values?: unknown[]) => Promise<Result | Result[]>,
  log: Log,
  owner: boolean,
): PgBoss {
  const boss = new PgBoss({
    // Housekeeping sends several statements in one text, which give several results.
    db: {
      executeSql: async (text, values) => ({ rows: [await query(text, values)].flat().flatMap(({ rows }) => rows) }),
    },
    schema: queueSchema,
    clock: monotonicClock,
    migrate: owner,
    createSchema: owner,
    supervise: !owner,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    schedule: false,
    // No job here waits for other jobs, so that check can be rare.
    flowIntervalSeconds: 86_400,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on("error", (error) => log.warn({ err: error }, "the job queue had trouble"));
  return boss;
}

export const openBoss = (database: Database, log: Log): PgBoss =>
  bossOn((text, values) => ask(database, text, values), log, false);
