import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { RecordKind } from "#features/records/contract.ts";
import type { Removal } from "#features/records/removals/contract.ts";
import { companyId, moment } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

/** Records that were taken out and can come back; each portion of them is kept under an id of its own. */
export const recordRemovals = pgTable(
  "record_removals",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    /** What was removed, in words. */
    label: text().notNull(),
    what: jsonb()
      .$type<{
        kind: RecordKind | null;
        id: string | null;
        importId: string | null;
        samples: boolean;
        /** How many records there were to remove; earlier removals do not know. */
        amount?: number;
      }>()
      .notNull(),
    status: text().$type<Removal["status"]>().notNull(),
    portions: jsonb().$type<{ kind: RecordKind; bundle: string }[]>().notNull().default([]),
    removed: integer().notNull().default(0),
    restored: integer().notNull().default(0),
    /** What to do where it broke off. */
    sentence: text(),
    removedBy: uuid().notNull(),
    removedAt: moment().notNull(),
    /** Who had it brought back. */
    restoredBy: uuid(),
    /** Until then it can be undone; then what is kept goes for good. */
    keptUntil: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    index("record_removals_newest").on(row.companyId, row.removedAt),
  ],
);
tag(recordRemovals, {
  companyId: tags.key,
  id: tags.key,
  label: tags.kept,
  what: tags.kept,
  status: tags.kept,
  portions: tags.kept,
  removed: tags.kept,
  restored: tags.kept,
  sentence: tags.kept,
  removedBy: tags.link,
  removedAt: tags.kept,
  restoredBy: tags.link,
  keptUntil: tags.kept,
});
