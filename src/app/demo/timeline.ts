import { addDays } from "#contract/days.ts";
import { dayIn } from "#platform/clock.ts";
import type { Ctx } from "#platform/context.ts";

type Act = (ctx: Ctx) => Promise<unknown>;

/** What happens in a company's past, done in the order of its moments whatever order it was told in. */
export class Timeline {
  readonly #now: Date;
  readonly #today: string;
  readonly #acts: { at: Date; act: Act }[] = [];

  constructor(now: Date, timeZone: string) {
    this.#now = now;
    this.#today = dayIn(now, timeZone);
  }

  /** The day that many days ago. */
  day(ago: number): string {
    return addDays(this.#today, -ago);
  }

  /** A time of day (UTC) on the day that many days ago. */
  moment(ago: number, time: string): Date {
    return new Date(`${this.day(ago)}T${time}:00Z`);
  }

  /** Adds what happens at a moment; what still lies ahead of now does not happen. */
  on(at: Date, act: Act): void {
    if (at < this.#now) this.#acts.push({ at, act });
  }

  /** Does everything, also what an act adds on its way; an act that is added late happens at the moment it was added. */
  async run(ctx: Ctx): Promise<void> {
    let last = new Date(0);
    for (let next = this.#next(); next; next = this.#next()) {
      last = next.at > last ? next.at : last;
      await next.act({ ...ctx, now: last });
    }
  }

  #next(): { at: Date; act: Act } | undefined {
    this.#acts.sort((one, other) => one.at.getTime() - other.at.getTime());
    return this.#acts.shift();
  }
}
