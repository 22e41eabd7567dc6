import { integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { companyId } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

/** Rows that were taken out of their tables and may still come back, each as it stood. */
export const keptRows = pgTable(
  "kept_rows",
  {
    companyId: companyId(),
    /** What they were taken out for, together. */
    bundle: uuid().notNull(),
    /** The table they come from. */
    source: text().notNull(),
    place: integer().notNull(),
    row: jsonb().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.bundle, row.source, row.place] })],
);
tag(keptRows, { companyId: tags.key, bundle: tags.kept, source: tags.kept, place: tags.kept, row: tags.kept });
