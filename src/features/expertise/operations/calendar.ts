import { addDays } from "#contract/days.ts";
import { pluralize, shortDay } from "#contract/format.ts";
import { joinLines, type Line, sentences, toLine } from "#contract/report.ts";
import { collect, concludeUnknown, gap, noun, sumOf } from "#features/expertise/topics/collect.ts";
import type { Conclusion, Today } from "#features/expertise/topics/topic.ts";
import type { CalendarEvent } from "#features/records/calendar/rows.ts";

/** `events`: of the last 28 days, and of the days ahead. */
export type Calendar = { isKnown: boolean; events: readonly CalendarEvent[]; now: Date };

const title = "Meetings and dates";
const href = "/integrations";
/** The days compared before today, and those ahead in which dates are named. */
export const loadDays = 28;
export const datesAhead = 31;
const mostNamed = 8;

/** Meetings of today and the next days with their hours, the load of the last four weeks, and entries of whole days. */
export function concludeCalendar({ isKnown, events, now }: Calendar, { today, currency }: Today): Conclusion {
  if (!isKnown) return concludeUnknown(title, gap("What is in the calendar", "Google Calendar", href));
  const make = collect(currency, today);
  const meetings = events.filter(({ kind }) => kind === "meeting");
  const measured = (id: string, label: string, from: string, to: string) => {
    const some = meetings.filter((one) => one.day >= from && one.day <= to);
    const sum = sumOf(some, ({ startsAt, endsAt }) => (endsAt.getTime() - startsAt.getTime()) / 3_600_000);
    const source = [`${pluralize(some.length, "meeting")} (Google Calendar)`, href] as const;
    const count = make.count(id, `Meetings ${label}`, some.length, source);
    const hours = make.measure(
      `${id}_hours`,
      `Hours of meetings ${label}`,
      sum,
      "hours",
      source,
      "end − start of each",
    );
    return { some, sum, source, count, hours };
  };
  const onDay = measured("today", "today", today, today);
  const week = measured("week", "in the next 7 days", today, addDays(today, 6));
  const past = measured("past", `in the last ${loadDays} days`, addDays(today, -loadDays), addDays(today, -1));
  const weekly = make.measure(
    "weekly_hours",
    "Hours of meetings a week",
    past.sum / (loadDays / 7),
    "hours",
    past.source,
    `hours of ${loadDays} days ÷ ${loadDays / 7}`,
  );

  const coming = week.some.filter(({ endsAt }) => endsAt > now);
  const next = coming.find(({ startsAt }) => startsAt > now);
  const when = (one: CalendarEvent): string => `${shortDay(one.day)}, ${one.time}`;
  const sentence = ({ some, count, hours }: typeof onDay, of: string): Line =>
    some.length === 0 ? toLine`No meetings ${of}.` : toLine`${count} ${noun(some.length, "meeting")} ${of} (${hours}).`;
  const headline = sentences(sentence(onDay, "today"), sentence(week, "in the next 7 days, today included"));
  const answer = sentences(headline, next && `Next: ${next.title}, ${when(next)}.`);
  const loadLine =
    past.some.length === 0
      ? toLine`No meetings in the last ${String(loadDays)} days.`
      : toLine`In the last ${String(loadDays)} days ${past.count} ${noun(past.some.length, "meeting")} took ${past.hours}, ${weekly} a week.`;

  const dates = events.filter((one) => one.kind === "day" && one.day >= today);
  const rest = dates.length - mostNamed;
  const named = dates.slice(0, mostNamed).map((one) => `${shortDay(one.day)}: ${one.title}`);
  const dateLine =
    dates.length === 0
      ? toLine`No all-day entries in the next ${String(datesAhead)} days.`
      : toLine`All-day entries: ${joinLines("; ", named)}${rest > 0 ? `; and ${rest} more.` : "."}`;
  const shown = coming.slice(0, mostNamed);
  return make.conclude({
    title,
    headline,
    lines: [answer, loadLine, dateLine],
    columns: ["When", "Meeting", "Other people"],
    rows: shown.map((one) => [when(one), one.title, String(one.people)]),
    answers: { meetings: answer, load: loadLine, dates: dateLine },
    facts: shown.map((one) => ({ kind: "meeting", reference: one.title, value: when(one), href })),
  });
}
