import { sql } from "drizzle-orm";
import { boolean, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Currency } from "#contract/words.ts";
import type { RecordKind } from "#features/records/contract.ts";
import type { CustomType } from "#features/records/custom/contract.ts";
import { companyId, moment } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/**
 * The company's own fields. Their values are in the records' column `custom`. The row of a removed field stays without its
 * label, so that no later field takes its key: records removed before it may come back with its values.
 */
export const recordCustomFields = pgTable(
  "record_custom_fields",
  {
    companyId: companyId(),
    kind: text().$type<RecordKind>().notNull(),
    key: text().notNull(),
    label: text().notNull(),
    /** The label folded, which is unique among those not removed. */
    labelKey: text().notNull(),
    type: text().$type<CustomType>().notNull(),
    choices: jsonb().$type<string[]>().notNull(),
    currency: text().$type<Currency>(),
    place: integer().notNull(),
    hidden: boolean().notNull(),
    inList: boolean().notNull(),
    removedAt: moment(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.kind, row.key] }),
    uniqueIndex("record_custom_fields_once")
      .on(row.companyId, row.kind, row.labelKey)
      .where(sql`${row.removedAt} IS NULL`),
  ],
);
tag(recordCustomFields, {
  ...columns(tags.record, "kind key label labelKey type choices currency place hidden inList removedAt"),
});
