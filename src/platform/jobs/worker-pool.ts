import { jobLimits } from "#platform/jobs/limits.ts";

/**
 * The worker pool for one kind of job: at most `count` run at once, whether they were fetched from the queue or begun as they
 * were queued. One that goes on beyond its time no longer counts.
 */
export class WorkerPool {
  #free: number;
  #isOff = false;
  #hasMissed = false;
  #isOwed = false;
  readonly #wake: () => void;
  readonly #failed: (error: unknown) => void;
  readonly #lent = new Set<Promise<void>>();

  /** Takes how many there are, what makes the instance look into the queue, and what hears how work failed that was not fetched. */
  constructor(count: number, { wake, failed }: { wake: () => void; failed: (error: unknown) => void }) {
    this.#free = count;
    this.#wake = wake;
    this.#failed = failed;
  }

  /** Hears that there is work in the queue: looks at once, or as soon as a hand is free. */
  told(): void {
    if (this.#free > 0) this.#wake();
    else this.#hasMissed = true;
  }

  /** Does work that was fetched; null where no hand is free: the next one is for such work. */
  use(work: () => Promise<void>): Promise<void> | null {
    this.#isOwed = !this.#take();
    if (!this.#isOwed) return this.#within(work);
    this.#hasMissed = true;
    return null;
  }

  /** Keeps a hand, null where none is free or none may be given. It is told to begin with some work, or with null that there is none. */
  keep(): ((work: (() => Promise<void>) | null) => void) | null {
    if (this.#isOff || this.#isOwed || !this.#take()) return null;
    return (work) => {
      if (!work || this.#isOff) return this.#leave();
      const done = this.#within(work)
        .catch(this.#failed)
        .finally(() => this.#lent.delete(done));
      this.#lent.add(done);
    };
  }

  /** Gives no hand to what is queued from now on, or does so again. */
  rest(isOff: boolean): void {
    this.#isOff = isOff;
  }

  /** Waits until what was not fetched from the queue is done. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#lent);
  }

  /** Does work in a hand; what does not end in its time fails and leaves it. */
  async #within(work: () => Promise<void>): Promise<void> {
    const { longest } = jobLimits;
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error(`It did not end in ${longest / 1_000} seconds.`)), longest);
    try {
      await Promise.race([work(), late.promise]);
    } finally {
      clearTimeout(timer);
      this.#leave();
    }
  }

  #take(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  #leave(): void {
    this.#free += 1;
    if (!this.#hasMissed) return;
    this.#hasMissed = false;
    this.#wake();
  }
}
