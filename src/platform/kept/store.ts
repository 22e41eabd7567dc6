import { eq, getTableName, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import { keptRows } from "#platform/kept/tables.ts";

/** Rows are stored as JSON, one key per column. */
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

/** The condition for a table's rows in a bundle of `kept_rows`, under the given name. */
export const ofTable = (tx: Tx, bundle: string, table: PgTable, kept: SQL): SQL =>
  sql`${kept}.company_id = ${tx.company}::uuid AND ${kept}.bundle = ${bundle}::uuid AND ${kept}.source = ${getTableName(table)}`;

/** A statement that removes a table's kept rows from the bundle and returns them in its column `row`. */
export const taken = (tx: Tx, bundle: string, table: PgTable): SQL =>
  sql`DELETE FROM ${keptRows} WHERE ${ofTable(tx, bundle, table, sql`${keptRows}`)} RETURNING place, row`;

/** The rows of a bundle, in their column `row`. */
export const bundleRows = (tx: Tx, bundle: string): SQLWrapper =>
  tx.db.select({ row: keptRows.row }).from(keptRows).where(of(tx, bundle)).orderBy(keptRows.place);

/** Deletes whatever is left of a bundle for good. */
export async function forget(tx: Tx, bundle: string): Promise<void> {
  await tx.db.delete(keptRows).where(of(tx, bundle));
}

const of = (tx: Tx, bundle: string) => inCompany(tx, keptRows, eq(keptRows.bundle, bundle));
