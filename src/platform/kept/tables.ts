import { integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { companyId } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

/** Rows removed from their tables that may still be restored. */
export const keptRows = pgTable(
  "kept_rows",
  {
    companyId: companyId(),
    /** Groups the rows removed together. */
    bundle: uuid().notNull(),
    source: text().notNull(),
    place: integer().notNull(),
    row: jsonb().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.bundle, row.source, row.place] })],
);
tag(keptRows, { bundle: tags.kept, source: tags.kept, place: tags.kept, row: tags.kept });
