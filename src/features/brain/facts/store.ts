import { and, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Page } from "#contract/cursor.ts";
import type { Fact, Mark } from "#features/brain/contract.ts";
import { effectOf, keyOf, topicOf } from "#features/brain/rules.ts";
import { brainFacts } from "#features/brain/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import { newestFirst } from "#platform/db/cursor.ts";

type Row = typeof brainFacts.$inferSelect;
const ofCompany = (tx: Tx) => inCompany(tx, brainFacts);
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const toFact = (row: Row): Fact => ({
  id: row.id,
  subject: row.subject,
  predicate: row.predicate,
  value: row.value,
  entityId: row.entityId,
  passageId: row.memoryId,
  sourceType: row.sourceType,
  validFrom: iso(row.validFrom),
  validTo: iso(row.validTo),
  recordedAt: row.recordedAt.toISOString(),
  supersededBy: row.supersededBy,
  conflictsWith: row.conflictsWith,
  mark: row.mark,
  isDoubtful: row.doubtedAt !== null,
});

export type NewFact = {
  subject: string;
  predicate: string;
  value: string;
  entityId: string | null;
  memoryId: string | null;
  sourceType: string;
  validFrom: Date | null;
};

/** Adds facts, superseding what they replace; returns how many conflict, and the ids of those added. */
export async function add(tx: Tx, facts: readonly NewFact[]): Promise<{ ids: string[]; conflicted: number }> {
  const ids: string[] = [];
  let conflicted = 0;
  for (const fact of facts) {
    const topic = topicOf(fact);
    const current = await tx.db
      .select()
      .from(brainFacts)
      .where(and(ofCompany(tx), eq(brainFacts.topic, topic), isNull(brainFacts.supersededBy)));
    const effect = effectOf(fact, current, fact.sourceType === "person");
    if (effect.isKnown) continue;
    const id = crypto.randomUUID();
    const later = current.find((one) => one.id === effect.supersededBy);
    await tx.db.insert(brainFacts).values({
      ...fact,
      companyId: tx.company,
      id,
      topic,
      recordedAt: tx.now,
      supersededBy: effect.supersededBy,
      conflictsWith: effect.conflictsWith,
      validTo: later?.validFrom ?? null,
    });
    ids.push(id);
    if (effect.supersedes.length > 0)
      await tx.db
        .update(brainFacts)
        .set({ supersededBy: id, validTo: fact.validFrom ?? tx.now, conflictsWith: null })
        .where(and(ofCompany(tx), inArray(brainFacts.id, effect.supersedes)));
    if (effect.conflictsWith) {
      conflicted += 1;
      await tx.db
        .update(brainFacts)
        .set({ conflictsWith: id })
        .where(and(ofCompany(tx), eq(brainFacts.id, effect.conflictsWith)));
    }
  }
  return { ids, conflicted };
}

export async function byIds(tx: Tx, ids: readonly string[]): Promise<Fact[]> {
  if (ids.length === 0) return [];
  const rows = await tx.db
    .select()
    .from(brainFacts)
    .where(and(ofCompany(tx), inArray(brainFacts.id, [...ids])));
  return rows.map(toFact);
}

/** Facts about these entities or from these passages, newest first; superseded and marked ones too. */
export async function about(tx: Tx, entityIds: readonly string[], memoryIds: readonly string[]): Promise<Fact[]> {
  const rows = await tx.db
    .select()
    .from(brainFacts)
    .where(
      and(
        ofCompany(tx),
        sql`(${brainFacts.entityId} = ANY (${sql.param([...entityIds])}::uuid[])
          OR ${brainFacts.memoryId} = ANY (${sql.param([...memoryIds])}::uuid[]))`,
      ),
    )
    .orderBy(desc(brainFacts.recordedAt), brainFacts.id)
    .limit(50);
  return rows.map(toFact);
}

/** Current facts whose subject and predicate consist of words that are all in a question. */
export async function named(tx: Tx, words: readonly string[]): Promise<Fact[]> {
  if (words.length === 0) return [];
  const rows = await tx.db
    .select()
    .from(brainFacts)
    .where(
      and(
        ofCompany(tx),
        isNull(brainFacts.supersededBy),
        isNull(brainFacts.mark),
        isNull(brainFacts.doubtedAt),
        sql`string_to_array(replace(${brainFacts.topic}, chr(10), ' '), ' ') <@ ${sql.param([...words])}::text[]`,
      ),
    )
    .orderBy(desc(brainFacts.recordedAt), brainFacts.id)
    .limit(4);
  return rows.map(toFact);
}

