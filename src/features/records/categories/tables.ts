import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { companyId } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** The rules that give transactions a category, in their order. */
export const transactionRules = pgTable(
  "transaction_rules",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    position: integer().notNull(),
    contains: text(),
    counterparty: text(),
    sign: text().$type<"in" | "out">(),
    category: text().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.id] })],
);
tag(transactionRules, {
  ...columns(tags.key, "companyId id"),
  ...columns(tags.record, "position sign category"),
  ...columns(tags.contact, "contains counterparty"),
});
