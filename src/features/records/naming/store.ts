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
  const of = async (table: typeof customers | typeof vendors): Promise<Named[]> => {
    const where = (condition: ReturnType<typeof or>) =>
      tx.db
        .select({ id: table.id, name: table.name })
        .from(table)
        .where(and(eq(table.companyId, tx.company), condition))
        .limit(most);
    // Whole names first: of many that begin alike the one that is meant might not be among those that are looked at.
    const whole = await where(inArray(table.nameKey, [...keys]));
    if (whole.length > 0 || beginnings.length === 0) return whole;
    return where(or(...beginnings.map((word) => like(table.nameKey, `${word} %`))));
  };
  return { customers: await of(customers), vendors: await of(vendors) };
}
