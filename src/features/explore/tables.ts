import { jsonb, text, uuid } from "drizzle-orm/pg-core";
import type { Query } from "#contract/query.ts";
import { moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Queries pinned to the dashboard. */
export const explorePins = companyTable("explore_pins", {
  title: text().notNull(),
  query: jsonb().$type<Query>().notNull(),
  createdBy: uuid().notNull(),
  createdAt: moment().notNull(),
});
tag(explorePins, {
  ...columns(tags.operation, "title query createdAt"),
  createdBy: tags.link,
});
