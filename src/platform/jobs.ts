import type { z } from "zod";
import { now, onWallClock } from "#platform/clock.ts";
import { type CompanyId, type JobSender, mintCompany } from "#platform/context.ts";
import type { Database, Db } from "#platform/db/database.ts";
import type { NoticeListener } from "#platform/db/notice-listener.ts";
import { batch } from "#platform/db/transaction.ts";
import { Workers, type Envelope } from "#platform/jobs/workers.ts";
import { type JobFigures, jobFigures } from "#platform/jobs/figures.ts";
import { jobLimits } from "#platform/jobs/limits.ts";
import { bossIn, deadLetterName, openBoss, queueSchema } from "#platform/jobs/queues.ts";
import { addSlots } from "#platform/jobs/store.ts";
import { watchDueJobs, pollIntervalMs, jobNotice } from "#platform/jobs/wakes.ts";
import type { Log } from "#platform/log.ts";
import type { Count } from "#platform/telemetry/telemetry.ts";

/** One kind of background work for a company. */
export type Job<Input extends z.ZodType = z.ZodType, Runtime = unknown> = {
  name: string;
  input: Input;
  /** How many run at once on an instance; 1 by default. */
  concurrency?: number;
  /** Its timeout in milliseconds; `jobLimits.longest` by default. */
  longest?: number;
  run(runtime: Runtime, company: CompanyId, input: z.output<Input>): Promise<void>;
  /** Runs work handed over in memory when the job was queued; the queued job remains as a fallback. */
  begin?(runtime: Runtime, company: CompanyId, given: unknown): Promise<void>;
  /**
   * Runs when the last attempt failed for any reason, including a timeout or a lost process. It is a job of its own,
   * queued in the statement that gives up on this one, with retries like any other.
   */
  dead?(runtime: Runtime, company: CompanyId, input: z.output<Input>): Promise<void>;
};

export function defineJob<Input extends z.ZodType, Runtime>(job: Job<Input, Runtime>): Job<Input, Runtime> {
  return job;
}

/** A job and, if it has a `dead` handler, the job that runs it. */
function withDeadLetterJob<Runtime>(job: Job<z.ZodType, Runtime>): Job<z.ZodType, Runtime>[] {
  if (!job.dead) return [job];
  return [job, { name: deadLetterName(job.name), input: job.input, run: async (...given) => job.dead?.(...given) }];
}

export type Jobs = JobSender & {
  figures(): Promise<JobFigures[]>;
  /** Starts the workers; each job runs with the company of its row. */
  work<Runtime>(jobs: readonly Job<z.ZodType, Runtime>[], runtime: Runtime): Promise<void>;
  /** Pauses fetching until `rest(false)`, so that jobs do not use up their attempts while writes fail. */
  rest(resting: boolean): Promise<void>;
  /** Stops fetching, gives running jobs a moment to finish, and requeues those that don't. */
  finish(): Promise<void>;
  stop(): Promise<void>;
};

/** Scheduled work that follows an event, and how many milliseconds after it. */
export type Follower = { name: string; afterMs: number };
/** The jobs that listen to an event type, and the scheduled work that follows it. */
export type Reactions = {
  listeners: ReadonlyMap<string, readonly string[]>;
  followers: ReadonlyMap<string, readonly Follower[]>;
};

