import { addDays } from "#contract/days.ts";
import { dayIn, now, travelTo } from "#platform/clock.ts";
import type { Ctx } from "#platform/context.ts";

type Act = (ctx: Ctx) => Promise<unknown>;

/** Events of a company's past, run in order of time whatever order they were added in. */
export class Timeline {
  readonly #now: Date;
  readonly #today: string;
  readonly #acts: { at: Date; act: Act }[] = [];

  constructor(now: Date, timeZone: string) {
    this.#now = now;
    this.#today = dayIn(now, timeZone);
  }

  day(ago: number): string {
    return addDays(this.#today, -ago);
  }

  /** A time of day (UTC) that many days ago. */
  moment(ago: number, time: string): Date {
    return new Date(`${this.day(ago)}T${time}:00Z`);
  }

  /** Schedules an act; those in the future are ignored. */
  on(at: Date, act: Act): void {
    if (at < this.#now) this.#acts.push({ at, act });
  }

  /**
   * Runs all acts at their moments by the process's clock, including those added along the way; one added
   * for an earlier time runs as soon as the current one has ended.
   */
  async run(ctx: Ctx): Promise<void> {
    let last = new Date(0);
    const restoreClock = travelTo(now());
    try {
      for (let next = this.#next(); next; next = this.#next()) {
        travelTo(next.at > last ? next.at : last);
        await next.act({ ...ctx, now: now() });
        last = now();
      }
    } finally {
      restoreClock();
    }
  }

  #next(): { at: Date; act: Act } | undefined {
    this.#acts.sort((one, other) => one.at.getTime() - other.at.getTime());
    return this.#acts.shift();
  }
}
