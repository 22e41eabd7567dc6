const kept = { hours: 6, days: 7, weeks: 4 };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Takes when snapshots were taken, gives those to keep: the newest of 6 hours, of 7 days and of 4 weeks. */
export function toKeep(moments: readonly Date[]): Set<Date> {
  const newestFirst = moments.toSorted((one, other) => other.getTime() - one.getTime());
  const keep = new Set<Date>();
  for (const [most, length] of [
    [kept.hours, hourMs],
    [kept.days, dayMs],
    [kept.weeks, 7 * dayMs],
  ] as const) {
    const spans = new Set<number>();
    for (const moment of newestFirst) {
      const span = Math.floor(moment.getTime() / length);
      if (spans.has(span) || spans.size >= most) continue;
      spans.add(span);
      keep.add(moment);
    }
  }
  return keep;
}
