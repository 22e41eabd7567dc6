import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Currency } from "#contract/words.ts";
import { bytes, companyId, moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

export type ImportStatus =
  | "receiving"
  | "looking"
  | "looked"
  | "waiting"
  | "running"
  | "done"
  | "failed"
  | "undoing"
  | "undone";

/** A file on its way into the company; its bytes are deleted when the import ends. */
export const imports = companyTable(
  "imports",
  {
    fileName: text().notNull(),
    size: integer().notNull(),
    status: text().$type<ImportStatus>().notNull(),
    /** The call it came by: the door for all files, or the older calls of records and figures. */
    entrance: text().$type<"door" | "records" | "figures">().notNull(),
    /** A kind of records, "figures" or "document"; null until it is known. */
    target: text(),
    /** What people chose and answered. */
    choices: jsonb().$type<object>().notNull().default({}),
    /** What a pass over the file found, and what a second one counted under its plan. */
    profile: jsonb().$type<object>(),
    facts: jsonb().$type<object>(),
    preview: jsonb().$type<object>(),
    /** How the lines are read, fixed when the import starts. */
    plan: jsonb().$type<object>(),
    columns: jsonb().$type<{ field: string; column: string }[]>().notNull().default([]),
    currency: text().$type<Currency>(),
    read: integer().notNull().default(0),
    total: integer(),
    added: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    unchanged: integer().notNull().default(0),
    emptied: integer().notNull().default(0),
    created: integer().notNull().default(0),
    badCount: integer().notNull().default(0),
    badLines: jsonb().$type<{ line: number; sentence: string }[]>().notNull().default([]),
    sentence: text(),
    means: jsonb().$type<{ sentence: string; label: string; href: string }[]>().notNull().default([]),
    createdBy: uuid().notNull(),
    createdAt: moment().notNull(),
    /** When its first line was written; all its rows are dated by it. */
    startedAt: moment(),
    finishedAt: moment(),
  },
  (row) => [index("imports_newest").on(row.companyId, row.createdAt)],
);
tag(imports, {
  ...columns(
    tags.record,
    "fileName size status entrance target columns currency read total added changed unchanged emptied created badCount sentence means createdAt startedAt finishedAt",
  ),
  ...columns(tags.contact, "choices profile facts preview plan badLines"),
  ...columns(tags.link, "createdBy"),
});

/** The chunks of an upload. */
export const importParts = pgTable(
  "import_parts",
  {
    companyId: companyId(),
    importId: uuid().notNull(),
    position: integer().notNull(),
    content: bytes().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.importId, row.position] })],
);
tag(importParts, { ...columns(tags.key, "importId position"), ...columns(tags.contact, "content") });

/** Refused lines as CSV with their reasons, by the lines read before them. */
export const importRefusals = pgTable(
  "import_refusals",
  {
    companyId: companyId(),
    importId: uuid().notNull(),
    position: integer().notNull(),
    lines: text().notNull(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.importId, row.position] })],
);
tag(importRefusals, { ...columns(tags.key, "importId position"), ...columns(tags.contact, "lines") });

/** Rows as they were before an import changed them, kept for its undo. */
export const importChanges = pgTable(
  "import_changes",
  {
    companyId: companyId(),
    importId: uuid().notNull(),
    kind: text().notNull(),
    /** The row's id; of a figure its name and day. */
    key: text().notNull(),
    /** Null: the row is new. */
    before: jsonb().$type<Record<string, unknown>>(),
  },
  (row) => [primaryKey({ columns: [row.companyId, row.importId, row.kind, row.key] })],
);
tag(importChanges, {
  ...columns(tags.key, "importId key"),
  ...columns(tags.record, "kind"),
  ...columns(tags.contact, "before"),
});
