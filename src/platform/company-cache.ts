import type pg from "pg";
import type { CompanyId } from "#platform/context.ts";

type Place = { company: CompanyId; database: { pool: Pick<pg.Pool, "ended"> } };
type Entries<Value> = Map<CompanyId, { value: Value; usedAt: number }>;

/**
 * What this process keeps for its companies between requests and jobs. Entries belong to the database's pool, which lives
 * as long as the process uses the database: the database object of a request is made for that request alone.
 */
export class CompanyCache<Value> {
  readonly #byPool = new WeakMap<object, Entries<Value>>();
  readonly #weigh: (value: Value) => number;
  readonly #most: number;
  readonly #idleMs: number;

  /** `most`: what all companies' entries may weigh; `idleMs`: an entry unused for so long is dropped. */
  constructor({ weigh, most, idleMs }: { weigh: (value: Value) => number; most: number; idleMs: number }) {
    this.#weigh = weigh;
    this.#most = most;
    this.#idleMs = idleMs;
  }

  get({ company, database }: Place): Value | undefined {
    const entry = this.#byPool.get(database.pool)?.get(company);
    if (entry) entry.usedAt = performance.now();
    return entry?.value;
  }

  put({ company, database }: Place, value: Value): void {
    this.#entriesOf(database.pool).set(company, { value, usedAt: performance.now() });
    this.trim({ company, database });
  }

  /**
   * Drops the heaviest entries while all weigh too much, so that a large company never costs a small one its entry. This
   * company's own, just used, stays: it would be built anew for each of its questions. Of equals the longest unused goes.
   */
  trim({ company: own, database }: Place): void {
    const entries = this.#byPool.get(database.pool);
    if (!entries) return;
    const weighed = [...entries].map(([company, { value, usedAt }]) => ({
      company,
      usedAt,
      weight: this.#weigh(value),
    }));
    weighed.sort((one, other) => other.weight - one.weight || one.usedAt - other.usedAt);
    let sum = weighed.reduce((total, { weight }) => total + weight, 0);
    for (const { company, weight } of weighed) {
      if (sum <= this.#most) return;
      if (company === own) continue;
      entries.delete(company);
      sum -= weight;
    }
  }

  #entriesOf(pool: Place["database"]["pool"]): Entries<Value> {
    const known = this.#byPool.get(pool);
    if (known) return known;
    const entries: Entries<Value> = new Map();
    this.#byPool.set(pool, entries);
    // One timer for all companies; it ends with the last entry, and with the pool.
    const timer = setInterval(() => {
      const oldest = performance.now() - this.#idleMs;
      for (const [company, { usedAt }] of entries) if (usedAt < oldest || pool.ended) entries.delete(company);
      if (entries.size > 0) return;
      clearInterval(timer);
      this.#byPool.delete(pool);
    }, this.#idleMs / 5);
    timer.unref();
    return entries;
  }
}
