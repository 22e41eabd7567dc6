import { and, desc, eq, inArray, or, sql } from "drizzle-orm";
import type { Page } from "#contract/cursor.ts";
import type { BrainEntity } from "#features/brain/contract.ts";
import type { Graph, Relationship } from "#features/brain/graph/contract.ts";
import { brainEntities, brainMentions, brainRelationships } from "#features/brain/graph/tables.ts";
import { keyOf, type Named } from "#features/brain/rules.ts";
import { memories } from "#features/brain/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import { newestFirst } from "#platform/db/cursor.ts";

const toEntity = ({ id, name, type, tags, createdAt }: typeof brainEntities.$inferSelect): BrainEntity => ({
  id,
  name,
  type,
  tags,
  createdAt: createdAt.toISOString(),
});
const toRelationship = (row: typeof brainRelationships.$inferSelect): Relationship => ({
  id: row.id,
  sourceId: row.sourceId,
  targetId: row.targetId,
  type: row.type,
  context: row.context,
  strength: Number(row.strength),
  passageId: row.memoryId,
  createdAt: row.createdAt.toISOString(),
});

const entityKey = (name: string): string => keyOf(name).slice(0, 255);
const typeAndKey = ({ name, type }: Named): string => `${type}\n${entityKey(name)}`;

/** Adds the entities that are new, and returns the ids of all of them by `type\nkey`. */
export async function addEntities(tx: Tx, named: readonly Named[]): Promise<Map<string, string>> {
  const byKey = new Map<string, Named>();
  for (const one of named)
    if (keyOf(one.name) !== "" && !byKey.get(typeAndKey(one))?.tags) byKey.set(typeAndKey(one), one);
  const given = [...byKey.values()];
  const found = new Map<string, string>();
  for (let at = 0; at < given.length; at += 200) {
    const some = given.slice(at, at + 200);
    await tx.db
      .insert(brainEntities)
      .values(
        some.map(({ name, type, tags = [] }) => ({
          companyId: tx.company,
          id: crypto.randomUUID(),
          name: name.trim().slice(0, 255),
          type,
          key: entityKey(name),
          tags: [...tags],
          createdAt: tx.now,
        })),
      )
      .onConflictDoUpdate({
        target: [brainEntities.companyId, brainEntities.type, brainEntities.key],
        set: { tags: sql`ARRAY(SELECT DISTINCT unnest(${brainEntities.tags} || excluded.tags) ORDER BY 1)` },
        setWhere: sql`NOT ${brainEntities.tags} @> excluded.tags`,
      });
    const rows = await tx.db
      .select({ id: brainEntities.id, type: brainEntities.type, key: brainEntities.key })
      .from(brainEntities)
      .where(
        inCompany(
          tx,
          brainEntities,
          inArray(
            brainEntities.key,
            some.map(({ name }) => entityKey(name)),
          ),
        ),
      );
    for (const { id, type, key } of rows) found.set(`${type}\n${key}`, id);
  }
  return found;
}

export const idIn = (ids: ReadonlyMap<string, string>, { name, type }: Named): string | undefined =>
  ids.get(typeAndKey({ name, type }));

export async function addMentions(tx: Tx, rows: readonly { entityId: string; memoryId: string }[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 500)
    await tx.db
      .insert(brainMentions)
      .values(rows.slice(at, at + 500).map((row) => ({ ...row, companyId: tx.company })))
      .onConflictDoNothing();
}

export type NewRelationship = Omit<typeof brainRelationships.$inferInsert, "companyId" | "id" | "createdAt">;

/** A relationship that is known already keeps its greater strength. */
export async function addRelationships(tx: Tx, rows: readonly NewRelationship[]): Promise<void> {
  const once = [...new Map(rows.map((row) => [`${row.sourceId}${row.targetId}${row.type}`, row])).values()];
  for (let at = 0; at < once.length; at += 200)
    await tx.db
      .insert(brainRelationships)
      .values(
        once
          .slice(at, at + 200)
          .map((row) => ({ ...row, companyId: tx.company, id: crypto.randomUUID(), createdAt: tx.now })),
      )
      .onConflictDoUpdate({
        target: [
          brainRelationships.companyId,
          brainRelationships.sourceId,
          brainRelationships.targetId,
          brainRelationships.type,
        ],
        set: { strength: sql`greatest(${brainRelationships.strength}, excluded.strength)` },
      });
}

/** Deletes the mentions and relationships in these passages, and the entities left without any. */
export async function dropMentions(tx: Tx, memoryIds: readonly string[]): Promise<void> {
  if (memoryIds.length === 0) return;
  const ids = [...memoryIds];
  const removed = await tx.db
    .delete(brainMentions)
    .where(inCompany(tx, brainMentions, inArray(brainMentions.memoryId, ids)))
    .returning({ id: brainMentions.entityId });
  await tx.db
    .delete(brainRelationships)
    .where(inCompany(tx, brainRelationships, inArray(brainRelationships.memoryId, ids)));
  const entityIds = [...new Set(removed.map(({ id }) => id))];
  if (entityIds.length === 0) return;
  const isNamed = sql`EXISTS (SELECT FROM ${brainMentions} m WHERE m.company_id = ${tx.company} AND m.entity_id = ${brainEntities.id})`;
  const isRelated = sql`EXISTS (SELECT FROM ${brainRelationships} r WHERE r.company_id = ${tx.company}
    AND (r.source_id = ${brainEntities.id} OR r.target_id = ${brainEntities.id}))`;
  await tx.db
    .delete(brainEntities)
    .where(
      inCompany(tx, brainEntities, inArray(brainEntities.id, entityIds), sql`NOT ${isNamed}`, sql`NOT ${isRelated}`),
    );
}

