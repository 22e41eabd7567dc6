import { and, eq, inArray, like, or } from "drizzle-orm";
import { customers, vendors } from "#features/records/tables.ts";
import type { Tx } from "#platform/context.ts";

export type Named = { id: string; name: string };

/** More that begin alike are no name any more. */
const most = 20;

/** Finds the customers and vendors that have one of these keys, or whose key begins with one of these words. */
export async function named(
  tx: Tx,
  keys: readonly string[],
  beginnings: readonly string[],
): Promise<{ customers: Named[]; vendors: Named[] }> {
  if (keys.length === 0) return { customers: [], vendors: [] };
  const of = (table: typeof customers | typeof vendors) =>
    tx.db
      .select({ id: table.id, name: table.name })
      .from(table)
      .where(
        and(
          eq(table.companyId, tx.company),
          or(inArray(table.nameKey, [...keys]), ...beginnings.map((word) => like(table.nameKey, `${word} %`))),
        ),
      )
      .limit(most);
  return { customers: await of(customers), vendors: await of(vendors) };
}
