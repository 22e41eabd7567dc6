import { jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Query } from "#contract/query.ts";
import { companyId, moment } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Queries pinned to the dashboard. */
export const explorePins = pgTable(
  "explore_pins",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    title: text().notNull(),
    query: jsonb().$type<Query>().notNull(),
    createdBy: uuid().notNull(),
    createdAt: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.id] })],
);
tag(explorePins, {
  ...columns(tags.key, "companyId id"),
  ...columns(tags.operation, "title query createdAt"),
  createdBy: tags.link,
});
