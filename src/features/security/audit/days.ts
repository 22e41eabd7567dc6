/** The first moment of a calendar day in a time zone, in UTC. */
export function dayStart(day: string, timeZone: string): string {
  const utc = Date.parse(`${day}T00:00:00Z`);
  // Twice, because the offset at the guess may differ from that at the result.
  const first = utc - offsetAt(utc, timeZone);
  return new Date(utc - offsetAt(first, timeZone)).toISOString();
}

export const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** How far a zone is ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "short", timeStyle: "medium" }).formatToParts(
    moment,
  );
  const of = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value);
  const local = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
  return local - Math.floor(moment / 1_000) * 1_000;
}
