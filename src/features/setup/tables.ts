import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { companyId, moment } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

/** A reset that can still be undone, or was; its rows are kept under its id. */
export const resets = pgTable(
  "resets",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    resetAt: moment().notNull(),
    /** Until then it can be undone; then it goes, with all that is kept. */
    keptUntil: moment().notNull(),
    /** The currency its decisions were made in. */
    currency: text().notNull(),
    agents: integer().notNull(),
    decisions: integer().notNull(),
    communications: integer().notNull(),
    /** Tasks that lost their executive or their decision. */
    tasks: integer().notNull(),
    undoneAt: moment(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.id] })],
);
tag(resets, {
  companyId: tags.key,
  id: tags.key,
  resetAt: tags.kept,
  keptUntil: tags.kept,
  currency: tags.kept,
  agents: tags.kept,
  decisions: tags.kept,
  communications: tags.kept,
  tasks: tags.kept,
  undoneAt: tags.kept,
});
