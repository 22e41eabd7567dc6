import { addDays } from "#contract/days.ts";
import { pluralize, shortDay } from "#contract/format.ts";
import { type Line, toLine } from "#contract/report.ts";
import { collect, concluded, concludeUnknown, noun } from "#features/expertise/topics/collect.ts";
import type { Conclusion, Today } from "#features/expertise/topics/topic.ts";
import type { CalendarEvent } from "#features/records/calendar/rows.ts";

/** `events`: of the last 28 days, and of the days ahead. */
export type Calendar = { isKnown: boolean; events: readonly CalendarEvent[]; now: Date };

const title = "Meetings and dates";
/** The days compared before today, and those ahead in which dates are named. */
export const loadDays = 28;
export const datesAhead = 31;
const mostNamed = 8;
const source = (label: string) => ({ label: `${label} (Google Calendar)`, href: "/integrations" });

/** Meetings of today and the next days with their hours, the load of the last four weeks, and entries of whole days. */
export function concludeCalendar({ isKnown, events, now }: Calendar, { today, currency }: Today): Conclusion {
  if (!isKnown)
    return concludeUnknown(title, {
      what: "What is in the calendar",
      needed: "Google Calendar",
      href: "/integrations",
    });
  const make = collect(currency, today);
  const meetings = events.filter(({ kind }) => kind === "meeting");
  const within = (from: string, to: string) => meetings.filter((one) => one.day >= from && one.day <= to);
  const hoursOf = (some: readonly CalendarEvent[]): number =>
    some.reduce((sum, { startsAt, endsAt }) => sum + (endsAt.getTime() - startsAt.getTime()) / 3_600_000, 0);
  const measured = (id: string, label: string, some: readonly CalendarEvent[]) => ({
    some,
    count: make.measure(id, `Meetings ${label}`, some.length, "count", source(pluralize(some.length, "meeting"))),
    hours: make.measure(
      `${id}_hours`,
      `Hours of meetings ${label}`,
      hoursOf(some),
      "hours",
      source(pluralize(some.length, "meeting")),
      { formula: "end − start of each" },
    ),
  });
  const onDay = measured("today", "today", within(today, today));
  const week = measured("week", "in the next 7 days", within(today, addDays(today, 6)));
  const past = measured("past", `in the last ${loadDays} days`, within(addDays(today, -loadDays), addDays(today, -1)));
  const weekly = make.measure(
    "weekly_hours",
    "Hours of meetings a week",
    hoursOf(past.some) / (loadDays / 7),
    "hours",
    source(pluralize(past.some.length, "meeting")),
    { formula: `hours of ${loadDays} days ÷ ${loadDays / 7}` },
  );

  const coming = week.some.filter(({ endsAt }) => endsAt > now);
  const next = coming.find(({ startsAt }) => startsAt > now);
  const when = (one: CalendarEvent): string => `${shortDay(one.day)}, ${one.time}`;
  const sentence = ({ some, count, hours }: typeof onDay, of: string): Line =>
    some.length === 0 ? toLine`No meetings ${of}.` : toLine`${count} ${noun(some.length, "meeting")} ${of} (${hours}).`;
  const headline: Line = [...sentence(onDay, "today"), " ", ...sentence(week, "in the next 7 days, today included")];
  const nextLine = next ? toLine`Next: ${next.title}, ${when(next)}.` : [];
  const loadLine =
    past.some.length === 0
      ? toLine`No meetings in the last ${String(loadDays)} days.`
      : toLine`In the last ${String(loadDays)} days ${past.count} ${noun(past.some.length, "meeting")} took ${past.hours}, ${weekly} a week.`;

  const dates = events.filter((one) => one.kind === "day" && one.day >= today);
  const named = dates
    .slice(0, mostNamed)
    .map((one, at): Line => toLine`${at > 0 ? "; " : ""}${shortDay(one.day)}: ${one.title}`);
  const rest = dates.length - named.length;
  const dateLine: Line =
    dates.length === 0
      ? toLine`No all-day entries in the next ${String(datesAhead)} days.`
      : [...toLine`All-day entries: `, ...named.flat(), rest > 0 ? `; and ${rest} more.` : "."];
  return concluded({
    headline,
    section: {
      title,
      lines: [[...headline, ...(next ? [" ", ...nextLine] : [])], loadLine, dateLine],
      table:
        coming.length === 0
          ? null
          : {
              columns: ["When", "Meeting", "Other people"],
              rows: coming
                .slice(0, mostNamed)
                .map((one) => [toLine`${when(one)}`, toLine`${one.title}`, toLine`${String(one.people)}`]),
            },
    },
    answers: {
      meetings: [...headline, ...(next ? [" ", ...nextLine] : [])],
      load: loadLine,
      dates: dateLine,
    },
    figures: make.figures,
    facts: coming.slice(0, mostNamed).map((one) => ({
      kind: "meeting",
      reference: one.title,
      value: when(one),
      asOf: today,
      href: "/integrations",
    })),
  });
}
