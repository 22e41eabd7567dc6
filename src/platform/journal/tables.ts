import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, companyId, moment } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** The head of a company's journal; its sequence is the company's version for 304 answers. */
export const journalHeads = pgTable("journal_heads", {
  companyId: companyId().primaryKey(),
  seq: bigint({ mode: "number" }).notNull(),
  hash: bytes().notNull(),
});
tag(journalHeads, { seq: tags.audit, hash: tags.audit });

/** Audit entry, feed line and socket announcement in one row; written only by journal_append(). */
export const journal = pgTable(
  "journal",
  {
    companyId: companyId(),
    seq: bigint({ mode: "number" }).notNull(),
    at: moment().notNull(),
    actorKind: text().notNull(),
    actorId: uuid(),
    agentId: uuid(),
    action: text().notNull(),
    resource: text().notNull(),
    resourceId: text(),
    title: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull(),
    severity: text().notNull(),
    complianceRelevant: boolean().notNull(),
    /** Personal details, encrypted with the person's key; destroying the key makes them unreadable. */
    sealed: bytes(),
    sealedFor: uuid(),
    prevHash: bytes().notNull(),
    hash: bytes().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.seq] }),
    index("journal_by_resource").on(row.companyId, row.resourceId, row.seq),
    // For a time range of the audit log, and for warnings and critical events.
    index("journal_by_time").on(row.companyId, row.at, row.seq),
    index("journal_by_severity").on(row.companyId, row.severity, row.seq).where(sql`${row.severity} <> 'info'`),
    // Finds the newest lines of an action or agent without reading those in between.
    index("journal_by_action").on(row.companyId, row.action, row.seq),
    index("journal_by_agent")
      .on(row.companyId, row.agentId, row.action, row.seq)
      .where(sql`${row.agentId} IS NOT NULL`),
  ],
);
tag(journal, {
  ...columns(
    tags.audit,
    "seq at actorKind agentId action resource resourceId title details severity complianceRelevant prevHash",
    "hash",
  ),
  ...columns(tags.link, "actorId sealedFor"),
  sealed: tags.sealed,
});

/**
 * The chain of signed anchors: each journal's head over time. Belongs to the installation, out of every company's
 * reach; files outside the database hold the same lines.
 */
export const anchors = pgTable("anchors", { n: bigint({ mode: "number" }).primaryKey(), line: text().notNull() });
tag(anchors, { n: tags.audit, line: tags.audit });

/** A person's key, itself encrypted; deleting the row erases what it encrypted. */
export const personKeys = pgTable(
  "person_keys",
  { companyId: companyId(), userId: uuid().notNull(), sealedKey: bytes().notNull() },
  (row) => [primaryKey({ columns: [row.companyId, row.userId] })],
);
tag(personKeys, { userId: tags.link, sealedKey: tags.sealed });
