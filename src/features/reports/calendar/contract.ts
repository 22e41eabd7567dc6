import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { id, instant } from "#contract/words.ts";

/** A person's calendars may read as many addresses as this. */
export const maxCalendarLinks = 10;

export const calendarLink = z.strictObject({
  id,
  createdAt: instant,
  /** When a calendar last read it, to about an hour; null: never. */
  lastReadAt: instant.nullable(),
});
export type CalendarLink = z.infer<typeof calendarLink>;

export const getCalendar = endpoint("GET", "/api/calendar", {
  summary:
    "What is due as a calendar file (iCalendar): tasks, proposals, forecasts, payments, renewals and notice days, tickets and deals, from 90 days ago to a year ahead.",
  response: z.strictObject({ fileName: z.string(), ics: z.string() }),
  access: "viewer",
});

export const listCalendarLinks = endpoint("GET", "/api/calendar/links", {
  summary: "The signed-in person's calendar addresses, without their secrets.",
  response: z.array(calendarLink),
  access: "viewer",
  scope: "browser",
});

export const addCalendarLink = endpoint("POST", "/api/calendar/links", {
  summary: "Makes an address that a calendar program reads what is due from; its secret is shown once.",
  response: z.strictObject({ link: calendarLink, path: z.string() }),
  access: "viewer",
  scope: "browser",
  takesKey: false,
});

export const revokeCalendarLink = endpoint("DELETE", "/api/calendar/links/:id", {
  summary: "Ends one of the person's calendar addresses.",
  params: { id },
  response: z.strictObject({ id }),
  access: "viewer",
  scope: "browser",
});
