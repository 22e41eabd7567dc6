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
