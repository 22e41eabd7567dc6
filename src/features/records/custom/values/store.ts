import { sql } from "drizzle-orm";
import type { RecordKind } from "#features/records/contract.ts";
import type { CustomValue } from "#features/records/custom/rules.ts";
import { id } from "#features/records/store.ts";
import type { Tx } from "#platform/context.ts";

/** Distinct values with the number of records; null if there are more than `most`, or in more than `mostRows` records. */
export async function distinctValues(
  tx: Tx,
  kind: RecordKind,
  key: string,
  { most, mostRows }: { most: number; mostRows: number },
): Promise<{ value: CustomValue; amount: number }[] | null> {
  const { rows } = await tx.db.execute<{ value: CustomValue; amount: number }>(sql`
    SELECT value, count(*)::int AS amount FROM (
      SELECT r.custom -> ${key}::text AS value FROM ${id(kind)} r
      WHERE r.company_id = ${tx.company}::uuid AND jsonb_exists(r.custom, ${key}::text) LIMIT ${mostRows + 1}) r
    GROUP BY value LIMIT ${most + 1}`);
  const amount = rows.reduce((sum, one) => sum + one.amount, 0);
  return rows.length > most || amount > mostRows ? null : rows;
}

export async function convert(
  tx: Tx,
  kind: RecordKind,
  key: string,
  pairs: readonly { from: CustomValue; to: CustomValue }[],
): Promise<void> {
  if (pairs.length === 0) return;
  await tx.db.execute(sql`
    UPDATE ${id(kind)} r SET custom = jsonb_set(r.custom, ARRAY[${key}::text], pair.to)
    FROM jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS pair ("from" jsonb, "to" jsonb)
    WHERE r.company_id = ${tx.company}::uuid AND r.custom -> ${key}::text = pair.from`);
}

/** Takes a removed field's values out of the next records; whether it was the last portion. */
export async function clearPortion(tx: Tx, kind: RecordKind, key: string, size: number): Promise<boolean> {
  const { rowCount } = await tx.db.execute(sql`
    UPDATE ${id(kind)} r SET custom = r.custom - ${key}::text
    WHERE r.company_id = ${tx.company}::uuid AND r.id = ANY(ARRAY(
      SELECT r.id FROM ${id(kind)} r
      WHERE r.company_id = ${tx.company}::uuid AND jsonb_exists(r.custom, ${key}::text) LIMIT ${size}))`);
  return (rowCount ?? 0) < size;
}
