import { AppError } from "#contract/errors.ts";

/** A dear read was interrupted for others, took too long, or waited too long for its turn. */
export class TooMuch extends AppError {
  /** It was interrupted for others, and may go through when it is repeated. */
  readonly isInterrupted: boolean;

  constructor(isInterrupted = false) {
    super("unavailable", "Too much for now: other queries are still running. Try again in a few seconds", {
      retryAfter: 3,
    });
    this.isInterrupted = isInterrupted;
  }
}

/** How many dear reads run at once, and how many wait. */
export type DearLimits = { perCompany: number; inAll: number; mostWaiting: number; mostWaitingInAll: number };

/** One page asks for a dozen pinned queries at once. */
const waiting = { mostWaiting: 24, mostWaitingInAll: 60 };
/** The embedded engine runs one statement at a time; PostgreSQL's are well under the pool's size. */
export const dearLimits = {
  embedded: { perCompany: 1, inAll: 2, ...waiting },
  postgres: { perCompany: 2, inAll: 4, ...waiting },
} as const satisfies Record<string, DearLimits>;

type Waiter = { start(): void; since: number };

/** Lets dear reads run a few at a time; companies take turns, whatever each of them asks for. */
export class DearGate {
  readonly #limits: DearLimits;
  readonly #running = new Map<string, number>();
  /** Waiting reads by company; the company whose turn is next comes first. */
  readonly #waiting = new Map<string, Waiter[]>();
  #inAll = 0;
  #waitingInAll = 0;

  constructor(limits: DearLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` when its turn comes; throws `TooMuch` if that is not within `waitMs`, or too many wait. `isPatient`: it is
   * not refused for those, as an agent's run is not because a person asked too much. `since`: when the read began, of
   * which this may be one of many statements; a company's oldest read goes first, so that some end in time.
   */
  async run<T>(
    company: string,
    waitMs: number,
    work: () => Promise<T>,
    { isPatient = false, since = performance.now() } = {},
  ): Promise<T> {
    if (this.#hasRoom(company)) this.#begin(company);
    else await this.#wait(company, waitMs, isPatient, since);
    try {
      return await work();
    } finally {
      this.#end(company);
    }
  }

  #hasRoom(company: string): boolean {
    return this.#inAll < this.#limits.inAll && (this.#running.get(company) ?? 0) < this.#limits.perCompany;
  }

  #begin(company: string): void {
    this.#inAll += 1;
    this.#running.set(company, (this.#running.get(company) ?? 0) + 1);
  }

  #end(company: string): void {
    this.#inAll -= 1;
    const left = (this.#running.get(company) ?? 1) - 1;
    if (left > 0) this.#running.set(company, left);
    else this.#running.delete(company);
    for (const [next, queue] of this.#waiting) {
      if (!this.#hasRoom(next)) continue;
      this.#begin(next);
      // Its next one waits until all others had their turn.
      this.#waiting.delete(next);
      const waiter = queue.shift();
      if (queue.length > 0) this.#waiting.set(next, queue);
      waiter?.start();
      return;
    }
  }

  async #wait(company: string, waitMs: number, isPatient: boolean, since: number): Promise<void> {
    const queue = this.#waiting.get(company) ?? [];
    const { mostWaiting, mostWaitingInAll } = this.#limits;
    if (!isPatient && (queue.length >= mostWaiting || this.#waitingInAll >= mostWaitingInAll)) throw new TooMuch();
    const turn = Promise.withResolvers<void>();
    const waiter: Waiter = { start: () => turn.resolve(), since };
    const later = queue.findIndex((one) => one.since > since);
    queue.splice(later === -1 ? queue.length : later, 0, waiter);
    this.#waiting.set(company, queue);
    this.#waitingInAll += 1;
    const timer = setTimeout(() => {
      const at = queue.indexOf(waiter);
      if (at < 0) return;
      queue.splice(at, 1);
      if (queue.length === 0 && this.#waiting.get(company) === queue) this.#waiting.delete(company);
      turn.reject(new TooMuch());
    }, waitMs);
    try {
      await turn.promise;
    } finally {
      clearTimeout(timer);
      this.#waitingInAll -= 1;
    }
  }
}

/** How long the read of a job or an agent goes on, where no request gives it a shorter time. */
export const dearPatienceMs = 30_000;
/** With less time left a dear statement is not sent. */
export const leastDearMs = 50;

/** The query builder wraps what a statement throws. */
export function tooMuchIn(error: unknown): TooMuch | null {
  if (error instanceof TooMuch) return error;
  return error instanceof Error && error.cause !== undefined ? tooMuchIn(error.cause) : null;
}
