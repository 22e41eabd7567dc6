import { createHash } from "node:crypto";
import { addDays } from "#contract/days.ts";
import { dayIn, momentOf } from "#platform/clock.ts";

/** How often work by the clock is due: an interval, or a time of day ("06:30") in the company's zone. */
export type Every = { minutes: number } | { at: string };

/**
 * The first slot after a moment. Missed slots collapse into one, because the next one is always counted from the present.
 * Intervals of different companies begin at different moments, so that not all of them are due at once.
 */
export function nextSlot(every: Every, after: Date, company: { id: string; timeZone: string }): Date {
  if ("at" in every) {
    const today = dayIn(after, company.timeZone);
    const slot = momentOf(today, `${every.at}:00`, company.timeZone);
    return slot > after ? slot : momentOf(addDays(today, 1), `${every.at}:00`, company.timeZone);
  }
  const step = every.minutes * 60_000;
  const offset = createHash("sha256").update(company.id).digest().readUInt32BE() % step;
  return new Date((Math.floor((after.getTime() - offset) / step) + 1) * step + offset);
}
