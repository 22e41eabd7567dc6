import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Currency } from "#contract/words.ts";
import type { RecordKind } from "#features/records/contract.ts";
import type { RecordImport } from "#features/records/imports/contract.ts";
import { bytes, companyId, moment } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

/** A file being imported; its bytes are deleted when the import ends. */
export const recordImports = pgTable(
  "record_imports",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    kind: text().$type<RecordKind>().notNull(),
    fileName: text().notNull(),
    status: text().$type<RecordImport["status"]>().notNull(),
    size: integer().notNull(),
    columns: jsonb().$type<RecordImport["columns"]>().notNull().default([]),
    dateFormat: text().$type<NonNullable<RecordImport["dateFormat"]>>(),
    decimalCommas: boolean(),
    /** The currency of amounts without one: the company's when the import began. */
    currency: text().$type<Currency>(),
    encoding: text().$type<NonNullable<RecordImport["encoding"]>>(),
    read: integer().notNull().default(0),
    total: integer(),
    added: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    badCount: integer().notNull().default(0),
    badLines: jsonb().$type<RecordImport["badLines"]>().notNull().default([]),
    sentence: text(),
    createdBy: uuid().notNull(),
    createdAt: moment().notNull(),
    finishedAt: moment(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    index("record_imports_newest").on(row.companyId, row.createdAt),
  ],
);
tag(recordImports, {
  companyId: tags.key,
  id: tags.key,
  kind: tags.record,
  fileName: tags.record,
  status: tags.record,
  size: tags.record,
  columns: tags.record,
  dateFormat: tags.record,
  decimalCommas: tags.record,
  currency: tags.record,
  encoding: tags.record,
  read: tags.record,
  total: tags.record,
  added: tags.record,
  changed: tags.record,
  unchanged: tags.record,
  badCount: tags.record,
  badLines: tags.contact,
  sentence: tags.record,
  createdBy: tags.link,
  createdAt: tags.record,
  finishedAt: tags.record,
});

/** The chunks of an upload. */
export const recordImportParts = pgTable(
  "record_import_parts",
  {
    companyId: companyId(),
    importId: uuid().notNull(),
    position: integer().notNull(),
    content: bytes().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.importId, row.position] })],
);
tag(recordImportParts, {
  companyId: tags.key,
  importId: tags.key,
  position: tags.key,
  content: tags.contact,
});
