import { eq, sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import type { Origin } from "#contract/origins.ts";
import type { Mark } from "#features/brain/contract.ts";
import { bytes, companyId, moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

const tsvector = pg.customType<{ data: string }>({ dataType: () => "tsvector" });

/** The company's knowledge, in passages; written by `ingest` and `remember`, read by search and `recall`. */
export const memories = companyTable(
  "memories",
  {
    contentType: pg.text().notNull(),
    content: pg.text().notNull(),
    /** 1 to 10. */
    importance: pg.integer().notNull(),
    tags: pg.text().array().notNull(),
    /** The kind of row it came from, and its id. */
    sourceType: pg.text().notNull(),
    sourceId: pg.uuid(),
    origin: pg.text().$type<Origin>().notNull(),
    createdAt: moment().notNull(),
    /** When the content happened or was written; the time of recording if unknown. */
    happenedAt: moment().notNull().default(sql`now()`),
    /** Within its source type, unique: another text under the same key updates the passage. */
    key: pg.text(),
    documentId: pg.uuid(),
    /** Passages of one stream (a document, a thread) are neighbours by position. */
    stream: pg.text().notNull().default(""),
    position: pg.integer().notNull().default(0),
    headingPath: pg.text().array().notNull().default(sql`'{}'`),
    page: pg.integer(),
    startOffset: pg.integer(),
    endOffset: pg.integer(),
    /** A text search configuration of PostgreSQL. */
    language: pg.text().notNull().default("english"),
    search: tsvector(),
    /** 1536 numbers, and the same quantized to bytes without trailing zeros; null until they are computed. */
    embedding: pg.real().array(),
    code: bytes(),
    embedder: pg.text(),
    /** The passages it was derived from; it becomes doubtful when one of them is deleted or marked. */
    derivedFrom: pg.uuid().array().notNull().default(sql`'{}'`),
    doubtedAt: moment(),
    mark: pg.text().$type<Mark>(),
    markedBy: pg.uuid(),
    markedAt: moment(),
    markReason: pg.text(),
    /** The company's `brain_state.version` when it last changed. */
    version: pg.bigint({ mode: "number" }).notNull().default(0),
  },
  (row) => [
    pg.index("memories_newest").on(row.companyId, row.createdAt, row.id),
    pg.uniqueIndex("memories_once").on(row.companyId, row.sourceType, row.key).where(sql`${row.key} IS NOT NULL`),
    pg.index("memories_changed").on(row.companyId, row.version),
    pg.index("memories_in_stream").on(row.companyId, row.stream, row.position),
    pg.index("memories_of_document").on(row.companyId, row.documentId).where(sql`${row.documentId} IS NOT NULL`),
  ],
);
tag(
  memories,
  {
    ...columns(tags.key, "key documentId stream"),
    ...columns(
      tags.operation,
      "contentType content importance tags sourceType sourceId origin createdAt happenedAt position headingPath",
      "page startOffset endOffset language search embedding code embedder derivedFrom doubtedAt mark markedAt",
      "version",
    ),
    markedBy: tags.link,
    markReason: tags.decision,
  },
  // A reset deletes the runs, messages and decisions these came from.
  {
    onReset: sql`${memories.sourceType} IN ('run', 'communication', 'decision', 'email', 'slack')`,
    whenMet: { merged: { mark: "fill", markedBy: "fill", markedAt: "fill", markReason: "fill", doubtedAt: "fill" } },
  },
);

/** Documents people added, and other sources with a title of their own. Their passages are in `memories`. */
export const brainDocuments = companyTable(
  "brain_documents",
  {
    title: pg.text().notNull(),
    mediaType: pg.text().notNull(),
    bytes: pg.integer().notNull(),
    /** SHA-256 of the file: the same file is kept once. */
    digest: pg.text().notNull(),
    status: pg.text().$type<"processing" | "ready" | "failed">().notNull(),
    /** What of it was not read, such as pages that are pictures. */
    problem: pg.text(),
    /** The whole text, which the passages' offsets count in. */
    content: pg.text().notNull().default(""),
    pages: pg.integer(),
    origin: pg.text().$type<Origin>().notNull(),
    createdBy: pg.uuid(),
    createdAt: moment().notNull(),
    /** The connected service it comes from, its id and its address there; null: a person uploaded it. */
    source: pg.text(),
    externalId: pg.text(),
    url: pg.text(),
  },
  (row) => [
    pg.unique("brain_documents_once").on(row.companyId, row.digest),
    pg.uniqueIndex("brain_documents_external").on(row.companyId, row.source, row.externalId),
    pg.index("brain_documents_newest").on(row.companyId, row.createdAt, row.id),
  ],
);
tag(brainDocuments, {
  ...columns(tags.key, "digest externalId"),
  ...columns(tags.operation, "title mediaType bytes status problem content pages origin createdAt source url"),
  createdBy: tags.link,
});

/** One row per company that has a Brain: the version of its passages. */
export const brainState = pg.pgTable("brain_state", {
  companyId: companyId().primaryKey(),
  /** Incremented by every change of a passage. */
  version: pg.bigint({ mode: "number" }).notNull(),
  /** The version of the last deletion: an older index is rebuilt. */
  deletedAt: pg.bigint({ mode: "number" }).notNull().default(0),
  lastSyncAt: moment(),
  /** The number of the last journal entry that was read. */
  readSeq: pg.bigint({ mode: "number" }).notNull().default(0),
});
tag(brainState, {
  ...columns(tags.operation, "version deletedAt lastSyncAt readSeq"),
});

/** How far `sync` has read a source. */
export const brainCursors = pg.pgTable(
  "brain_cursors",
  { companyId: companyId(), source: pg.text().notNull(), at: moment().notNull(), lastId: pg.uuid().notNull() },
  (row) => [pg.primaryKey({ columns: [row.companyId, row.source] })],
);
tag(
  brainCursors,
  { source: tags.key, at: tags.operation, lastId: tags.key },
  // What the restored rows tell is read again.
  { onReset: "take all", whenMet: { merged: { at: "least" } } },
);

/** Facts about a subject over time. The newest of the same subject and predicate supersedes the others. */
export const brainFacts = companyTable(
  "brain_facts",
  {
    subject: pg.text().notNull(),
    predicate: pg.text().notNull(),
    value: pg.text().notNull(),
    /** Subject and predicate in lower case with single spaces. */
    topic: pg.text().notNull(),
    entityId: pg.uuid(),
    /** The passage it was found in; null if a person entered it. */
    memoryId: pg.uuid(),
    sourceType: pg.text().notNull(),
    validFrom: moment(),
    validTo: moment(),
    recordedAt: moment().notNull(),
    supersededBy: pg.uuid(),
    conflictsWith: pg.uuid(),
    mark: pg.text().$type<Mark>(),
    markedBy: pg.uuid(),
    markedAt: moment(),
    doubtedAt: moment(),
  },
  (row) => [
    pg.index("brain_facts_newest").on(row.companyId, row.recordedAt, row.id),
    pg.index("brain_facts_of_topic").on(row.companyId, row.topic),
    pg.index("brain_facts_of_memory").on(row.companyId, row.memoryId).where(sql`${row.memoryId} IS NOT NULL`),
    pg.index("brain_facts_of_entity").on(row.companyId, row.entityId).where(sql`${row.entityId} IS NOT NULL`),
  ],
);
tag(
  brainFacts,
  {
    ...columns(tags.key, "topic entityId memoryId supersededBy conflictsWith"),
    ...columns(
      tags.operation,
      "subject predicate value sourceType validFrom validTo recordedAt mark markedAt doubtedAt",
    ),
    markedBy: tags.link,
  },
  { onReset: eq(brainFacts.sourceType, "decision") },
);
