import { and, count, eq, gte, isNotNull, sql } from "drizzle-orm";
import { decisions, forecasts } from "#features/decisions/tables.ts";
import type { Tx } from "#platform/context.ts";

/** Resolved forecasts per agent, and how many came true; tests left out. */
export async function records(tx: Tx): Promise<Map<string, { resolved: number; held: number }>> {
  const rows = await tx.db
    .select({
      agentId: decisions.agentId,
      resolved: count(),
      held: sql<number>`count(*) FILTER (WHERE ${forecasts.held})::int`,
    })
    .from(forecasts)
    .innerJoin(decisions, and(eq(decisions.companyId, forecasts.companyId), eq(decisions.id, forecasts.decisionId)))
    .where(and(eq(forecasts.companyId, tx.company), isNotNull(forecasts.held), eq(decisions.isTest, false)))
    .groupBy(decisions.agentId);
  return new Map(rows.map(({ agentId, ...record }) => [agentId, record]));
}

/** Proposals over a limit since a moment, per agent; tests left out. */
export async function overLimits(tx: Tx, since: Date): Promise<Map<string, number>> {
  const rows = await tx.db
    .select({ agentId: decisions.agentId, proposals: count() })
    .from(decisions)
    .where(
      and(
        eq(decisions.companyId, tx.company),
        eq(decisions.isTest, false),
        gte(decisions.createdAt, since),
        sql`jsonb_array_length(${decisions.authorization}->'limits') > 0`,
      ),
    )
    .groupBy(decisions.agentId);
  return new Map(rows.map(({ agentId, proposals }) => [agentId, proposals]));
}
