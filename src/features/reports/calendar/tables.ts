import { index, pgTable, primaryKey, unique, uuid } from "drizzle-orm/pg-core";
import { bytes, companyId, moment } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Addresses that people's calendars read; only the SHA-256 of each secret is stored. */
export const calendarLinks = pgTable(
  "calendar_links",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    userId: uuid().notNull(),
    tokenHash: bytes().notNull(),
    createdAt: moment().notNull(),
    lastReadAt: moment(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    unique("calendar_links_token").on(row.tokenHash),
    index("calendar_links_by_user").on(row.companyId, row.userId),
  ],
);
tag(calendarLinks, {
  companyId: tags.key,
  ...columns(tags.link, "id userId"),
  ...columns(tags.identity, "tokenHash createdAt lastReadAt"),
});
