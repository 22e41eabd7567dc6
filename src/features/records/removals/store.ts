import { and, desc, eq, gt, inArray, ne, type SQL, sql } from "drizzle-orm";
import { type RecordKind, recordKinds, type RecordSource } from "#features/records/contract.ts";
import { doublesOf, ownSources } from "#features/records/doubles/store.ts";
import { touch } from "#features/records/figures/store.ts";
import type { Removal } from "#features/records/removals/contract.ts";
import { partyNames } from "#features/records/naming/tables.ts";
import { relink, tableOf, unlink, uuids } from "#features/records/store.ts";
import { recordRemovals as removals } from "#features/records/removals/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import { restoreRows } from "#platform/kept/restore.ts";
import { bundleRows, forget, moveAway } from "#platform/kept/store.ts";

export type RemovalRow = typeof removals.$inferSelect;
export type What = RemovalRow["what"];
type Portion = RemovalRow["portions"][number];
export type Change = Partial<Omit<RemovalRow, "companyId" | "id">>;

const withId = (tx: Tx, id: string) => inCompany(tx, removals, eq(removals.id, id));

export async function add(
  tx: Tx,
  row: Pick<RemovalRow, "label" | "what" | "removedBy" | "keptUntil">,
): Promise<RemovalRow> {
  const [added] = await tx.db
    .insert(removals)
    .values({ ...row, companyId: tx.company, id: crypto.randomUUID(), status: "removing", removedAt: tx.now })
    .returning();
  if (!added) throw new Error("The removal was not written.");
  return added;
}

export async function find(tx: Tx, id: string): Promise<RemovalRow | null> {
  const [row] = await tx.db.select().from(removals).where(withId(tx, id));
  return row ?? null;
}

export async function list(tx: Tx): Promise<Removal[]> {
  const rows = await tx.db
    .select()
    .from(removals)
    .where(inCompany(tx, removals, ne(removals.status, "restored"), gt(removals.keptUntil, tx.now)))
    .orderBy(desc(removals.removedAt))
    .limit(20);
  return rows.map(toRemoval);
}

/** Updates a removal if it is in one of these states; null if it is not. */
export async function update(
  tx: Tx,
  id: string,
  from: readonly Removal["status"][],
  change: Change,
): Promise<RemovalRow | null> {
  const [row] = await tx.db
    .update(removals)
    .set(change)
    .where(and(withId(tx, id), inArray(removals.status, [...from])))
    .returning();
  return row ?? null;
}

/** Deletes the removal if it is in this state. */
export async function remove(tx: Tx, id: string, status: Removal["status"]): Promise<void> {
  await tx.db.delete(removals).where(and(withId(tx, id), eq(removals.status, status)));
}

const conditionOf = (tx: Tx, kind: RecordKind, what: What): SQL | null => {
  if (what.kind !== null && what.kind !== kind) return null;
  const table = tableOf[kind];
  const doubles = what.besides ? doublesOf(tx, kind, what.besides) : null;
  if (what.besides && !doubles) return null;
  const chosen = doubles
    ? sql`${table.id} IN (SELECT id FROM (${doubles}) AS doubles WHERE source IN ${[...ownSources]})`
    : what.source
      ? sql`${table.source} = ${what.source}`
      : what.samples
        ? sql`${table.source} = 'sample'`
        : what.importId
          ? sql`${table.importId} = ${what.importId}::uuid`
          : sql`${table.id} = ${what.id}::uuid`;
  return sql`${table.companyId} = ${tx.company}::uuid AND ${chosen}`;
};

export async function amount(tx: Tx, what: What): Promise<number> {
  let sum = 0;
  for (const kind of recordKinds) {
    const condition = conditionOf(tx, kind, what);
    if (!condition) continue;
    const { rows } = await tx.db.execute<{ amount: number }>(
      sql`SELECT count(*)::int AS amount FROM ${tableOf[kind]} WHERE ${condition}`,
    );
    sum += rows[0]?.amount ?? 0;
  }
  return sum;
}

