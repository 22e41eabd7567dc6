import { and, eq, isNull } from "drizzle-orm";
import { forecasts } from "#features/decisions/tables.ts";
import type { Tx } from "#platform/context.ts";

export type ForecastRow = typeof forecasts.$inferSelect;
const byPosition = (tx: Tx, decisionId: string, position: number) =>
  and(eq(forecasts.companyId, tx.company), eq(forecasts.decisionId, decisionId), eq(forecasts.position, position));

export async function find(tx: Tx, decisionId: string, position: number): Promise<ForecastRow | null> {
  const [row] = await tx.db
    .select()
    .from(forecasts)
    .where(byPosition(tx, decisionId, position));
  return row ?? null;
}

/** Resolves an open forecast; false if another call was first. */
export async function resolve(
  tx: Tx,
  decisionId: string,
  position: number,
  outcome: { held: boolean; resolvedBy: string | null },
): Promise<boolean> {
  const rows = await tx.db
    .update(forecasts)
    .set({ ...outcome, resolvedAt: tx.now })
    .where(and(byPosition(tx, decisionId, position), isNull(forecasts.held)))
    .returning({ position: forecasts.position });
  return rows.length > 0;
}
