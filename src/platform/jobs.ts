import type { z } from "zod";
import { now } from "#platform/clock.ts";
import { type CompanyId, type JobSender, mintCompany } from "#platform/context.ts";
import type { Database } from "#platform/db/database.ts";
import type { NoticeListener } from "#platform/db/notice-listener.ts";
import { batch } from "#platform/db/transaction.ts";
import { Workers, type Envelope } from "#platform/jobs/workers.ts";
import { type JobFigures, jobFigures } from "#platform/jobs/figures.ts";
import { jobLimits } from "#platform/jobs/limits.ts";
import { bossIn, givenUp, openBoss, queueSchema } from "#platform/jobs/queues.ts";
import { keepWaking, lookEveryMs, tellOfJob } from "#platform/jobs/wakes.ts";
import type { Log } from "#platform/log.ts";
import type { Count } from "#platform/telemetry/telemetry.ts";

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

/** A job and what follows where it was given up. */
function withItsEnd<Runtime>(job: Job<z.ZodType, Runtime>): Job<z.ZodType, Runtime>[] {
  if (!job.dead) return [job];
  return [job, { name: givenUp(job.name), input: job.input, run: async (...given) => job.dead?.(...given) }];
}

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

/** Takes the database and who listens to which type of event; gives the queue: sending inside transactions, working outside them. */
export async function openJobs(
  database: Database,
  notices: NoticeListener,
  log: Log,
  count: Count,
  listeners: ReadonlyMap<string, readonly string[]> = new Map(),
): Promise<Jobs> {
  const boss = openBoss(database, log);
  await boss.start();
  const workersByJob = new Map<string, Workers>();
  const beginners = new Map<string, (company: CompanyId, given: unknown) => Promise<void>>();
  let stopWaking = (): void => undefined;
  const ending = Promise.withResolvers<void>();
  let isEnding = false;

  const ofAll = <T>(ask: (workers: Workers) => T): T[] => [...workersByJob.values()].map(ask);
  const leave = (): Promise<unknown> => Promise.all(ofAll((workers) => workers.leave()));
  const rest = (isOff: boolean): void => void ofAll((workers) => workers.pool.rest(isOff));

  /** Creates the workers for one job. */
  function workersFor<Runtime>(job: Job<z.ZodType, Runtime>, runtime: Runtime): Workers {
    const { name, atOnce = 1 } = job;
    const begin = job.begin?.bind(job);
    if (begin)
      beginners.set(name, async (company, given) => {
        log.debug({ job: name, company }, "job taken up as it was queued");
        await begin(runtime, company, given);
      });
    return new Workers(boss, database, {
      name,
      atOnce,
      async work({ company, input }) {
        log.debug({ job: name, company }, "job");
        await job.run(runtime, mintCompany(company), job.input.parse(input));
      },
      failed(error, about) {
        log.warn({ err: error, job: name, ...about }, "a job failed");
        count("job_failures", { kind: name });
      },
    });
  }

  const send: JobSender["send"] = async (db, job, company, input, { at, after = 0, id } = {}) => {
    const inMs = at ? at.getTime() - now().getTime() : after;
    await batch(
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
  };

  return {
    send,
    async deliver(db, company, events) {
      for (const heard of events)
        for (const name of listeners.get(heard.type) ?? []) await send(db, { name }, company, heard);
    },
    async drop(db, job, id) {
      await boss.deleteJob(job.name, id, { db: bossIn(db) });
    },
    hand(db, job) {
      const begin = beginners.get(job.name);
      const kept = begin && workersByJob.get(job.name)?.pool.keep();
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
        const workers = workersFor(job, runtime);
        workersByJob.set(job.name, workers);
        await workers.start();
      }
      stopWaking = await keepWaking({ database, notices, log }, queueSchema, [...workersByJob.keys()], (name) =>
        workersByJob.get(name)?.pool.told(),
      );
    },
    async rest(resting) {
      rest(resting || isEnding);
      if (resting) await leave();
      else if (!isEnding) for (const workers of workersByJob.values()) await workers.start();
    },
    async finish() {
      isEnding = true;
      stopWaking();
      rest(true);
      const late = setTimeout(() => {
        ofAll((workers) => workers.giveBack());
        ending.resolve();
      }, jobLimits.lastMoment);
      await leave();
      // What is not done by then is found in the queue, by whoever is there when its lease is over.
      await Promise.race([Promise.all(ofAll((workers) => workers.pool.settled())), ending.promise]);
      clearTimeout(late);
    },
    figures: () => jobFigures(database),
    stop() {
      stopWaking();
      return boss.stop({ graceful: false });
    },
  };
}
