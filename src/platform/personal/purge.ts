import { getTableName, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "#platform/context.ts";
import { companyTables } from "#platform/personal/columns.ts";

const refersTo = (table: PgTable, other: PgTable): boolean =>
  getTableConfig(table).foreignKeys.some((key) => key.reference().foreignTable === other);

/** Deleted last: the rows of the other tables are found through them. */
const last = ["person_keys", "journal", "journal_heads", "users", "companies"];

/** The tables of a company, each before those it refers to; receipts stay. */
export function purgeTables(): string[] {
  const open = companyTables().map(({ table }) => table);
  const ordered: string[] = [];
  while (open.length > 0) {
    const at = open.findIndex((table) => !open.some((other) => other !== table && refersTo(other, table)));
    if (at < 0) throw new Error("Tables of a company refer to each other in a cycle.");
    ordered.push(...open.splice(at, 1).map((table) => getTableName(table)));
  }
  return [...ordered.filter((name) => !last.includes(name) && name !== "erasures"), ...last];
}

/** Deletes up to `most` rows of a closed company from a table; returns how many. */
export async function purgePortion(tx: Tx, table: string, most: number): Promise<number> {
  const { rows } = await tx.db.execute(
    sql`SELECT purge_company(${tx.company}::uuid, ${table}::text, ${most}::int) AS deleted`,
  );
  return (rows[0] as { deleted: number }).deleted;
}
