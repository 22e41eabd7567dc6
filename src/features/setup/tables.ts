import { integer, text } from "drizzle-orm/pg-core";
import { moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Resets of the last 24 hours; deleted rows are kept under the reset's id. */
export const resets = companyTable("resets", {
  resetAt: moment().notNull(),
  /** Can be undone until then; deleted afterwards. */
  keptUntil: moment().notNull(),
  /** Of the deleted decisions. */
  currency: text().notNull(),
  agents: integer().notNull(),
  decisions: integer().notNull(),
  communications: integer().notNull(),
  /** Tasks that lost their agent or decision. */
  tasks: integer().notNull(),
  undoneAt: moment(),
});
tag(resets, {
  ...columns(tags.kept, "resetAt keptUntil currency agents decisions communications tasks undoneAt"),
});