/** Moves the next rows into a kept bundle; null if none is left. */
export async function removePortion(
  tx: Tx,
  what: What,
  size: number,
): Promise<{ kind: RecordKind; bundle: string; removed: number } | null> {
  for (const kind of recordKinds) {
    const condition = conditionOf(tx, kind, what);
    if (!condition) continue;
    const table = tableOf[kind];
    const { rows } = await tx.db.execute<{ id: string }>(
      sql`SELECT ${table.id} AS id FROM ${table} WHERE ${condition} LIMIT ${size}`,
    );
    if (rows.length === 0) continue;
    const ids = rows.map((row) => row.id);
    const bundle = crypto.randomUUID();
    await unlink(tx, kind, ids);
    const chosen = sql`${table.companyId} = ${tx.company}::uuid AND ${table.id} = ANY(${uuids(ids)})`;
    const removed = await moveAway(tx, bundle, table, chosen);
    await touch(tx, kind, removed);
    return { kind, bundle, removed };
  }
  return null;
}

/** The external ids of a source's rows. */
export async function idsAtSource(tx: Tx, kind: RecordKind, source: RecordSource): Promise<string[]> {
  const table = tableOf[kind];
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    SELECT ${table.externalId} AS id FROM ${table}
    WHERE ${table.companyId} = ${tx.company}::uuid AND ${table.source} = ${source}`);
  return rows.map(({ id }) => id);
}

/** Deletes what is no more at its source; returns how many rows. */
export async function removeAtSource(
  tx: Tx,
  kind: RecordKind,
  source: RecordSource,
  externalIds: readonly string[],
): Promise<number> {
  const table = tableOf[kind];
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    SELECT ${table.id} AS id FROM ${table} WHERE ${table.companyId} = ${tx.company}::uuid AND ${table.source} = ${source}
      AND ${table.externalId} = ANY(${sql.param(externalIds)}::text[])`);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await unlink(tx, kind, ids);
  await tx.db.execute(
    sql`DELETE FROM ${table} WHERE ${table.companyId} = ${tx.company}::uuid AND ${table.id} = ANY(${uuids(ids)})`,
  );
  await touch(tx, kind, ids.length);
  return ids.length;
}

/** Whether all that came from a source is being removed. */
export async function isRemovingSource(tx: Tx, source: string): Promise<boolean> {
  const [row] = await tx.db
    .select({ id: removals.id })
    .from(removals)
    .where(inCompany(tx, removals, eq(removals.status, "removing"), sql`${removals.what} ->> 'source' = ${source}`))
    .limit(1);
  return row !== undefined;
}

/** How many records of each kind came from a source. */
export async function countAtSource(
  tx: Tx,
  kinds: readonly RecordKind[],
  source: string,
): Promise<Map<RecordKind, number>> {
  const what = { id: null, importId: null, samples: false, source: source as RecordSource };
  const counts = new Map<RecordKind, number>();
  for (const kind of kinds) counts.set(kind, await amount(tx, { ...what, kind }));
  return counts;
}

const keptOf = async (tx: Tx, bundle: string): Promise<{ id: string; externalId: string | null }[]> =>
  (
    await tx.db.execute<{ id: string; externalId: string | null }>(
      sql`SELECT row ->> 'id' AS id, row ->> 'external_id' AS "externalId" FROM (${bundleRows(tx, bundle)}) AS kept`,
    )
  ).rows;

/** Restores a portion; returns how many rows, and the external ids of those that stay kept because theirs is in use. */
export async function restorePortion(tx: Tx, { kind, bundle }: Portion): Promise<{ rows: number; left: string[] }> {
  const before = await keptOf(tx, bundle);
  await restoreRows(tx, bundle, tableOf[kind]);
  const left = await keptOf(tx, bundle);
  const leftIds = new Set(left.map(({ id }) => id));
  const back = before.map(({ id }) => id).filter((id) => !leftIds.has(id));
  await relink(tx, kind, back);
  await touch(tx, kind, back.length);
  return { rows: back.length, left: left.map(({ externalId, id }) => externalId ?? id) };
}

/** Deletes removed rows for good, with the other names of customers and vendors. */
export async function deletePortion(tx: Tx, { bundle }: Portion): Promise<void> {
  await tx.db.execute(sql`DELETE FROM ${partyNames} WHERE ${partyNames.companyId} = ${tx.company}::uuid
    AND ${partyNames.partyId} IN (SELECT (row ->> 'id')::uuid FROM (${bundleRows(tx, bundle)}) AS kept)`);
  await forget(tx, bundle);
}

export function toRemoval(row: RemovalRow): Removal {
  const { id, label, status, what, removed, restored, sentence, removedAt, keptUntil } = row;
  return {
    id,
    label,
    status,
    amount: what.amount ?? null,
    removed,
    restored,
    sentence,
    removedAt: removedAt.toISOString(),
    keptUntil: keptUntil.toISOString(),
  };
}
