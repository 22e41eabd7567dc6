import { sql } from "drizzle-orm";
import { index, jsonb, numeric, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { companyId, moment, companyTable } from "#platform/db/columns.ts";
import { columns, tag, tags } from "#platform/db/registry.ts";

/** People, companies, products, places and whatever else passages name. */
export const brainEntities = companyTable(
  "brain_entities",
  {
    name: text().notNull(),
    type: text().notNull(),
    /** The name in lower case with single spaces: one entity per type and key. */
    key: text().notNull(),
    tags: text().array().notNull().default(sql`'{}'`),
    metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdAt: moment().notNull(),
  },
  (row) => [
    unique("brain_entities_once").on(row.companyId, row.type, row.key),
    index("brain_entities_newest").on(row.companyId, row.createdAt, row.id),
    index("brain_entities_named").on(row.companyId, row.key),
  ],
);
tag(brainEntities, {
  ...columns(tags.key, "key"),
  ...columns(tags.operation, "name type tags metadata createdAt"),
});

/** Which passages name an entity. */
export const brainMentions = pgTable(
  "brain_mentions",
  { companyId: companyId(), entityId: uuid().notNull(), memoryId: uuid().notNull() },
  (row) => [
    primaryKey({ columns: [row.companyId, row.entityId, row.memoryId] }),
    index("brain_mentions_of_memory").on(row.companyId, row.memoryId),
  ],
);
tag(brainMentions, { entityId: tags.key, memoryId: tags.key });

export const brainRelationships = companyTable(
  "brain_relationships",
  {
    sourceId: uuid().notNull(),
    targetId: uuid().notNull(),
    type: text().notNull(),
    context: text(),
    strength: numeric({ precision: 6, scale: 2 }).notNull().default("1.00"),
    /** The passage it was found in. */
    memoryId: uuid(),
    createdAt: moment().notNull(),
  },
  (row) => [
    unique("brain_relationships_once").on(row.companyId, row.sourceId, row.targetId, row.type),
    index("brain_relationships_to").on(row.companyId, row.targetId),
    index("brain_relationships_of_memory").on(row.companyId, row.memoryId).where(sql`${row.memoryId} IS NOT NULL`),
  ],
);
tag(brainRelationships, {
  ...columns(tags.key, "sourceId targetId memoryId"),
  ...columns(tags.operation, "type context strength createdAt"),
});
