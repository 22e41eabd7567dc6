/** The one place that reads the wall clock on the server; gives the present moment. */
export function now(): Date {
  return new Date();
}

/** Takes a moment and an IANA time zone, gives the calendar day there as YYYY-MM-DD. */
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

/** Making one costs more than a statement, and asking one more than looking at what it said last; there are some 500. */
const zones = new Map<string, { format: Intl.DateTimeFormat; minute: number; day: string }>();

/** Takes a day, a time of day as HH:MM:SS and an IANA time zone, gives the moment the clocks there show it. */
export function momentOf(day: string, time: string, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T${time}Z`);
  // The zone's distance from UTC is read off its clock; twice, as it may change during the day.
  const guess = asUtc - distance(asUtc, timeZone);
  return new Date(asUtc - distance(guess, timeZone));
}

/** Takes a day and an IANA time zone, gives the last second of that day there. */
export const endOfDay = (day: string, timeZone: string): Date => momentOf(day, "23:59:59", timeZone);

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds by which a zone's clock is ahead of UTC at a moment. */
function distance(moment: number, timeZone: string): number {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
    clocks.set(timeZone, clock);
  }
  return Date.parse(`${clock.format(moment).replace(" ", "T")}Z`) - moment;
}
