import { and, asc, desc, eq, gte, ne, sql } from "drizzle-orm";
import { usernameOf } from "#features/accounts/store.ts";
import { decisions } from "#features/decisions/tables.ts";
import type { Tx } from "#platform/context.ts";
import { pick, inCompany } from "#platform/db/columns.ts";

const mostLines = 50;
const counted = (tx: Tx) => inCompany(tx, decisions, eq(decisions.isTest, false));
const impact = sql<number | null>`(${decisions.metadata} ->> 'financialImpact')::float8`;

/** Pending proposals, those that expire first; `reason`: why each needs a person. */
export const pendingFor = (tx: Tx) =>
  tx.db
    .select({
      ...pick(decisions, "id number title agentName agentRole expiresAt exposure"),
      reason: sql<string | null>`${decisions.authorization} #>> '{reasons,0}'`,
      impact,
    })
    .from(decisions)
    .where(and(counted(tx), eq(decisions.status, "pending")))
    .orderBy(asc(decisions.expiresAt), asc(decisions.number))
    .limit(mostLines);

/** The rows of records that pending proposals are about. */
export async function coveredRows(tx: Tx): Promise<string[]> {
  const found = await tx.db
    .select({ rows: sql<string[]>`${decisions.context} -> 'rows'` })
    .from(decisions)
    .where(
      and(counted(tx), eq(decisions.status, "pending"), sql`jsonb_typeof(${decisions.context} -> 'rows') = 'array'`),
    )
    .limit(mostLines);
  return found.flatMap(({ rows }) => rows);
}

/** Decisions settled since a moment, newest first. */
export const settledFor = (tx: Tx, since: Date) =>
  tx.db
    .select({
      ...pick(decisions, "id number title agentName agentRole"),
      status: sql<string>`CASE WHEN ${decisions.settledBy} IS NULL AND ${decisions.policyEpoch} IS NULL
        THEN coalesce(${decisions.closedReason}, ${decisions.status}) ELSE ${decisions.status} END`,
      by: sql<string>`CASE WHEN ${decisions.settledBy} IS NOT NULL
          THEN coalesce(${usernameOf(sql`${decisions.companyId}`, sql`${decisions.settledBy}`)}, 'a former member')
        WHEN ${decisions.policyEpoch} IS NOT NULL THEN 'the policy' ELSE 'itself' END`,
      settledAt: sql<Date>`${decisions.settledAt}`.mapWith(decisions.settledAt),
      impact,
    })
    .from(decisions)
    .where(
      and(
        counted(tx),
        ne(decisions.status, "pending"),
        gte(decisions.settledAt, since),
        sql`${decisions.closedReason} IS DISTINCT FROM 'withdrawn'`,
      ),
    )
    .orderBy(desc(decisions.settledAt), desc(decisions.number))
    .limit(mostLines);
