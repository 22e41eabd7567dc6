import { index, unique, uuid } from "drizzle-orm/pg-core";
import { bytes, moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Addresses that people's calendars read; only the SHA-256 of each secret is stored. */
export const calendarLinks = companyTable(
  "calendar_links",
  {
    userId: uuid().notNull(),
    tokenHash: bytes().notNull(),
    createdAt: moment().notNull(),
    lastReadAt: moment(),
  },
  (row) => [
    unique("calendar_links_token").on(row.tokenHash),
    index("calendar_links_by_user").on(row.companyId, row.userId),
  ],
);
tag(calendarLinks, {
  ...columns(tags.link, "id userId"),
  ...columns(tags.identity, "tokenHash createdAt lastReadAt"),
});
