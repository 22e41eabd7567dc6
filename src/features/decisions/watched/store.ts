import { and, count, eq, gte, sql } from "drizzle-orm";
import { tallies } from "#features/decisions/outcome/scores/store.ts";
import { decisions } from "#features/decisions/tables.ts";
import type { Tx } from "#platform/context.ts";

/** Resolved forecasts of approved decisions per agent, and how many came true; tests left out. */
export async function records(tx: Tx): Promise<Map<string, { resolved: number; held: number }>> {
  const records = new Map<string, { resolved: number; held: number }>();
  for (const { agentId, resolved, held } of await tallies(tx)) {
    const sum = records.get(agentId) ?? { resolved: 0, held: 0 };
    records.set(agentId, { resolved: sum.resolved + resolved, held: sum.held + held });
  }
  return records;
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
