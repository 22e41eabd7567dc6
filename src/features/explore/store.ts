import { and, asc, eq } from "drizzle-orm";
import { explorePins } from "#features/explore/tables.ts";
import type { Tx } from "#platform/context.ts";

export type PinRow = typeof explorePins.$inferSelect;

export function list(tx: Tx): Promise<PinRow[]> {
  return tx.db
    .select()
    .from(explorePins)
    .where(eq(explorePins.companyId, tx.company))
    .orderBy(asc(explorePins.createdAt), asc(explorePins.id));
}

export async function add(tx: Tx, row: Pick<PinRow, "id" | "title" | "query" | "createdBy">): Promise<PinRow> {
  const [added] = await tx.db
    .insert(explorePins)
    .values({ ...row, companyId: tx.company, createdAt: tx.now })
    .returning();
  if (!added) throw new Error("The pin was not written.");
  return added;
}

/** Removes a pin; gives it, or null where there was none. */
export async function remove(tx: Tx, id: string): Promise<PinRow | null> {
  const [row] = await tx.db
    .delete(explorePins)
    .where(and(eq(explorePins.companyId, tx.company), eq(explorePins.id, id)))
    .returning();
  return row ?? null;
}
