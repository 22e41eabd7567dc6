import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { decisions, forecasts } from "#features/decisions/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export type SettledDecision = typeof decisions.$inferSelect;
export type ResolvedForecast = typeof forecasts.$inferSelect;

const settled = (tx: Tx) =>
  inCompany(tx, decisions, inArray(decisions.status, ["approved", "rejected"]), eq(decisions.isTest, false));

/** Decisions settled after one of them, oldest first; tests are left out. */
export function settledSince(tx: Tx, at: Date, id: string, most: number): Promise<SettledDecision[]> {
  return tx.db
    .select()
    .from(decisions)
    .where(
      and(
        settled(tx),
        sql`(${decisions.settledAt}, ${decisions.id}) > (${at.toISOString()}::timestamptz, ${id}::uuid)`,
      ),
    )
    .orderBy(asc(decisions.settledAt), asc(decisions.id))
    .limit(most);
}

/** Forecasts of settled decisions resolved after a decision's, oldest first. */
export function resolvedSince(
  tx: Tx,
  at: Date,
  id: string,
  most: number,
): Promise<{ forecast: ResolvedForecast; decision: SettledDecision }[]> {
  return tx.db
    .select({ forecast: forecasts, decision: decisions })
    .from(forecasts)
    .innerJoin(decisions, and(eq(decisions.companyId, forecasts.companyId), eq(decisions.id, forecasts.decisionId)))
    .where(
      and(
        settled(tx),
        isNotNull(forecasts.held),
        sql`(${forecasts.resolvedAt}, ${forecasts.decisionId}) > (${at.toISOString()}::timestamptz, ${id}::uuid)`,
      ),
    )
    .orderBy(asc(forecasts.resolvedAt), asc(forecasts.decisionId), asc(forecasts.position))
    .limit(most);
}

/** Those of these decisions that are settled; tests are left out. */
export function settledOf(tx: Tx, ids: readonly string[]): Promise<SettledDecision[]> {
  return tx.db
    .select()
    .from(decisions)
    .where(and(settled(tx), inArray(decisions.id, [...ids])));
}

/** The resolved forecasts of those of these decisions that are settled. */
export function resolvedOf(
  tx: Tx,
  ids: readonly string[],
): Promise<{ forecast: ResolvedForecast; decision: SettledDecision }[]> {
  return tx.db
    .select({ forecast: forecasts, decision: decisions })
    .from(forecasts)
    .innerJoin(decisions, and(eq(decisions.companyId, forecasts.companyId), eq(decisions.id, forecasts.decisionId)))
    .where(and(settled(tx), isNotNull(forecasts.held), inArray(decisions.id, [...ids])))
    .orderBy(asc(forecasts.decisionId), asc(forecasts.position));
}