type Filter = {
  entityId?: string | undefined;
  view?: "current" | "conflicts" | "all" | undefined;
  cursor?: string | undefined;
};

export async function list(tx: Tx, { entityId, view, cursor }: Filter): Promise<Page<Fact[]>> {
  const { recordedAt, id, conflictsWith, mark, supersededBy } = brainFacts;
  const newest = newestFirst({ company: tx.company, list: "brain_facts", entityId, view }, recordedAt, id, cursor);
  const rows = await tx.db
    .select({ row: brainFacts, at: newest.at })
    .from(brainFacts)
    .where(
      and(
        ofCompany(tx),
        entityId ? eq(brainFacts.entityId, entityId) : undefined,
        view === "conflicts" ? and(isNotNull(conflictsWith), isNull(mark)) : undefined,
        view === "current" ? isNull(supersededBy) : undefined,
        newest.older,
      ),
    )
    .orderBy(...newest.order)
    .limit(newest.most);
  return newest.pageOf(rows, toFact);
}

export async function amounts(tx: Tx): Promise<{ facts: number; conflicts: number }> {
  const [row] = await tx.db
    .select({
      facts: sql<number>`count(*) FILTER (WHERE ${brainFacts.supersededBy} IS NULL)::int`,
      conflicts: sql<number>`count(*) FILTER (WHERE ${brainFacts.conflictsWith} IS NOT NULL AND ${brainFacts.mark} IS NULL)::int`,
    })
    .from(brainFacts)
    .where(ofCompany(tx));
  return row ?? { facts: 0, conflicts: 0 };
}

/** Marking a fact ends its conflict; removing the mark restores the conflict. */
export async function setMark(tx: Tx, id: string, mark: Mark | null, by: string): Promise<boolean> {
  const rows = await tx.db
    .update(brainFacts)
    .set({ mark, markedBy: mark ? by : null, markedAt: mark ? tx.now : null })
    .where(and(ofCompany(tx), eq(brainFacts.id, id)))
    .returning({ id: brainFacts.id, conflictsWith: brainFacts.conflictsWith });
  const [row] = rows;
  if (row?.conflictsWith)
    await tx.db
      .update(brainFacts)
      .set({ conflictsWith: mark ? null : id })
      .where(and(ofCompany(tx), eq(brainFacts.id, row.conflictsWith)));
  return row !== undefined;
}

/** The id of the current fact with the same subject, predicate and value. */
export async function findSame(tx: Tx, fact: Pick<NewFact, "subject" | "predicate" | "value">): Promise<string | null> {
  const rows = await tx.db
    .select({ id: brainFacts.id, value: brainFacts.value })
    .from(brainFacts)
    .where(and(ofCompany(tx), eq(brainFacts.topic, topicOf(fact)), isNull(brainFacts.supersededBy)));
  return rows.find(({ value }) => keyOf(value) === keyOf(fact.value))?.id ?? null;
}

/** Marks the facts found in these passages as doubtful, or clears that. */
export async function doubt(tx: Tx, memoryIds: readonly string[], isDoubtful: boolean): Promise<number> {
  if (memoryIds.length === 0) return 0;
  const rows = await tx.db
    .update(brainFacts)
    .set({ doubtedAt: isDoubtful ? tx.now : null })
    .where(and(ofCompany(tx), inArray(brainFacts.memoryId, [...memoryIds])))
    .returning({ id: brainFacts.id });
  return rows.length;
}

/** Deletes the facts found in these passages, restoring those they superseded or disputed; returns how many. */
export async function remove(tx: Tx, memoryIds: readonly string[]): Promise<number> {
  if (memoryIds.length === 0) return 0;
  const deleted = await tx.db
    .delete(brainFacts)
    .where(and(ofCompany(tx), inArray(brainFacts.memoryId, [...memoryIds])))
    .returning({ id: brainFacts.id });
  if (deleted.length === 0) return 0;
  const ids = deleted.map(({ id }) => id);
  await tx.db
    .update(brainFacts)
    .set({ supersededBy: null, validTo: null })
    .where(and(ofCompany(tx), inArray(brainFacts.supersededBy, ids)));
  await tx.db
    .update(brainFacts)
    .set({ conflictsWith: null })
    .where(and(ofCompany(tx), inArray(brainFacts.conflictsWith, ids)));
  return deleted.length;
}
