import { date, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { companyId, moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Exports people asked for. */
export const exports = companyTable(
  "privacy_exports",
  {
    userId: uuid().notNull(),
    createdAt: moment().notNull(),
  },
  (row) => [index("privacy_exports_of_person").on(row.companyId, row.userId, row.createdAt)],
);
tag(exports, { userId: tags.link, createdAt: tags.operation });

/** Receipts of deletions, without personal data. A file outside the database holds them too, for restored backups. */
export const erasures = pgTable(
  "erasures",
  {
    companyId: companyId(),
    /** The company's own id if all of the company was deleted. */
    userId: uuid().notNull(),
    erasedAt: moment().notNull(),
    rows: integer().notNull(),
    /** The receipt's signature, so that a receipt for a missing journal cannot be forged. */
    mac: text().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.userId] })],
);
tag(erasures, {
  ...columns(tags.receipt, "userId erasedAt rows mac"),
});

/** What retention deleted from a table, and on which day of the company. */
export const retentionRuns = pgTable(
  "retention_runs",
  {
    companyId: companyId(),
    day: date().notNull(),
    source: text().notNull(),
    /** Rows from before this moment were deleted. */
    before: moment().notNull(),
    deleted: integer().notNull(),
    ranAt: moment().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.day, row.source] })],
);
tag(
  retentionRuns,
  {
    ...columns(tags.decision, "day source before deleted ranAt"),
  },
  { ages: { from: "ranAt" } },
);
