import { date, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { CalendarEvent } from "#features/records/calendar/rows.ts";
import { companyId, moment } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** What stands in a connected calendar. */
export const calendarEvents = pgTable(
  "calendar_events",
  {
    companyId: companyId(),
    source: text().notNull(),
    externalId: text().notNull(),
    kind: text().$type<CalendarEvent["kind"]>().notNull(),
    title: text().notNull(),
    /** Of whole days: when the first begins and the last ends in the company's zone. */
    startsAt: moment().notNull(),
    endsAt: moment().notNull(),
    /** The first of whole days. */
    day: date({ mode: "string" }),
    /** How many others were asked and did not decline. */
    people: integer().notNull(),
    url: text(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.source, row.externalId] }),
    index("calendar_events_by_start").on(row.companyId, row.startsAt),
  ],
);
tag(calendarEvents, {
  ...columns(tags.key, "source externalId"),
  ...columns(tags.operation, "kind startsAt endsAt day people url"),
  title: tags.contact,
});
