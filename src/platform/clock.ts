import { lastDays } from "#contract/spans.ts";
/** Milliseconds by which this process's clock is ahead of the wall clock. */
let ahead = 0;

/** The only place on the server that reads the wall clock. */
export function now(): Date {
  return new Date(Date.now() + ahead);
}

/** Sets this process's clock, which then continues; returns a function that resets it. For replaying past days. */
export function travelTo(moment: Date): () => void {
  const before = ahead;
  ahead = moment.getTime() - Date.now();
  return () => {
    ahead = before;
  };
}

/** When the wall clock, which the database has too, shows what this process's clock shows at a moment. */
export const onWallClock = (moment: Date): Date => new Date(moment.getTime() - ahead);

/** The calendar day at a moment in an IANA time zone, as YYYY-MM-DD. */
export function dayIn(moment: Date, timeZone: string): string {
  // Zones change at whole minutes only: within one the day is the same.
  const minute = Math.floor(moment.getTime() / 60_000);
  let zone = zones.get(timeZone);
  if (!zone) {
    const parts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
    zone = { format: new Intl.DateTimeFormat("en-CA", { timeZone, ...parts }), minute: Number.NaN, day: "" };
    zones.set(timeZone, zone);
  }
  if (zone.minute !== minute) {
    zone.day = zone.format.format(moment);
    zone.minute = minute;
  }
  return zone.day;
}

/** The moment at which the company's last days begin, today included. */
export const startOfLastDays = (days: number, { now: at, timeZone }: { now: Date; timeZone: string }): Date =>
  momentOf(lastDays(days, dayIn(at, timeZone)).from, "00:00:00", timeZone);

/**
 * Creating a formatter costs more than a SQL statement, so each zone (there are about 500) caches its formatter and
 * last day.
 */
const zones = new Map<string, { format: Intl.DateTimeFormat; minute: number; day: string }>();

/** The moment at which clocks in an IANA time zone show this day and time (HH:MM:SS). */
export function momentOf(day: string, time: string, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T${time}Z`);
  // The offset is applied twice, because it may change during the day.
  const guess = asUtc - zoneOffset(asUtc, timeZone);
  return new Date(asUtc - zoneOffset(guess, timeZone));
}

export const endOfDay = (day: string, timeZone: string): Date => momentOf(day, "23:59:59", timeZone);

/** The time of day at a moment in an IANA time zone, as HH:MM. */
export const timeIn = (moment: Date, timeZone: string): string =>
  new Date(moment.getTime() + zoneOffset(moment.getTime(), timeZone)).toISOString().slice(11, 16);

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds by which the zone's clock is ahead of UTC. */
function zoneOffset(moment: number, timeZone: string): number {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    clocks.set(timeZone, clock);
  }
  return Date.parse(`${clock.format(moment).replace(" ", "T")}Z`) - moment;
}

/** Until when something done now can be undone; null where undo is off. */
export const undoUntil = (now: Date, seconds: number): Date | null =>
  seconds > 0 ? new Date(now.getTime() + seconds * 1000) : null;
