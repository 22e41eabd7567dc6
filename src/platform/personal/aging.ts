import { and, getTableName, lt, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#platform/context.ts";
import { type Registered, registry } from "#platform/db/registry.ts";
import { columnOf, companyTables, inCompany } from "#platform/personal/columns.ts";

/** A table whose rows are deleted after a time. */
export type Aging = { name: string; retention: string; one: Registered };

/** The tables whose rows age, with the period of their rows. */
export const agingTables = (): Aging[] =>
  companyTables().flatMap((one) => {
    const tag = one.ages && one.columns[one.ages.from];
    return tag ? [{ name: getTableName(one.table), retention: tag.retention, one }] : [];
  });

/** Deletes up to `most` rows from before a moment, with what belongs to them; returns how many. */
export async function deleteAged(tx: Tx, { one }: Aging, before: Date, most: number): Promise<number> {
  const { table, ages } = one;
  if (!ages) return 0;
  const isExpired = and(inCompany(table, tx.company), lt(columnOf(table, ages.from), before), ages.where);
  const gone = sql`
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${isExpired} LIMIT ${most})) RETURNING *`;
  const parts = registry.flatMap(({ table: part, partOf }) =>
    partOf?.table === table ? [partsOf(tx, part, partOf.column)] : [],
  );
  const { rows } = await tx.db.execute(
    sql`WITH ${sql.join([sql`gone AS (${gone})`, ...parts], sql`, `)} SELECT count(*)::int AS count FROM gone`,
  );
  return (rows[0] as { count: number }).count;
}

const partsOf = (tx: Tx, part: Registered["table"], column: string): SQL => sql`
  ${sql.identifier(`of_${getTableName(part)}`)} AS (
    DELETE FROM ${part} WHERE ${inCompany(part, tx.company)} AND ${columnOf(part, column)} IN (SELECT id FROM gone))`;
