import { date, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { companyId, moment } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Lines of "Needs you" that are hidden until a day; they count only while the line has the same day to act. */
export const needSnoozes = pgTable(
  "need_snoozes",
  {
    companyId: companyId(),
    key: text().notNull(),
    /** The line's day to act when it was snoozed. */
    actOn: date({ mode: "string" }),
    until: date({ mode: "string" }).notNull(),
    snoozedBy: uuid().notNull(),
    snoozedAt: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.key] })],
);
tag(needSnoozes, {
  ...columns(tags.key, "key"),
  ...columns(tags.operation, "actOn until snoozedAt"),
  snoozedBy: tags.link,
});
