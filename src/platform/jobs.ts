import type pg from "pg";
import { getConstructionPlans, type Db as BossDb, PgBoss } from "pg-boss";
import type { z } from "zod";
import { now } from "#platform/clock.ts";
import { type CompanyId, type JobSender, mintCompany } from "#platform/context.ts";
import type { Database, Db } from "#platform/db/database.ts";
import type { Ear } from "#platform/db/ear.ts";
import { Hands } from "#platform/job-hands.ts";
import { keepWaking, lookEveryMs, tellOfJob } from "#platform/job-wakes.ts";
import { together } from "#platform/db/transaction.ts";
import type { Log } from "#platform/log.ts";
import type { Count } from "#platform/telemetry/telemetry.ts";

export const queueSchema = "pgboss";

/** One kind of background work of a company: what it takes and what it does. */
export type Job<Input extends z.ZodType = z.ZodType, Runtime = unknown> = {
  name: string;
  input: Input;
  /** How many of them an instance does at the same time; one where nothing is said. */
  atOnce?: number;
  run(runtime: Runtime, company: CompanyId, input: z.output<Input>): Promise<void>;
  /** Does what this instance takes up itself as it is queued, handed over in memory; its job stands in the queue, for later. */
  begin?(runtime: Runtime, company: CompanyId, given: unknown): Promise<void>;
  /**
   * What makes it visible that the last attempt failed, however: where it threw, was too slow or went with its process.
   * It is a job of its own, put in the same statement that gives the other up, and tried again as any other.
   */
  dead?(runtime: Runtime, company: CompanyId, input: z.output<Input>): Promise<void>;
};

/** Takes a job's description, gives it back typed. */
export function defineJob<Input extends z.ZodType, Runtime>(job: Job<Input, Runtime>): Job<Input, Runtime> {
  return job;
}

const givenUp = (name: string): string => `${name}-given-up`;

/** A job and what follows where it was given up. */
function withItsEnd<Runtime>(job: Job<z.ZodType, Runtime>): Job<z.ZodType, Runtime>[] {
  if (!job.dead) return [job];
  return [job, { name: givenUp(job.name), input: job.input, run: async (...given) => job.dead?.(...given) }];
}

type Envelope = { company: string; input: unknown };

/** What a kind of job needs of the queue. */
export type Queue = Pick<Job, "name"> & { dead?: unknown };

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

