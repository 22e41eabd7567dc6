import { index, integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import type { RecordKind, RecordSource } from "#features/records/contract.ts";
import type { Removal } from "#features/records/removals/contract.ts";
import { moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** Removals that can be undone; removed rows are kept in portions, each under its own id. */
export const recordRemovals = companyTable(
  "record_removals",
  {
    /** What was removed. */
    label: text().notNull(),
    what: jsonb()
      .$type<{
        kind: RecordKind | null;
        id: string | null;
        importId: string | null;
        samples: boolean;
        /** All that came from a service. */
        source?: RecordSource;
        /** What files, people and programs gave that this service brings too. */
        besides?: RecordSource;
        /** The number of records to remove; null in removals of earlier versions. */
        amount?: number;
      }>()
      .notNull(),
    status: text().$type<Removal["status"]>().notNull(),
    /** `left`: the external ids of rows that did not come back with the others. */
    portions: jsonb().$type<{ kind: RecordKind; bundle: string; left?: string[] }[]>().notNull().default([]),
    removed: integer().notNull().default(0),
    restored: integer().notNull().default(0),
    /** What to do after a failure. */
    sentence: text(),
    removedBy: uuid().notNull(),
    removedAt: moment().notNull(),
    restoredBy: uuid(),
    /** Undoable until then; afterwards the kept rows are deleted. */
    keptUntil: moment().notNull(),
  },
  (row) => [index("record_removals_newest").on(row.companyId, row.removedAt)],
);
tag(recordRemovals, {
  ...columns(tags.kept, "label what status portions removed restored sentence removedAt keptUntil"),
  ...columns(tags.link, "removedBy restoredBy"),
});
