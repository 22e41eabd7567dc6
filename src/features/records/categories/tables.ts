import { integer, text } from "drizzle-orm/pg-core";
import { companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** The rules that give transactions a category, in their order. */
export const transactionRules = companyTable("transaction_rules", {
  position: integer().notNull(),
  contains: text(),
  counterparty: text(),
  sign: text().$type<"in" | "out">(),
  category: text().notNull(),
});
tag(transactionRules, {
  ...columns(tags.record, "position sign category"),
  ...columns(tags.contact, "contains counterparty"),
});