export async function list(
  tx: Tx,
  { q, type, cursor }: { q?: string | undefined; type?: string | undefined; cursor?: string | undefined },
): Promise<Page<BrainEntity[]>> {
  const { companyId, createdAt, id, key } = brainEntities;
  const newest = newestFirst({ company: tx.company, list: "brain_entities", q, type }, createdAt, id, cursor);
  const rows = await tx.db
    .select({ row: brainEntities, at: newest.at })
    .from(brainEntities)
    .where(
      and(
        eq(companyId, tx.company),
        type ? eq(brainEntities.type, type) : undefined,
        q && keyOf(q) !== "" ? sql`strpos(${key}, ${keyOf(q)}) > 0` : undefined,
        newest.older,
      ),
    )
    .orderBy(...newest.order)
    .limit(newest.most);
  return newest.pageOf(rows, toEntity);
}

export async function amount(tx: Tx): Promise<number> {
  const [row] = await tx.db
    .select({ amount: sql<number>`count(*)::int` })
    .from(brainEntities)
    .where(inCompany(tx, brainEntities));
  return row?.amount ?? 0;
}

export async function byIds(tx: Tx, ids: readonly string[]): Promise<BrainEntity[]> {
  if (ids.length === 0) return [];
  const rows = await tx.db
    .select()
    .from(brainEntities)
    .where(inCompany(tx, brainEntities, inArray(brainEntities.id, [...ids])));
  const byId = new Map(rows.map((row) => [row.id, toEntity(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function idsNamed(tx: Tx, name: string): Promise<string[]> {
  const rows = await tx.db
    .select({ id: brainEntities.id })
    .from(brainEntities)
    .where(inCompany(tx, brainEntities, eq(brainEntities.key, entityKey(name))))
    .orderBy(brainEntities.createdAt, brainEntities.id)
    .limit(5);
  return rows.map(({ id }) => id);
}

/** The entities these passages name, those named most first. */
export async function ofMemories(tx: Tx, memoryIds: readonly string[]): Promise<string[]> {
  if (memoryIds.length === 0) return [];
  const rows = await tx.db
    .select({ id: brainMentions.entityId })
    .from(brainMentions)
    .where(inCompany(tx, brainMentions, inArray(brainMentions.memoryId, [...memoryIds])))
    .groupBy(brainMentions.entityId)
    .orderBy(sql`count(*) DESC`, brainMentions.entityId)
    .limit(20);
  return rows.map(({ id }) => id);
}

/** Passages that name an entity, newest first. */
export async function memoriesOf(tx: Tx, entityId: string, most: number): Promise<string[]> {
  const rows = await tx.db
    .select({ id: brainMentions.memoryId })
    .from(brainMentions)
    .innerJoin(memories, and(eq(memories.companyId, brainMentions.companyId), eq(memories.id, brainMentions.memoryId)))
    .where(inCompany(tx, brainMentions, eq(brainMentions.entityId, entityId)))
    .orderBy(desc(memories.happenedAt), desc(memories.id))
    .limit(most);
  return rows.map(({ id }) => id);
}

async function relationshipsOf(tx: Tx, ids: readonly string[], most: number): Promise<Relationship[]> {
  if (ids.length === 0) return [];
  const rows = await tx.db
    .select()
    .from(brainRelationships)
    .where(
      inCompany(
        tx,
        brainRelationships,
        or(inArray(brainRelationships.sourceId, [...ids]), inArray(brainRelationships.targetId, [...ids])),
      ),
    )
    .orderBy(desc(brainRelationships.strength), brainRelationships.id)
    .limit(most);
  return rows.map(toRelationship);
}

/** What is within two steps of these entities, nearest first. */
export async function around(tx: Tx, ids: readonly string[], most: number): Promise<Graph> {
  const seen = new Set(ids);
  const all = new Map<string, Relationship>();
  let frontier: readonly string[] = ids;
  for (let step = 0; step < 2 && frontier.length > 0 && seen.size < most; step += 1) {
    const found = await relationshipsOf(tx, frontier, 200);
    const next: string[] = [];
    for (const one of found)
      for (const id of [one.sourceId, one.targetId]) {
        if (seen.size < most && !seen.has(id)) {
          seen.add(id);
          next.push(id);
        }
        if (seen.has(one.sourceId) && seen.has(one.targetId)) all.set(one.id, one);
      }
    frontier = next;
  }
  return { entities: await byIds(tx, [...seen]), relationships: [...all.values()] };
}

/** The entities with most relationships. */
export async function central(tx: Tx, most: number): Promise<string[]> {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    SELECT id FROM (
      SELECT source_id AS id FROM ${brainRelationships} WHERE company_id = ${tx.company}
      UNION ALL SELECT target_id FROM ${brainRelationships} WHERE company_id = ${tx.company}) AS ends
    GROUP BY id ORDER BY count(*) DESC, id LIMIT ${most}`);
  return rows.map(({ id }) => id);
}
