import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Upload } from "#features/brain/documents/contract.ts";
import { bytes, companyId, moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** A file being read; its bytes are deleted when the reading ends. */
export const brainUploads = companyTable(
  "brain_uploads",
  {
    fileName: text().notNull(),
    size: integer().notNull(),
    /** SHA-256 of its bytes. */
    digest: text().notNull(),
    status: text().$type<Upload["status"]>().notNull(),
    step: text().$type<Upload["step"]>().notNull(),
    done: integer().notNull().default(0),
    total: integer(),
    sentence: text(),
    documentId: uuid(),
    /** The service it comes from, its id, name and address there; null: a person uploaded it. */
    external: jsonb().$type<{ source: string; id: string; title: string; url: string }>(),
    /** Null: the person who connected the service is no more here. */
    createdBy: uuid(),
    createdAt: moment().notNull(),
    finishedAt: moment(),
  },
  (row) => [
    index("brain_uploads_newest").on(row.companyId, row.createdAt, row.id),
    index("brain_uploads_by_digest").on(row.companyId, row.digest),
  ],
);
tag(brainUploads, {
  ...columns(tags.key, "digest documentId"),
  ...columns(tags.operation, "fileName size status step done total sentence external createdAt finishedAt"),
  createdBy: tags.link,
});

/** The bytes of a file until it is read. */
export const brainUploadParts = pgTable(
  "brain_upload_parts",
  { companyId: companyId(), uploadId: uuid().notNull(), position: integer().notNull(), content: bytes().notNull() },
  (row) => [primaryKey({ columns: [row.companyId, row.uploadId, row.position] })],
);
tag(brainUploadParts, {
  ...columns(tags.key, "uploadId position"),
  content: tags.contact,
});
