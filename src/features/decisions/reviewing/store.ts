import { sql } from "drizzle-orm";
import { outcomeOf } from "#features/decisions/ledger/store.ts";
import { fastSeconds, type ReviewRecord, reviewDays } from "#features/decisions/reviewing/contract.ts";
import { aboutAgents } from "#features/decisions/standing/rules.ts";
import { decisionViews } from "#features/decisions/reviewing/tables.ts";
import type { Tx } from "#platform/context.ts";

export async function markOpened(tx: Tx, decisionId: string, personId: string): Promise<void> {
  await tx.db
    .insert(decisionViews)
    .values({ companyId: tx.company, decisionId, personId, openedAt: tx.now })
    .onConflictDoNothing();
}

const daysBefore = (tx: Tx, days: number): string => new Date(tx.now.getTime() - days * 86_400_000).toISOString();

export async function records(tx: Tx, personId?: string): Promise<Map<string, ReviewRecord>> {
  const { rows } = await tx.db.execute<ReviewRecord & { personId: string }>(sql`
    SELECT d.settled_by AS "personId", count(*)::int AS settled,
      (count(*) FILTER (WHERE d.status = 'approved'))::int AS approved, count(d.seconds)::int AS opened,
      round((percentile_cont(0.5) WITHIN GROUP (ORDER BY d.seconds))::numeric, 1)::float8 AS "medianSeconds",
      (count(*) FILTER (WHERE d.seconds < ${fastSeconds}))::int AS fast,
      (count(*) FILTER (WHERE d.outcome IN ('held', 'notHeld')))::int AS known,
      (count(*) FILTER (WHERE d.outcome = 'notHeld'))::int AS badly
    FROM (
      SELECT d.settled_by, d.status, extract(epoch FROM d.settled_at - v.opened_at) AS seconds,
        ${sql.raw(outcomeOf("d"))} AS outcome
      FROM decisions d LEFT JOIN decision_views v
        ON v.company_id = d.company_id AND v.decision_id = d.id AND v.person_id = d.settled_by
        AND v.opened_at <= d.settled_at
      WHERE d.company_id = ${tx.company} AND d.settled_by IS NOT NULL AND NOT d.is_test
        AND d.settled_at > ${daysBefore(tx, reviewDays)}::timestamptz
        ${personId ? sql`AND d.settled_by = ${personId}::uuid` : sql``}
    ) d GROUP BY d.settled_by`);
  return new Map(rows.map(({ personId: id, ...record }) => [id, record]));
}

type Kind = { agentId: string; decisionType: string; approved: number; money: number; percent: number };

/** What a person approved at least so many times in a year and never rejected, by agent and type. */
export async function alwaysApproved(tx: Tx, personId: string, least: number): Promise<Kind[]> {
  const amount = sql`(d.exposure ->> 'amount')::numeric`;
  const { rows } = await tx.db.execute<Kind>(sql`
    SELECT d.agent_id AS "agentId", d.decision_type AS "decisionType", count(*)::int AS approved,
      coalesce(max(${amount}) FILTER (WHERE d.exposure ->> 'kind' <> 'discount'), 0)::float8 AS money,
      coalesce(max(${amount}) FILTER (WHERE d.exposure ->> 'kind' = 'discount'), 0)::float8 AS percent
    FROM decisions d
    WHERE d.company_id = ${tx.company} AND d.settled_by = ${personId}::uuid AND NOT d.is_test
      AND d.settled_at > ${daysBefore(tx, 365)}::timestamptz AND d.decision_type <> ALL (${sql.param(aboutAgents)}::text[])
    GROUP BY d.agent_id, d.decision_type
    HAVING count(*) >= ${least} AND bool_and(d.status = 'approved')
    ORDER BY count(*) DESC, d.decision_type LIMIT 20`);
  return rows;
}
