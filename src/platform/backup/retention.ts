const limits = { hours: 6, days: 7, weeks: 4 };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Which snapshots to keep: the newest of 6 hours, of 7 days and of 4 weeks. */
export function selectSnapshots(moments: readonly Date[]): Set<Date> {
  const newestFirst = moments.toSorted((one, other) => other.getTime() - one.getTime());
  const keep = new Set<Date>();
  for (const [max, length] of [
    [limits.hours, hourMs],
    [limits.days, dayMs],
    [limits.weeks, 7 * dayMs],
  ] as const) {
    const spans = new Set<number>();
    for (const moment of newestFirst) {
      const span = Math.floor(moment.getTime() / length);
      if (spans.has(span) || spans.size >= max) continue;
      spans.add(span);
      keep.add(moment);
    }
  }
  return keep;
}
