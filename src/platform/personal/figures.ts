import { getTableName, sql } from "drizzle-orm";
import type { Tx } from "#platform/context.ts";
import { registry } from "#platform/db/registry.ts";
import { batch } from "#platform/db/transaction.ts";
import { journal } from "#platform/journal/tables.ts";
import { inCompany } from "#platform/personal/columns.ts";

const tableNamed = (name: string) => {
  const found = registry.find(({ table }) => getTableName(table) === name);
  if (!found) throw new Error(`The registry has no table ${name}.`);
  return found;
};

/** How long a column is kept. */
export function retentionOf(table: string, column: string): string {
  const tag = tableNamed(table).columns[column];
  if (!tag) throw new Error(`${table} has no column ${column}.`);
  return tag.retention;
}

export const countLimit = 10_000;

/** A table's rows of the company, counted up to a limit, and when the last of some events happened. */
export async function figuresOf(
  tx: Tx,
  { table, events }: { table: string; events: readonly string[] },
): Promise<{ rows: number; lastAt: Date | null }> {
  const { table: source } = tableNamed(table);
  const ofCompany = inCompany(source, tx.company);
  const actions = sql.join(
    events.map((action) => sql`${action}`),
    sql`, `,
  );
  const [counted, last] = await batch(
    tx,
    () =>
      tx.db.execute(
        sql`SELECT count(*)::int AS rows FROM (SELECT 1 FROM ${source} WHERE ${ofCompany} LIMIT ${countLimit + 1}) AS found`,
      ),
    () =>
      tx.db.execute(sql`
        SELECT max(found.at) AS "lastAt" FROM unnest(ARRAY[${actions}]::text[]) AS asked (action), LATERAL (
          SELECT ${journal.at} AS at FROM ${journal}
          WHERE ${journal.companyId} = ${tx.company} AND ${journal.action} = asked.action
          ORDER BY ${journal.seq} DESC LIMIT 1) AS found`),
  );
  const lastAt = (last.rows[0] as { lastAt: Date | string | null } | undefined)?.lastAt ?? null;
  return { rows: (counted.rows[0] as { rows: number }).rows, lastAt: lastAt === null ? null : new Date(lastAt) };
}
