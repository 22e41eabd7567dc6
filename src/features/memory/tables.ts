import { eq } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { Origin } from "#contract/origins.ts";
import { companyId, moment } from "#platform/db/columns.ts";
import { tag, tags } from "#platform/db/registry.ts";

/** What the company remembers; written by `remember`, read by `recall`. */
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
  },
  (row) => [
    primaryKey({ columns: [row.companyId, row.id] }),
    index("memories_newest").on(row.companyId, row.createdAt, row.id),
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
  },
  // A reset deletes the runs these came from.
  { onReset: eq(memories.sourceType, "run") },
);
