import { createHash } from "node:crypto";
import { addDays } from "#contract/days.ts";
import { dayIn, momentOf } from "#platform/clock.ts";

/** An interval, or a time of day ("06:30") in the company's zone. */
export type Every = { minutes: number } | { at: string };

/**
 * The first slot after a moment. Missed slots collapse into one, because the next is always computed from the present.
 * Each company's interval has its own offset, so they do not all fall due at once.
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
