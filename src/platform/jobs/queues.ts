import type pg from "pg";
import { getConstructionPlans, type Db as BossDb, PgBoss } from "pg-boss";
import type { Database, Db } from "#platform/db/database.ts";
import { jobLimits } from "#platform/jobs/limits.ts";
import type { Log } from "#platform/log.ts";

export const queueSchema = "pgboss";

/** The name of the queue of what follows where a job was given up. */
export const givenUp = (name: string): string => `${name}-given-up`;

/** What a kind of job needs of the queue. */
export type Queue = { name: string; dead?: unknown };

/** Jobs that were put before their kind had an end; one that was given up without it is tried once more. */
const endOfEarlier = `
  UPDATE ${queueSchema}.job SET dead_letter = $2, completed_on = NULL,
    state = CASE state WHEN 'failed' THEN 'retry' ELSE state END, retry_count = least(retry_count, retry_limit)
  WHERE name = $1 AND dead_letter IS NULL AND state IN ('created', 'retry', 'active', 'failed')`;

/** Installs or updates the queue's own tables and its queues, as the owner. */
export async function installQueues(owner: pg.Client, queues: readonly Queue[], log: Log): Promise<void> {
  const boss = bossOn((text, values) => owner.query(text, values), log, true);
  // A lock of the session: pg-boss commits by itself, and two instances must not make its schema at the same moment.
  await owner.query(`SELECT pg_advisory_lock(${turn})`);
  try {
    await boss.start();
    const keep = async (name: string, options: object): Promise<void> =>
      (await boss.getQueue(name)) ? boss.updateQueue(name, options) : boss.createQueue(name, options);
    for (const { name, dead } of queues) {
      if (dead) await keep(givenUp(name), queueOptions);
      await keep(name, dead ? { ...queueOptions, deadLetter: givenUp(name) } : queueOptions);
      if (dead) await owner.query(endOfEarlier, [name, givenUp(name)]);
    }
    await boss.stop({ graceful: false });
  } finally {
    await owner.query(`SELECT pg_advisory_unlock(${turn})`);
  }
}

/** The statements that make the queue's schema, for a transaction of the caller's. */
export function queuePlan(): string {
  const [, , plan] =
    /^\s*BEGIN;(\s*SET LOCAL [^;]*;)*([\s\S]*)COMMIT;\s*$/.exec(getConstructionPlans(queueSchema)) ?? [];
  if (plan === undefined) throw new Error("The queue's plan is no transaction.");
  return plan;
}

/** Any fixed number: instances that start together take turns on it. */
const turn = 7_264_553;

/** Five attempts with growing pauses, then dead and kept to be seen (SAFETY 33). */
const queueOptions = {
  retryLimit: jobLimits.attempts - 1,
  retryDelay: 10,
  retryBackoff: true,
  // Longer than the longest work takes before it ends itself.
  expireInSeconds: 360,
  // A job whose process died is taken again within 60 s: this long after its last sign of life, and up to
  // `superviseSeconds` until somebody looks, and the first pause.
  heartbeatSeconds: 30,
  deleteAfterSeconds: 7 * 86_400,
  // A machine that was off for weeks still does what fell due meanwhile.
  retentionSeconds: 5 * 365 * 86_400,
};

const superviseSeconds = 15;

type Result = { rows: unknown[] };

/** The queue in a verb's own transaction: its statements are constant, so that they are prepared once. */
export const bossIn = (db: Db): BossDb => ({
  executeSql: async (text, values = []) => {
    const { rows } = await db.$client.query({ text }, values);
    return { rows };
  },
});

/** Several statements in one text cannot be prepared; all others come again and again. */
const isOne = (text: string): boolean => !/;\s*\S/.test(text);

async function ask(database: Database, text: string, values: unknown[] = []): Promise<Result | Result[]> {
  return isOne(text) ? { rows: await database.query(text, values) } : database.pool.query(text, values);
}

function bossOn(
  query: (text: string, values?: unknown[]) => Promise<Result | Result[]>,
  log: Log,
  owner: boolean,
): PgBoss {
  const boss = new PgBoss({
    // Several statements in one text, as its housekeeping sends them, give several results.
    db: {
      executeSql: async (text, values) => ({ rows: [await query(text, values)].flat().flatMap(({ rows }) => rows) }),
    },
    schema: queueSchema,
    migrate: owner,
    createSchema: owner,
    supervise: !owner,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    schedule: false,
    // Nothing here makes jobs that wait for other jobs, and none of that needs looking at.
    flowIntervalSeconds: 86_400,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on("error", (error) => log.warn({ err: error }, "the job queue had trouble"));
  return boss;
}

/** The queue as whoever works on it sees it. */
export const openBoss = (database: Database, log: Log): PgBoss =>
  bossOn((text, values) => ask(database, text, values), log, false);
