import { addDays } from "#contract/days.ts";
import { truncate, withoutReordering } from "#contract/words.ts";
import { calendarFigures } from "#features/records/figures/rules.ts";
import { derivedFigures } from "#features/metrics/service.ts";
import * as store from "#features/records/calendar/store.ts";
import { dayIn, momentOf } from "#platform/clock.ts";
import type { Tx } from "#platform/context.ts";

/** An event as a calendar gives it: at times, or of whole days, of which `until` is the first that is not one. */
export type GivenEvent = { id: string; title: string; people: number; url: string | null } & (
  | { startsAt: string; endsAt: string }
  | { day: string; until: string }
);

const longestTitle = 200;
const titleOf = (given: string): string =>
  truncate(
    withoutReordering(given)
      .replaceAll(/[\p{C}\s]+/gu, " ")
      .trim(),
    longestTitle,
  ) || "Without a title";

/** Takes over events and what went, and writes the figures of the days that have begun. */
export async function takeEvents(tx: Tx, source: string, given: readonly GivenEvent[], gone: readonly string[]) {
  const midnight = (day: string) => momentOf(day, "00:00:00", tx.timeZone);
  const rows = given.map(({ id, title, people, url, ...when }): store.EventRow => {
    const common = { externalId: id, title: titleOf(title), people, url };
    if ("day" in when)
      return { ...common, kind: "day", startsAt: midnight(when.day), endsAt: midnight(when.until), day: when.day };
    const [startsAt, endsAt] = [new Date(when.startsAt), new Date(when.endsAt)];
    return { ...common, kind: people > 0 ? "meeting" : "entry", startsAt, endsAt, day: null };
  });
  const counts = await store.put(tx, source, rows);
  const removed = await store.remove(tx, source, gone);
  await rework(tx);
  return { ...counts, removed };
}

/** Meetings and their hours of each day up to today, from the first that is known; a day without any has none. */
async function rework(tx: Tx): Promise<void> {
  const today = dayIn(tx.now, tx.timeZone);
  const known = await store.load(tx, momentOf(addDays(today, 1), "00:00:00", tx.timeZone));
  const byDay = new Map(known.map((one) => [one.day, one]));
  const figures = [];
  for (let day = known[0]?.day ?? addDays(today, 1); day <= today; day = addDays(day, 1)) {
    const { meetings = 0, minutes = 0 } = byDay.get(day) ?? {};
    figures.push({ name: "meetings", day, value: meetings, currency: null });
    figures.push({ name: "meeting_hours", day, value: Math.round((minutes / 60) * 100) / 100, currency: null });
  }
  await derivedFigures(tx, [...calendarFigures], figures);
}
