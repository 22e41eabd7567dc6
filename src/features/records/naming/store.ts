import { type SQL, sql } from "drizzle-orm";
import { customers, vendors } from "#features/records/tables.ts";
import type { Tx } from "#platform/context.ts";

export type Named = { id: string; name: string };
type Table = typeof customers | typeof vendors;

/** More that begin alike are no name any more. */
const most = 20;

/**
 * Finds the customers and vendors that have one of these keys; where nobody has, those whose key begins with one of these
 * words: "Acme" is Acme, and Acme Robotics only where there is no other.
 */
export async function named(
  tx: Tx,
  keys: readonly string[],
  beginnings: readonly string[],
): Promise<{ customers: Named[]; vendors: Named[] }> {
  if (keys.length === 0) return { customers: [], vendors: [] };
  const found = await inBoth(tx, sql`t.name_key = w.key`, keys);
  if (found.customers.length + found.vendors.length > 0 || beginnings.length === 0) return found;
  // Not LIKE: behind the walls between companies an index is used for comparisons alone.
  return inBoth(tx, sql`t.name_key ~>=~ (w.key || ' ') AND t.name_key ~<~ (w.key || '!')`, beginnings);
}

async function inBoth(tx: Tx, meets: SQL, words: readonly string[]): Promise<{ customers: Named[]; vendors: Named[] }> {
  const of = async (table: Table): Promise<Named[]> => {
    const { rows } = await tx.db.execute<Named>(sql`
      SELECT DISTINCT t.id, t.name FROM unnest(${sql.param([...words])}::text[]) AS w (key), ${table} AS t
      WHERE t.company_id = ${tx.company}::uuid AND ${meets} LIMIT ${most}`);
    return rows;
  };
  return { customers: await of(customers), vendors: await of(vendors) };
}
