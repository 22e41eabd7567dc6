import { and, eq, getTableName, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "#platform/context.ts";
import { keptRows } from "#platform/kept/tables.ts";

/**
 * Rows are stored as JSON, one key per column; columns unknown to a row come back NULL, regardless of defaults. A
 * migration that adds a NOT NULL column must add it to kept rows too, or nothing can be restored.
 */
const insert = (tx: Tx, bundle: string, table: PgTable, from: SQL): SQL => sql`
  INSERT INTO ${keptRows} (company_id, bundle, source, place, row)
  SELECT ${tx.company}::uuid, ${bundle}::uuid, ${getTableName(table)}, row_number() OVER (), to_jsonb(kept)
  FROM ${from} AS kept`;

/** Moves matching rows out of a table into the bundle; returns how many. */
export async function moveAway(tx: Tx, bundle: string, table: PgTable, condition: SQL): Promise<number> {
  const { rowCount } = await tx.db.execute(sql`
    WITH gone AS (DELETE FROM ${table} WHERE ${condition} RETURNING *)
    ${insert(tx, bundle, table, sql`gone`)}`);
  return rowCount ?? 0;
}

/** Copies what a statement reads from a table, before it is overwritten; returns how many rows. */
export async function keepCopies(tx: Tx, bundle: string, table: PgTable, read: SQLWrapper): Promise<number> {
  const { rowCount } = await tx.db.execute(insert(tx, bundle, table, sql`(${read})`));
  return rowCount ?? 0;
}

/** A statement that removes a table's kept rows from the bundle and returns them in its column `row`. */
export function taken(tx: Tx, bundle: string, table: PgTable): SQL {
  const ofTable = and(of(tx, bundle), eq(keptRows.source, getTableName(table)));
  return sql`DELETE FROM ${keptRows} WHERE ${ofTable} RETURNING place, row`;
}

/** Restores moved rows, every column unchanged; returns how many. */
export async function restoreRows(tx: Tx, bundle: string, table: PgTable): Promise<number> {
  const { rowCount } = await tx.db.execute(sql`
    WITH back AS (${taken(tx, bundle, table)})
    INSERT INTO ${table}
    SELECT was.* FROM back, jsonb_populate_record(NULL::${table}, back.row) AS was ORDER BY back.place`);
  return rowCount ?? 0;
}

/** Deletes whatever is left of a bundle for good. */
export async function forget(tx: Tx, bundle: string): Promise<void> {
  await tx.db.delete(keptRows).where(of(tx, bundle));
}

const of = (tx: Tx, bundle: string) => and(eq(keptRows.companyId, tx.company), eq(keptRows.bundle, bundle));
