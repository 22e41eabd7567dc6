import type { JobWithMetadata, PgBoss } from "pg-boss";
import type { Database } from "#platform/db/database.ts";
import { WorkerPool } from "#platform/jobs/worker-pool.ts";
import { queueSchema } from "#platform/jobs/queues.ts";
import { jobNotice } from "#platform/jobs/wakes.ts";

/** The payload of a job's row. */
export type Envelope = { company: string; input: unknown };

type Kind = {
  name: string;
  /** How many run at once on this instance. */
  concurrency: number;
  /** The timeout in milliseconds if it is not that of all jobs. */
  longest?: number | undefined;
  work(data: Envelope): Promise<void>;
  /** Called for every failed attempt; the first is 1, work started without the queue is 0. */
  failed(error: unknown, about: { id?: string; attempt: number }): void;
};

const options = {
  // Notices and the poll for due jobs of all kinds wake the workers: polls of their own would only cost an idle process.
  pollingIntervalSeconds: 600,
  batchSize: 1,
  includeMetadata: true,
  heartbeatRefreshSeconds: 10,
} as const;

/**
 * Due at once, under a new id, so that the previous worker can neither complete nor fail it while another runs it. An
 * interrupted attempt counts; a job is never requeued after its last.
 */
const requeueStatement = `
  UPDATE ${queueSchema}.job
  SET id = gen_random_uuid(), state = 'created', retry_count = retry_count + $4, started_on = NULL, heartbeat_on = NULL
  WHERE name = $1 AND id = $2 AND retry_count = $3 AND state = 'active'`;

/**
 * An instance's workers for one kind of job: they fetch from the queue and share the pool with work started directly.
 */
export class Workers {
  readonly pool: WorkerPool;
  readonly #boss: PgBoss;
  readonly #database: Database;
  readonly #kind: Kind;
  readonly #workers = new Map<string, "idle" | "busy">();
  /** Functions that requeue jobs fetched but not finished. */
  readonly #unfinished = new Set<() => void>();

  constructor(boss: PgBoss, database: Database, kind: Kind) {
    this.#boss = boss;
    this.#database = database;
    this.#kind = kind;
    const wake = (): void => {
      const idle = [...this.#workers].find(([, state]) => state === "idle");
      if (idle) boss.notifyWorker(idle[0]);
    };
    this.pool = new WorkerPool(kind.concurrency, {
      wake,
      failed: (error) => kind.failed(error, { attempt: 0 }),
      longest: kind.longest,
    });
  }

  /** Starts fetching, or starts again. */
  async start(): Promise<void> {
    this.#workers.clear();
    for (let worker = 0; worker < this.#kind.concurrency; worker += 1) await this.#addWorker();
  }

  /** Stops fetching; jobs already fetched run to their end. */
  stopFetching(): Promise<void> {
    return this.#boss.offWork(this.#kind.name);
  }

  /** Requeues every job that was fetched and is not finished. */
  requeueUnfinished(): void {
    for (const requeue of this.#unfinished) requeue();
  }

  async #addWorker(): Promise<void> {
    const { name } = this.#kind;
    const worker = await this.#boss.work<Envelope, void, typeof options>(name, options, async ([row]) => {
      if (!row) return;
      this.#workers.set(worker, "busy");
      try {
        await this.#take(worker, row);
      } finally {
        if (this.#workers.has(worker)) this.#workers.set(worker, "idle");
      }
    });
    this.#workers.set(worker, "idle");
  }

  async #take(worker: string, row: JobWithMetadata<Envelope>): Promise<void> {
    const working = this.pool.run(() => this.#kind.work(row.data));
    // Waiting here would use up its time and keep other instances from taking it.
    if (!working) return this.#requeue(row, 0);
    // There may be more: without this, the worker would wait for the next notice.
    this.#boss.notifyWorker(worker);
    this.pool.notify();
    const requeued = Promise.withResolvers<void>();
    const requeue = (): void => requeued.resolve(this.#requeue(row, 1));
    this.#unfinished.add(requeue);
    try {
      // After a requeue, a late error here must not fail the next attempt.
      await Promise.race([working, requeued.promise]);
    } catch (error) {
      this.#kind.failed(error, { id: row.id, attempt: row.retryCount + 1 });
      throw error;
    } finally {
      this.#unfinished.delete(requeue);
    }
  }

  async #requeue({ id, retryCount, retryLimit }: JobWithMetadata<Envelope>, used: 0 | 1): Promise<void> {
    const { name } = this.#kind;
    if (retryCount + used > retryLimit)
      return void (await this.#boss.fail(name, id, { message: "Interrupted during its last attempt." }));
    await this.#database.pool.query(requeueStatement, [name, id, retryCount, used]);
    await this.#database.pool.query(jobNotice(name));
  }
}
