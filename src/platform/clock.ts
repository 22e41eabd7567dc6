/** The one place that reads the wall clock on the server; gives the present moment. */
export function now(): Date {
  return new Date();
}

/** Takes a moment and an IANA time zone, gives the calendar day there as YYYY-MM-DD. */
export function dayIn(moment: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
    formats.set(timeZone, format);
  }
  return format.format(moment);
}

/** Making one costs more than a statement; there are some 500 time zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Takes a day and an IANA time zone, gives the last second of that day there. */
export function endOfDay(day: string, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T23:59:59Z`);
  // The zone's distance from UTC is read off its clock; twice, as it may change during the day.
  const guess = asUtc - distance(asUtc, timeZone);
  return new Date(asUtc - distance(guess, timeZone));
}

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
