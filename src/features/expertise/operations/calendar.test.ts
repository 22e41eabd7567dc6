import { expect, test } from "vitest";
import type { CalendarEvent } from "#features/records/calendar/rows.ts";
import { concludeCalendar } from "#features/expertise/operations/calendar.ts";
import { answer, expectSound, friday, hostile, value } from "../../../../test/sound.ts";

const now = new Date("2026-11-20T10:00:00Z");
const meeting = (title: string, from: string, hours: number, people = 1): CalendarEvent => ({
  kind: people > 0 ? "meeting" : "entry",
  title,
  startsAt: new Date(from),
  endsAt: new Date(Date.parse(from) + hours * 3_600_000),
  day: from.slice(0, 10),
  time: from.slice(11, 16),
  people,
});
const date = (title: string, day: string): CalendarEvent => ({
  ...meeting(title, `${day}T00:00:00Z`, 24),
  kind: "day",
  people: 0,
  day,
});

test("meetings of today and the week, the load of four weeks, and dates; own entries are no meetings", () => {
  const events = [
    meeting("Old", "2026-11-02T09:00:00Z", 6),
    meeting("Board", "2026-11-20T09:00:00Z", 0.5),
    meeting("Call {x}", "2026-11-20T14:00:00Z", 1),
    meeting("Think", "2026-11-21T09:00:00Z", 3, 0),
    meeting("Plan", "2026-11-26T23:30:00Z", 1),
    meeting("Later", "2026-11-27T09:00:00Z", 1),
    date("VAT return due", "2026-11-30"),
  ];
  const found = concludeCalendar({ isKnown: true, events, now }, friday);
  expectSound(found);
  expect(
    ["today", "today_hours", "week", "week_hours", "past_hours", "weekly_hours"].map((id) => value(found, id)),
  ).toEqual([2, 1.5, 3, 2.5, 6, 1.5]);
  expect(answer(found, "meetings")).toBe(
    "2 meetings today (1.5 hours). 3 meetings in the next 7 days, today included (2.5 hours). Next: Call {x}, 20 Nov 2026, 14:00.",
  );
  expect(answer(found, "load")).toBe("In the last 28 days 1 meeting took 6 hours, 1.5 hours a week.");
  expect(answer(found, "dates")).toBe("All-day entries: 30 Nov 2026: VAT return due.");
});

test("without a calendar it is a gap, an empty one has no meetings, and names are words only", () => {
  expect(concludeCalendar({ isKnown: false, events: [], now }, friday).missing).toEqual([
    { what: "What is in the calendar", needed: "Google Calendar", href: "/integrations" },
  ]);
  const empty = concludeCalendar({ isKnown: true, events: [], now }, friday);
  expect([answer(empty, "meetings"), answer(empty, "dates")]).toEqual([
    "No meetings today. No meetings in the next 7 days, today included.",
    "No all-day entries in the next 31 days.",
  ]);
  for (const title of hostile)
    expectSound(
      concludeCalendar(
        { isKnown: true, events: [meeting(title, "2026-11-20T14:00:00Z", 1), date(title, "2026-11-22")], now },
        friday,
      ),
    );
});
