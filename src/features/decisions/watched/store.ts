import { eq, gte, sql } from "drizzle-orm";
import { steerable } from "#features/authority/rules.ts";
import { tallies } from "#features/decisions/outcome/scores/store.ts";
import { decisions } from "#features/decisions/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

/** Resolved forecasts of approved decisions per agent, and how many came true; tests left out. */
export async function records(tx: Tx): Promise<Map<string, { resolved: number; held: number }>> {
  const records = new Map<string, { resolved: number; held: number }>();
  for (const { agentId, resolved, held } of await tallies(tx)) {
    const sum = records.get(agentId) ?? { resolved: 0, held: 0 };
    records.set(agentId, { resolved: sum.resolved + resolved, held: sum.held + held });
  }
  return records;
}

type Watched = { overLimit: number; steerable: { count: number; runId: string | null } };

/**
 * Per agent since a moment: proposals over a limit, and those that need a person only because a model read text from
 * outside (`steerable`), with the run of the newest. Tests are left out.
 */
export async function proposalsSince(tx: Tx, since: Date): Promise<Map<string, Watched>> {
  const isSteerable = sql`${decisions.authorization} ->> 'bound' = ${steerable}`;
  const rows = await tx.db
    .select({
      agentId: decisions.agentId,
      overLimit: sql<number>`(count(*) FILTER (WHERE jsonb_array_length(${decisions.authorization} -> 'limits') > 0))::int`,
      count: sql<number>`(count(*) FILTER (WHERE ${isSteerable}))::int`,
      runId: sql<
        string | null
      >`(array_agg(${decisions.runId} ORDER BY ${decisions.createdAt} DESC) FILTER (WHERE ${isSteerable}))[1]`,
    })
    .from(decisions)
    .where(inCompany(tx, decisions, eq(decisions.isTest, false), gte(decisions.createdAt, since)))
    .groupBy(decisions.agentId);
  return new Map(
    rows.map(({ agentId, overLimit, count, runId }) => [agentId, { overLimit, steerable: { count, runId } }]),
  );
}
