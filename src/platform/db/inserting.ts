import { getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "#platform/context.ts";
import { detached } from "#platform/db/database.ts";

type NewRow<Table extends PgTable> = Omit<Table["$inferInsert"], "companyId">;

/**
 * An insert function for a table. The SQL is built once per number of rows, because building it is slower than running
 * it.
 */
export function inserting<Table extends PgTable>(
  table: Table,
): (tx: Tx, rows: readonly NewRow<Table>[]) => Promise<void> {
  const columns = Object.entries(getTableColumns(table));
  for (const [key, { default: given }] of columns)
    if (is(given, SQL)) throw new Error(`${key} has a default that only the database knows.`);
  const texts = new Map<number, string>();

  function textFor(count: number): string {
    const known = texts.get(count);
    if (known !== undefined) return known;
    const row = Object.fromEntries(columns.map(([key]) => [key, sql.placeholder(key)]));
    const rows = Array.from({ length: count }, () => row) as Table["$inferInsert"][];
    const { sql: text } = detached.insert(table).values(rows).toSQL();
    texts.set(count, text);
    return text;
  }

  return async (tx, rows) => {
    if (rows.length === 0) return;
    const values = rows.flatMap((row) => {
      const given: Record<string, unknown> = { ...row, companyId: tx.company };
      return columns.map(([key, column]) => {
        const value = given[key] === undefined ? column.default : given[key];
        // The column's mapping does not accept null.
        return value === undefined || value === null ? null : column.mapToDriverValue(value);
      });
    });
    await tx.db.$client.query({ text: textFor(rows.length) }, values);
  };
}
