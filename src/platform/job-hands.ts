/**
 * The hands an instance has for one kind of job. What was fetched from the queue waits for one; what is taken up as it is
 * queued gets one only where it is free: never are more at work than there are.
 */
export class Hands {
  #free: number;
  #isOff = false;
  #hasMissed = false;
  readonly #wake: () => void;
  readonly #waiting: (() => void)[] = [];
  readonly #lent = new Set<Promise<void>>();

  /** Takes how many there are, and what makes the instance look into the queue. */
  constructor(count: number, wake: () => void) {
    this.#free = count;
    this.#wake = wake;
  }

  /** Hears that there is work in the queue: looks at once, or as soon as a hand is free. */
  told(): void {
    if (this.#free > 0) this.#wake();
    else this.#hasMissed = true;
  }

  /** Does work that was fetched, once a hand is free. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#take()) await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** Keeps a hand, null where none is free or none may be given. It is told to begin with some work, or with null that there is none. */
  keep(): ((work: (() => Promise<void>) | null) => void) | null {
    if (this.#isOff || !this.#take()) return null;
    return (work) => {
      if (!work || this.#isOff) return this.#leave();
      const done = work().finally(() => {
        this.#lent.delete(done);
        this.#leave();
      });
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

  #take(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) return next();
    this.#free += 1;
    if (!this.#hasMissed) return;
    this.#hasMissed = false;
    this.#wake();
  }
}