export async function openJobs(
  database: Database,
  notices: NoticeListener,
  log: Log,
  count: Count,
  { listeners, followers }: Reactions = { listeners: new Map(), followers: new Map() },
): Promise<Jobs> {
  const boss = openBoss(database, log);
  await boss.start();
  const workersByJob = new Map<string, Workers>();
  const startHandlers = new Map<string, (company: CompanyId, given: unknown) => Promise<void>>();
  let stopWaking = (): void => undefined;
  const ending = Promise.withResolvers<void>();
  let isEnding = false;

  const forAll = <T>(call: (workers: Workers) => T): T[] => [...workersByJob.values()].map(call);
  const stopFetching = (): Promise<unknown> => Promise.all(forAll((workers) => workers.stopFetching()));
  const rest = (isOff: boolean): void => void forAll((workers) => workers.pool.rest(isOff));

  function workersFor<Runtime>(job: Job<z.ZodType, Runtime>, runtime: Runtime): Workers {
    const { name, concurrency = 1, longest } = job;
    const begin = job.begin?.bind(job);
    if (begin)
      startHandlers.set(name, async (company, given) => {
        log.debug({ job: name, company }, "job taken up as it was queued");
        await begin(runtime, company, given);
      });
    return new Workers(boss, database, {
      name,
      concurrency,
      longest,
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
          ...(at ? { startAfter: onWallClock(at) } : after > 0 ? { startAfter: Math.ceil(after / 1_000) } : {}),
        }),
      async () => {
        // A job due later than that is found by the next poll.
        if (inMs >= pollIntervalMs) return;
        const { values, ...notice } = jobNotice(inMs <= 0 ? job.name : "");
        await db.$client.query(notice, values);
      },
    );
  };

  const slotted = new WeakMap<Db, Set<string>>();

  /** Gives the work that follows these events a slot, once per transaction. */
  async function startFollowers(db: Db, company: CompanyId, events: readonly { type: string }[]): Promise<void> {
    const known = slotted.get(db) ?? new Set();
    slotted.set(db, known);
    const next = new Map(
      events
        .flatMap(({ type }) => followers.get(type) ?? [])
        .filter(({ name }) => !known.has(name))
        .map(({ name, afterMs }) => [name, { job: name, nextAt: new Date(now().getTime() + afterMs) }]),
    );
    for (const name of next.keys()) known.add(name);
    await addSlots({ db, company }, [...next.values()]);
  }

  return {
    send,
    async deliver(db, company, events) {
      await startFollowers(db, company, events);
      for (const event of events)
        for (const name of listeners.get(event.type) ?? []) await send(db, { name }, company, event);
    },
    async sendToMany(owner, { name }, entries) {
      if (entries.length === 0) return;
      const db = { executeSql: (text: string, values?: unknown[]) => owner.query(text, values) };
      await boss.insert(
        name,
        entries.map((data) => ({ data })),
        { db },
      );
      const { values, ...notice } = jobNotice(name);
      await owner.query(notice, values);
    },
    async drop(db, job, id) {
      await boss.deleteJob(job.name, id, { db: bossIn(db) });
    },
    reserve(db, job) {
      const begin = startHandlers.get(job.name);
      const startReserved = begin && workersByJob.get(job.name)?.pool.reserve();
      if (!startReserved) return null;
      let work: (() => Promise<void>) | null = null;
      // The caller gets its answer first.
      db.onEnd((isCommitted) => setImmediate(startReserved, isCommitted ? work : null));
      return (company, given) => {
        work = () => begin(company, given);
      };
    },
    async work(jobs, runtime) {
      for (const job of jobs.flatMap(withDeadLetterJob)) {
        const workers = workersFor(job, runtime);
        workersByJob.set(job.name, workers);
        await workers.start();
      }
      stopWaking = await watchDueJobs({ database, notices, log }, queueSchema, [...workersByJob.keys()], (name) =>
        workersByJob.get(name)?.pool.notify(),
      );
    },
    async rest(resting) {
      rest(resting || isEnding);
      if (resting) await stopFetching();
      else if (!isEnding) for (const workers of workersByJob.values()) await workers.start();
    },
    async finish() {
      isEnding = true;
      stopWaking();
      rest(true);
      const timeout = setTimeout(() => {
        forAll((workers) => workers.requeueUnfinished());
        ending.resolve();
      }, jobLimits.lastMoment);
      await stopFetching();
      // Unfinished jobs stay in the queue; another instance takes them when their lease ends.
      await Promise.race([Promise.all(forAll((workers) => workers.pool.settled())), ending.promise]);
      clearTimeout(timeout);
    },
    figures: () => jobFigures(database),
    stop() {
      stopWaking();
      return boss.stop({ graceful: false });
    },
  };
}
