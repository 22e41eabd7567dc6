import { and, eq, gt, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { DecisionTypeId } from "#features/decisions/contract.ts";
import { decisions } from "#features/decisions/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

type Made = { id: string; type: string; status: string; rows: string[]; context: Record<string, unknown> };

/** Proposals of these types made from rows that are pending, or that a person or the policy settled after `since`. */
export function madeFromRows(tx: Tx, types: readonly DecisionTypeId[], since: Date): Promise<Made[]> {
  return tx.db
    .select({
      id: decisions.id,
      type: decisions.decisionType,
      status: decisions.status,
      rows: sql<string[]>`${decisions.context}->'rows'`,
      context: decisions.context,
    })
    .from(decisions)
    .where(
      inCompany(
        tx,
        decisions,
        inArray(decisions.decisionType, [...types]),
        eq(decisions.isTest, false),
        sql`jsonb_typeof(${decisions.context}->'rows') = 'array'`,
        or(
          eq(decisions.status, "pending"),
          and(gt(decisions.settledAt, since), or(isNotNull(decisions.settledBy), isNotNull(decisions.policyEpoch))),
        ),
      ),
    );
}

/** The newest pending proposal of a type made from rows. */
export async function pendingOf(
  tx: Tx,
  type: DecisionTypeId,
): Promise<{ id: string; title: string; agentName: string; agentRole: string } | null> {
  const [row] = await tx.db
    .select({
      id: decisions.id,
      title: decisions.title,
      agentName: decisions.agentName,
      agentRole: decisions.agentRole,
    })
    .from(decisions)
    .where(
      inCompany(
        tx,
        decisions,
        eq(decisions.status, "pending"),
        eq(decisions.decisionType, type),
        sql`jsonb_typeof(${decisions.context}->'rows') = 'array'`,
      ),
    )
    .orderBy(sql`${decisions.number} DESC`)
    .limit(1);
  return row ?? null;
}
