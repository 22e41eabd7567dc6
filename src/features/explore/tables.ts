import { jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Query } from "#contract/query.ts";
import { companyId, moment } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

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
  companyId: tags.key,
  id: tags.key,
  title: tags.operation,
  query: tags.operation,
  createdBy: tags.link,
  createdAt: tags.operation,
});
