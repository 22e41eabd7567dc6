import { and, eq, getTableName, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "#platform/context.ts";
import { keptRows } from "#platform/kept/tables.ts";

/**
 * Rows are kept as they read at that moment, a column a key; a column they do not know comes back NULL, default or not. A
 * migration that adds a column NOT NULL gives it to kept rows too, or nothing of what is kept comes back.
 */
const insert = (tx: Tx, bundle: string, table: PgTable, from: SQL): SQL => sql`
  INSERT INTO ${keptRows} (company_id, bundle, source, place, row)
  SELECT ${tx.company}::uuid, ${bundle}::uuid, ${getTableName(table)}, row_number() OVER (), to_jsonb(kept)
  FROM ${from} AS kept`;

/** Takes the rows of a table that meet the condition out of it and keeps them; gives how many. */
export async function moveAway(tx: Tx, bundle: string, table: PgTable, condition: SQL): Promise<number> {
  const { rowCount } = await tx.db.execute(sql`
    WITH gone AS (DELETE FROM ${table} WHERE ${condition} RETURNING *)
    ${insert(tx, bundle, table, sql`gone`)}`);
  return rowCount ?? 0;
}

/** Keeps what a statement reads of a table, which is about to be overwritten; gives how many rows. */
export async function keepCopies(tx: Tx, bundle: string, table: PgTable, read: SQLWrapper): Promise<number> {
  const { rowCount } = await tx.db.execute(insert(tx, bundle, table, sql`(${read})`));
  return rowCount ?? 0;
}

/** A statement that takes back what was kept of a table and gives it, once, in its column `row`. */
export function taken(tx: Tx, bundle: string, table: PgTable): SQL {
  const ofTable = and(of(tx, bundle), eq(keptRows.source, getTableName(table)));
  return sql`DELETE FROM ${keptRows} WHERE ${ofTable} RETURNING place, row`;
}

/** Puts back what was moved away, every column as it was; gives how many rows. */
export async function bringBack(tx: Tx, bundle: string, table: PgTable): Promise<number> {
  const { rowCount } = await tx.db.execute(sql`
    WITH back AS (${taken(tx, bundle, table)})
    INSERT INTO ${table}
    SELECT was.* FROM back, jsonb_populate_record(NULL::${table}, back.row) AS was ORDER BY back.place`);
  return rowCount ?? 0;
}

/** Removes for good whatever of a bundle is still kept. */
export async function forget(tx: Tx, bundle: string): Promise<void> {
  await tx.db.delete(keptRows).where(of(tx, bundle));
}

const of = (tx: Tx, bundle: string) => and(eq(keptRows.companyId, tx.company), eq(keptRows.bundle, bundle));
