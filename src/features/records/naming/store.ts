import { and, eq, inArray, like, or, type SQL } from "drizzle-orm";
import { customers, vendors } from "#features/records/tables.ts";
import type { Tx } from "#platform/context.ts";

export type Named = { id: string; name: string };

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
  type Table = typeof customers | typeof vendors;
  const where = async (meets: (table: Table) => SQL | undefined) => {
    const of = (table: Table) =>
      tx.db
        .select({ id: table.id, name: table.name })
        .from(table)
        .where(and(eq(table.companyId, tx.company), meets(table)))
        .limit(most);
    return { customers: await of(customers), vendors: await of(vendors) };
  };
  const found = await where((table) => inArray(table.nameKey, [...keys]));
  if (found.customers.length + found.vendors.length > 0 || beginnings.length === 0) return found;
  return where((table) => or(...beginnings.map((word) => like(table.nameKey, `${word} %`))));
}