/** Counts a company's jobs: due or running, planned for later, given up. */
export async function countJobs(
  database: Database,
  company: CompanyId,
): Promise<{ due: number; planned: number; dead: number }> {
  const [row] = await database.query<{ due: number; planned: number; dead: number }>(
    `SELECT count(*) FILTER (WHERE state = 'active' OR (state IN ('created', 'retry') AND start_after <= now()))::int AS due,
       count(*) FILTER (WHERE state IN ('created', 'retry') AND start_after > now())::int AS planned,
       count(*) FILTER (WHERE state = 'failed')::int AS dead
     FROM ${queueSchema}.job WHERE data->>'company' = $1`,
    [company],
  );
  return row ?? { due: 0, planned: 0, dead: 0 };
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
  retryLimit: 4,
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
const bossIn = (db: Db): BossDb => ({
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

/** How long a running job may go on when the program ends, in milliseconds. */
const lastMoment = 3_000;

const options = {
  // It is told when there is something; this is for words that were lost.
  pollingIntervalSeconds: 60,
  batchSize: 1,
  includeMetadata: true,
  heartbeatRefreshSeconds: 10,
} as const;

/** How one kind of job stands, on all instances together. */
export type JobFigures = {
  kind: string;
  due: number;
  scheduled: number;
  running: number;
  retrying: number;
  dead: number;
  oldestSeconds: number;
};

const figures = `
  SELECT q.name AS kind, coalesce(due, 0) AS due, coalesce(scheduled, 0) AS scheduled, coalesce(running, 0) AS running,
    coalesce(retrying, 0) AS retrying, coalesce(dead, 0) AS dead, coalesce(oldest, 0) AS "oldestSeconds"
  FROM ${queueSchema}.queue q
  LEFT JOIN (
    SELECT name,
      count(*) FILTER (WHERE state < 'active' AND start_after <= now())::int AS due,
      count(*) FILTER (WHERE state < 'active' AND start_after > now())::int AS scheduled,
      count(*) FILTER (WHERE state = 'active')::int AS running,
      count(*) FILTER (WHERE state = 'retry')::int AS retrying,
      count(*) FILTER (WHERE state = 'failed')::int AS dead,
      extract(epoch FROM now() - min(start_after) FILTER (WHERE state < 'active' AND start_after <= now()))::float8
        AS oldest
    FROM ${queueSchema}.job WHERE state IN ('created', 'retry', 'active', 'failed') GROUP BY name
  ) jobs ON jobs.name = q.name
  ORDER BY 1`;

export type Jobs = JobSender & {
  /** Gives how every kind of job stands. */
  figures(): Promise<JobFigures[]>;
  /** Starts working on the jobs that were given; each runs with the company of its row. */
  work<Runtime>(jobs: readonly Job<z.ZodType, Runtime>[], runtime: Runtime): Promise<void>;
  /** Takes no further jobs until `rest(false)`: none should use its attempts up while nothing can be written. */
  rest(resting: boolean): Promise<void>;
  /** Takes no further jobs; gives one that is running a moment to end, and hands it back whole if that is not enough. */
  finish(): Promise<void>;
  stop(): Promise<void>;
};

/** Takes the database, gives the queue: sending inside transactions, working outside them. */
export async function openJobs(database: Database, ear: Ear, log: Log, count: Count): Promise<Jobs> {
  const boss = bossOn((text, values) => ask(database, text, values), log, false);
  await boss.start();
  const hands = new Map<string, Hands>();
  const beginners = new Map<string, (company: CompanyId, given: unknown) => Promise<void>>();
  const starters = new Map<string, () => Promise<unknown>>();
  const wakes = new Map<string, () => void>();
  let stopWaking = (): void => undefined;
  const ending = Promise.withResolvers<void>();
  /** What hands the jobs back that are fetched and not done. */
  const inHand = new Set<() => void>();
  let isEnding = false;

  /** The same as never taken: due at once, and with as many attempts left. */
  const handBack = async (name: string, id: string): Promise<void> => {
    await database.pool.query(
      `UPDATE ${queueSchema}.job SET state = 'created', started_on = NULL, heartbeat_on = NULL
       WHERE name = $1 AND id = $2 AND state = 'active'`,
      [name, id],
    );
    await database.pool.query(tellOfJob(name));
  };
  const leave = (): Promise<unknown> => Promise.all([...starters.keys()].map((name) => boss.offWork(name)));

  return {
    async send(db, job, company, input, { at, after = 0, id } = {}) {
      const inMs = at ? at.getTime() - now().getTime() : after;
      await together(
        { db },
        () =>
          boss.send(job.name, { company, input } satisfies Envelope, {
            db: bossIn(db),
            ...(id ? { id } : {}),
            ...(at ? { startAfter: at } : after > 0 ? { startAfter: Math.ceil(after / 1_000) } : {}),
          }),
        async () => {
          // Further ahead the next look sees it in time.
          if (inMs >= lookEveryMs) return;
          const { values, ...told } = tellOfJob(inMs <= 0 ? job.name : "");
          await db.$client.query(told, values);
        },
      );
    },
    async drop(db, job, id) {
      await boss.deleteJob(job.name, id, { db: bossIn(db) });
    },
    hand(db, job) {
      const begin = beginners.get(job.name);
      const kept = begin && hands.get(job.name)?.keep();
      if (!kept) return null;
      let work: (() => Promise<void>) | null = null;
      // Whoever queued it is answered first.
      db.whenOver((isCommitted) => setImmediate(kept, isCommitted ? work : null));
      return (company, given) => {
        work = () => begin(company, given);
      };
    },
    async work(jobs, runtime) {
      for (const job of jobs.flatMap(withItsEnd)) {
        const crew = new Map<string, "idle" | "busy">();
        const wakeIdle = (): void => {
          const idle = [...crew].find(([, state]) => state === "idle");
          if (idle) boss.notifyWorker(idle[0]);
        };
        const own = new Hands(job.atOnce ?? 1, wakeIdle);
        hands.set(job.name, own);
        const failed = (error: unknown, about: object): void => {
          log.warn({ err: error, job: job.name, ...about }, "a job failed");
          count("job_failures", { kind: job.name });
        };
        if (job.begin)
          beginners.set(job.name, async (company, given) => {
            log.debug({ job: job.name, company }, "job taken up as it was queued");
            await job.begin?.(runtime, company, given).catch((error: unknown) => failed(error, { attempt: 0 }));
          });
        const employ = async (): Promise<void> => {
          const worker = await boss.work<Envelope, void, typeof options>(job.name, options, async ([row]) => {
            if (!row) return;
            crew.set(worker, "busy");
            // Where there was one there may be more: without a word it would wait until it hears of one.
            boss.notifyWorker(worker);
            own.told();
            log.debug({ job: job.name, id: row.id, company: row.data.company }, "job");
            const company = mintCompany(row.data.company);
            const input = job.input.parse(row.data.input);
            const handedBack = Promise.withResolvers<void>();
            const giveBack = (): void => handedBack.resolve(handBack(job.name, row.id));
            inHand.add(giveBack);
            try {
              // Once it was handed back, whatever it still does here must not fail the next attempt's job.
              await Promise.race([own.use(() => job.run(runtime, company, input)), handedBack.promise]);
            } catch (error) {
              failed(error, { id: row.id, attempt: row.retryCount + 1 });
              throw error;
            } finally {
              inHand.delete(giveBack);
              if (crew.has(worker)) crew.set(worker, "idle");
            }
          });
          crew.set(worker, "idle");
        };
        const start = async (): Promise<void> => {
          crew.clear();
          for (let hand = 0; hand < (job.atOnce ?? 1); hand += 1) await employ();
        };
        wakes.set(job.name, () => own.told());
        starters.set(job.name, start);
        await start();
      }
      stopWaking = await keepWaking({ database, ear, log }, queueSchema, [...starters.keys()], (name) =>
        wakes.get(name)?.(),
      );
    },
    async rest(resting) {
      for (const own of hands.values()) own.rest(resting || isEnding);
      if (resting) await leave();
      else if (!isEnding) for (const start of starters.values()) await start();
    },
    async finish() {
      isEnding = true;
      stopWaking();
      for (const own of hands.values()) own.rest(true);
      const late = setTimeout(() => {
        for (const giveBack of inHand) giveBack();
        ending.resolve();
      }, lastMoment);
      await leave();
      // What is not done by then is found in the queue, by whoever is there when its lease is over.
      await Promise.race([Promise.all([...hands.values()].map((own) => own.settled())), ending.promise]);
      clearTimeout(late);
    },
    figures: () => database.query<JobFigures>(figures),
    stop() {
      stopWaking();
      return boss.stop({ graceful: false });
    },
  };
}
