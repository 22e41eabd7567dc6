import { jobLimits } from "#platform/jobs/limits.ts";

/**
 * The worker pool for one kind of job: at most `count` run at once, whether fetched from the queue or started directly.
 * A job past its timeout no longer counts.
 */
export class WorkerPool {
  #free: number;
  #isOff = false;
  #hasPendingWake = false;
  #isFetchedWaiting = false;
  readonly #wake: () => void;
  readonly #failed: (error: unknown) => void;
  readonly #longest: number | undefined;
  readonly #direct = new Set<Promise<void>>();

  /**
   * `wake` makes the instance fetch from the queue; `failed` receives errors of work that was started directly;
   * `longest` is the timeout if it is not that of all jobs.
   */
  constructor(
    count: number,
    { wake, failed, longest }: { wake: () => void; failed: (error: unknown) => void; longest?: number | undefined },
  ) {
    this.#free = count;
    this.#longest = longest;
    this.#wake = wake;
    this.#failed = failed;
  }

  /** There is work in the queue: wakes a worker now, or as soon as one is free. */
  notify(): void {
    if (this.#free > 0) this.#wake();
    else this.#hasPendingWake = true;
  }

  /** Runs a fetched job; null if no worker is free, and then the next free one goes to a fetched job. */
  run(work: () => Promise<void>): Promise<void> | null {
    this.#isFetchedWaiting = !this.#take();
    if (!this.#isFetchedWaiting) return this.#runWithTimeout(work);
    this.#hasPendingWake = true;
    return null;
  }

  /** Reserves a worker, or null. Call the result with the work to start, or with null to release it. */
  reserve(): ((work: (() => Promise<void>) | null) => void) | null {
    if (this.#isOff || this.#isFetchedWaiting || !this.#take()) return null;
    return (work) => {
      if (!work || this.#isOff) return this.#release();
      const done = this.#runWithTimeout(work)
        .catch(this.#failed)
        .finally(() => this.#direct.delete(done));
      this.#direct.add(done);
    };
  }

  /** While off, no worker can be reserved. */
  rest(isOff: boolean): void {
    this.#isOff = isOff;
  }

  /** Waits for all work that was started directly. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#direct);
  }

  async #runWithTimeout(work: () => Promise<void>): Promise<void> {
    const longest = this.#longest ?? jobLimits.longest;
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => timeout.reject(new Error(`The job timed out after ${longest / 1_000} seconds.`)),
      longest,
    );
    try {
      await Promise.race([work(), timeout.promise]);
    } finally {
      clearTimeout(timer);
      this.#release();
    }
  }

  #take(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  #release(): void {
    this.#free += 1;
    if (!this.#hasPendingWake) return;
    this.#hasPendingWake = false;
    this.#wake();
  }
}
