import { eq, inArray, notInArray, sql } from "drizzle-orm";
import { decisions, forecasts } from "#features/decisions/tables.ts";
import { aboutAgents, type ProposalRecord } from "#features/decisions/standing/rules.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

const empty: ProposalRecord = {
  settled: 0,
  approved: 0,
  rejectedForCause: 0,
  good: 0,
  revenueImpact: null,
  operationalImpact: null,
};

const isOwnProposal = notInArray(decisions.decisionType, [...aboutAgents]);
const isApproved = sql`${decisions.status} = 'approved'`;
const money = sql`(coalesce((${decisions.metadata} #>> '{returns,amount}')::numeric, (${decisions.metadata} ->> 'financialImpact')::numeric))`;
const hasHeldForecast = (pattern: string) => sql`EXISTS (SELECT 1 FROM ${forecasts}
  WHERE ${forecasts.companyId} = ${decisions.companyId} AND ${forecasts.decisionId} = ${decisions.id}
    AND ${forecasts.held} AND ${forecasts.metric} ~ ${pattern})`;
const hasFailedForecast = sql`EXISTS (SELECT 1 FROM ${forecasts}
  WHERE ${forecasts.companyId} = ${decisions.companyId} AND ${forecasts.decisionId} = ${decisions.id}
    AND ${forecasts.held} = false)`;
const countWhere = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;
const total = (condition: ReturnType<typeof sql>) =>
  sql<number | null>`(sum(${money}) FILTER (WHERE ${isApproved} AND ${condition}))::float8`;

/** How people settled an agent's proposals and how those turned out; tests are left out. */
export async function proposalsOf(tx: Tx, agentId: string): Promise<ProposalRecord> {
  const [row] = await tx.db
    .select({
      settled: countWhere(sql`true`),
      approved: countWhere(isApproved),
      rejectedForCause: countWhere(sql`${decisions.status} = 'rejected' AND ${decisions.reason} IS NOT NULL`),
      good: countWhere(sql`${isApproved} AND NOT ${hasFailedForecast}`),
      revenueImpact: total(hasHeldForecast("revenue|sales|income")),
      operationalImpact: total(hasHeldForecast("cost|expense|spend")),
    })
    .from(decisions)
    .where(
      inCompany(
        tx,
        decisions,
        eq(decisions.agentId, agentId),
        eq(decisions.isTest, false),
        sql`${decisions.settledBy} IS NOT NULL`,
        isOwnProposal,
      ),
    );
  return row ?? empty;
}

/** The pending decisions of a type, by their agent. */
export async function pendingOfType(tx: Tx, decisionType: string): Promise<Map<string, string>> {
  const rows = await tx.db
    .select({ id: decisions.id, agentId: decisions.agentId })
    .from(decisions)
    .where(inCompany(tx, decisions, eq(decisions.decisionType, decisionType), inArray(decisions.status, ["pending"])));
  return new Map(rows.map(({ id, agentId }) => [agentId, id]));
}
