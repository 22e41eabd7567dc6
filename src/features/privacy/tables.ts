import { bigint, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { companyId, moment } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

/** Exports people asked for. */
export const exports = pgTable(
  "privacy_exports",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    userId: uuid().notNull(),
    createdAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    index("privacy_exports_of_person").on(row.companyId, row.userId, row.createdAt),
  ],
);
tag(exports, { companyId: tags.key, id: tags.key, userId: tags.link, createdAt: tags.operation });

/** Receipts of deletions, without personal data. A file outside the database holds them too, for restored backups. */
export const erasures = pgTable(
  "erasures",
  { companyId: companyId(), userId: uuid().notNull(), erasedAt: moment().notNull(), rows: integer().notNull() },
  (row) => [primaryKey({ columns: [row.companyId, row.userId] })],
);
tag(erasures, { companyId: tags.key, userId: tags.receipt, erasedAt: tags.receipt, rows: tags.receipt });

/** What retention deleted, each time it did. */
export const retentionRuns = pgTable(
  "retention_runs",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    ranAt: moment().notNull(),
    /** The table, the moment before which its rows were deleted, and how many. */
    source: text().notNull(),
    before: moment().notNull(),
    deleted: bigint({ mode: "number" }).notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    index("retention_runs_newest").on(row.companyId, row.ranAt, row.id),
  ],
);
tag(
  retentionRuns,
  {
    companyId: tags.key,
    id: tags.key,
    ranAt: tags.decision,
    source: tags.decision,
    before: tags.decision,
    deleted: tags.decision,
  },
  { ages: { from: "ranAt" } },
);
