import type { JobWithMetadata, PgBoss } from "pg-boss";
import type { Database } from "#platform/db/database.ts";
import { WorkerPool } from "#platform/jobs/worker-pool.ts";
import { queueSchema } from "#platform/jobs/queues.ts";
import { tellOfJob } from "#platform/jobs/wakes.ts";

/** What stands in the row of a job. */
export type Envelope = { company: string; input: unknown };

type Kind = {
  name: string;
  /** How many of them the instance does at the same time. */
  atOnce: number;
  work(data: Envelope): Promise<void>;
  /** Hears of every attempt that failed; the first one is 1, what was begun without the queue 0. */
  failed(error: unknown, about: { id?: string; attempt: number }): void;
};

const options = {
  // It is told when there is something; this is for words that were lost.
  pollingIntervalSeconds: 60,
  batchSize: 1,
  includeMetadata: true,
  heartbeatRefreshSeconds: 10,
} as const;

/**
 * Due at once. It goes back under another id, so that whoever had it can neither complete nor fail it when another one has
 * it. One that was interrupted has used an attempt; none goes back after its last.
 */
const backAgain = `
  UPDATE ${queueSchema}.job
  SET id = gen_random_uuid(), state = 'created', retry_count = retry_count + $4, started_on = NULL, heartbeat_on = NULL
  WHERE name = $1 AND id = $2 AND retry_count = $3 AND state = 'active'`;

/** The workers an instance has for one kind of job, who fetch from the queue, and the hands they share with what begins without it. */
export class Workers {
  readonly pool: WorkerPool;
  readonly #boss: PgBoss;
  readonly #database: Database;
  readonly #kind: Kind;
  readonly #workers = new Map<string, "idle" | "busy">();
  /** What hands the jobs back that are fetched and not done. */
  readonly #inHand = new Set<() => void>();

  constructor(boss: PgBoss, database: Database, kind: Kind) {
    this.#boss = boss;
    this.#database = database;
    this.#kind = kind;
    const wake = (): void => {
      const idle = [...this.#workers].find(([, state]) => state === "idle");
      if (idle) boss.notifyWorker(idle[0]);
    };
    this.pool = new WorkerPool(kind.atOnce, { wake, failed: (error) => kind.failed(error, { attempt: 0 }) });
  }

  /** Begins to fetch, or begins again. */
  async start(): Promise<void> {
    this.#workers.clear();
    for (let hand = 0; hand < this.#kind.atOnce; hand += 1) await this.#employ();
  }

  /** Fetches nothing further; what was fetched goes on to its end. */
  leave(): Promise<void> {
    return this.#boss.offWork(this.#kind.name);
  }

  /** Hands back whatever was fetched and is not done. */
  giveBack(): void {
    for (const giveBack of this.#inHand) giveBack();
  }

  async #employ(): Promise<void> {
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
    const working = this.pool.use(() => this.#kind.work(row.data));
    // Waiting here it would use its time up, and nobody else could take it.
    if (!working) return this.#handBack(row, 0);
    // Where there was one there may be more: without a word it would wait until it hears of one.
    this.#boss.notifyWorker(worker);
    this.pool.told();
    const handedBack = Promise.withResolvers<void>();
    const giveBack = (): void => handedBack.resolve(this.#handBack(row, 1));
    this.#inHand.add(giveBack);
    try {
      // Once it was handed back, whatever it still does here must not fail the next attempt's job.
      await Promise.race([working, handedBack.promise]);
    } catch (error) {
      this.#kind.failed(error, { id: row.id, attempt: row.retryCount + 1 });
      throw error;
    } finally {
      this.#inHand.delete(giveBack);
    }
  }

  async #handBack({ id, retryCount, retryLimit }: JobWithMetadata<Envelope>, used: 0 | 1): Promise<void> {
    const { name } = this.#kind;
    if (retryCount + used > retryLimit)
      return void (await this.#boss.fail(name, id, { message: "It was interrupted at its last attempt." }));
    await this.#database.pool.query(backAgain, [name, id, retryCount, used]);
    await this.#database.pool.query(tellOfJob(name));
  }
}
