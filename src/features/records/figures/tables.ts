import { boolean, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { companyId } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Whether the figures worked out of a kind's rows are behind them. Each change of the rows counts the version up. */
export const recordFigures = pgTable(
  "record_figures",
  { companyId: companyId(), kind: text().notNull(), isStale: boolean().notNull(), version: integer().notNull() },
  (row) => [primaryKey({ columns: [row.companyId, row.kind] })],
);
tag(recordFigures, { ...columns(tags.key, "kind"), ...columns(tags.operation, "isStale version") });
