import { eq, sql } from "drizzle-orm";
import {
  bigint,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Origin } from "#contract/origins.ts";
import type { Mark } from "#features/brain/contract.ts";
import { bytes, companyId, moment } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** The company's knowledge, in passages; written by `ingest` and `remember`, read by search and `recall`. */
export const memories = pgTable(
  "memories",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    contentType: text().notNull(),
    content: text().notNull(),
    /** 1 to 10. */
    importance: integer().notNull(),
    tags: text().array().notNull(),
    /** The kind of row it came from, and its id. */
    sourceType: text().notNull(),
    sourceId: uuid(),
    origin: text().$type<Origin>().notNull(),
    createdAt: moment().notNull(),
    /** When the content happened or was written; the time of recording if unknown. */
    happenedAt: moment().notNull().default(sql`now()`),
    /** Within its source type, unique: another text under the same key updates the passage. */
    key: text(),
    documentId: uuid(),
    /** Passages of one stream (a document, a thread) are neighbours by position. */
    stream: text().notNull().default(""),
    position: integer().notNull().default(0),
    headingPath: text().array().notNull().default(sql`'{}'`),
    page: integer(),
    startOffset: integer(),
    endOffset: integer(),
    /** A text search configuration of PostgreSQL. */
    language: text().notNull().default("english"),
    search: tsvector(),
    /** 1536 numbers, and the same quantized to bytes without trailing zeros; null until they are computed. */
    embedding: real().array(),
    code: bytes(),
    embedder: text(),
    /** The passages it was derived from; it becomes doubtful when one of them is deleted or marked. */
    derivedFrom: uuid().array().notNull().default(sql`'{}'`),
    doubtedAt: moment(),
    mark: text().$type<Mark>(),
    markedBy: uuid(),
    markedAt: moment(),
    markReason: text(),
    /** The company's `brain_state.version` when it last changed. */
    version: bigint({ mode: "number" }).notNull().default(0),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    index("memories_newest").on(row.companyId, row.createdAt, row.id),
    uniqueIndex("memories_once").on(row.companyId, row.sourceType, row.key).where(sql`${row.key} IS NOT NULL`),
    index("memories_changed").on(row.companyId, row.version),
    index("memories_in_stream").on(row.companyId, row.stream, row.position),
    index("memories_of_document").on(row.companyId, row.documentId).where(sql`${row.documentId} IS NOT NULL`),
  ],
);
tag(
  memories,
  {
    companyId: tags.key,
    id: tags.key,
    contentType: tags.operation,
    content: tags.operation,
    importance: tags.operation,
    tags: tags.operation,
    sourceType: tags.operation,
    sourceId: tags.operation,
    origin: tags.operation,
    createdAt: tags.operation,
    happenedAt: tags.operation,
    key: tags.key,
    documentId: tags.key,
    stream: tags.key,
    position: tags.operation,
    headingPath: tags.operation,
    page: tags.operation,
    startOffset: tags.operation,
    endOffset: tags.operation,
    language: tags.operation,
    search: tags.operation,
    embedding: tags.operation,
    code: tags.operation,
    embedder: tags.operation,
    derivedFrom: tags.operation,
    doubtedAt: tags.operation,
    mark: tags.operation,
    markedBy: tags.link,
    markedAt: tags.operation,
    markReason: tags.decision,
    version: tags.operation,
  },
  // A reset deletes the runs, messages and decisions these came from.
  {
    onReset: sql`${memories.sourceType} IN ('run', 'communication', 'decision')`,
    whenMet: { merged: { mark: "fill", markedBy: "fill", markedAt: "fill", markReason: "fill", doubtedAt: "fill" } },
  },
);

