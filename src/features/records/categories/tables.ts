import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { companyId } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

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
  companyId: tags.key,
  id: tags.key,
  position: tags.record,
  contains: tags.contact,
  counterparty: tags.contact,
  sign: tags.record,
  category: tags.record,
});