/** Documents people added, and other sources with a title of their own. Their passages are in `memories`. */
export const brainDocuments = pgTable(
  "brain_documents",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    title: text().notNull(),
    mediaType: text().notNull(),
    bytes: integer().notNull(),
    /** SHA-256 of the file: the same file is kept once. */
    digest: text().notNull(),
    status: text().$type<"processing" | "ready" | "failed">().notNull(),
    /** What of it was not read, such as pages that are pictures. */
    problem: text(),
    /** The whole text, which the passages' offsets count in. */
    content: text().notNull().default(""),
    pages: integer(),
    origin: text().$type<Origin>().notNull(),
    createdBy: uuid(),
    createdAt: moment().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    unique("brain_documents_once").on(row.companyId, row.digest),
    index("brain_documents_newest").on(row.companyId, row.createdAt, row.id),
  ],
);
tag(brainDocuments, {
  companyId: tags.key,
  id: tags.key,
  title: tags.operation,
  mediaType: tags.operation,
  bytes: tags.operation,
  digest: tags.key,
  status: tags.operation,
  problem: tags.operation,
  content: tags.operation,
  pages: tags.operation,
  origin: tags.operation,
  createdBy: tags.link,
  createdAt: tags.operation,
});

/** One row per company that has a Brain: the version of its passages. */
export const brainState = pgTable("brain_state", {
  companyId: companyId().primaryKey(),
  /** Incremented by every change of a passage. */
  version: bigint({ mode: "number" }).notNull(),
  /** The version of the last deletion: an older index is rebuilt. */
  deletedAt: bigint({ mode: "number" }).notNull().default(0),
  lastSyncAt: moment(),
  /** The number of the last journal entry that was read. */
  readSeq: bigint({ mode: "number" }).notNull().default(0),
});
tag(brainState, {
  companyId: tags.key,
  version: tags.operation,
  deletedAt: tags.operation,
  lastSyncAt: tags.operation,
  readSeq: tags.operation,
});

/** How far `sync` has read a source. */
export const brainCursors = pgTable(
  "brain_cursors",
  { companyId: companyId(), source: text().notNull(), at: moment().notNull(), lastId: uuid().notNull() },
  (row) => [primaryKey({ columns: [row.companyId, row.source] })],
);
tag(
  brainCursors,
  { companyId: tags.key, source: tags.key, at: tags.operation, lastId: tags.key },
  // What the restored rows tell is read again.
  { onReset: "take all", whenMet: { merged: { at: "least" } } },
);

/** Facts about a subject over time. The newest of the same subject and predicate supersedes the others. */
export const brainFacts = pgTable(
  "brain_facts",
  {
    companyId: companyId(),
    id: uuid().notNull(),
    subject: text().notNull(),
    predicate: text().notNull(),
    value: text().notNull(),
    /** Subject and predicate in lower case with single spaces. */
    topic: text().notNull(),
    entityId: uuid(),
    /** The passage it was found in; null if a person entered it. */
    memoryId: uuid(),
    sourceType: text().notNull(),
    validFrom: moment(),
    validTo: moment(),
    recordedAt: moment().notNull(),
    supersededBy: uuid(),
    conflictsWith: uuid(),
    mark: text().$type<Mark>(),
    markedBy: uuid(),
    markedAt: moment(),
    doubtedAt: moment(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    index("brain_facts_newest").on(row.companyId, row.recordedAt, row.id),
    index("brain_facts_of_topic").on(row.companyId, row.topic),
    index("brain_facts_of_memory").on(row.companyId, row.memoryId).where(sql`${row.memoryId} IS NOT NULL`),
    index("brain_facts_of_entity").on(row.companyId, row.entityId).where(sql`${row.entityId} IS NOT NULL`),
  ],
);
tag(
  brainFacts,
  {
    companyId: tags.key,
    id: tags.key,
    subject: tags.operation,
    predicate: tags.operation,
    value: tags.operation,
    topic: tags.key,
    entityId: tags.key,
    memoryId: tags.key,
    sourceType: tags.operation,
    validFrom: tags.operation,
    validTo: tags.operation,
    recordedAt: tags.operation,
    supersededBy: tags.key,
    conflictsWith: tags.key,
    mark: tags.operation,
    markedBy: tags.link,
    markedAt: tags.operation,
    doubtedAt: tags.operation,
  },
  { onReset: eq(brainFacts.sourceType, "decision") },
);
