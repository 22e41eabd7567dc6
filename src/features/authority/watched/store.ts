import { sql } from "drizzle-orm";
import { grants } from "#features/authority/tables.ts";
import type { Tx } from "#platform/context.ts";
import { deliveries } from "#platform/outbox/tables.ts";

type SendingDay = { agentId: string | null; kind: string; back: number; count: number };

/**
 * What was written to the outbox in the last days that a hold would hold, for each agent, kind and day, without what was
 * cancelled; `back` 0: in the last 24 hours.
 */
export async function sendingDays(tx: Tx, days: number): Promise<SendingDay[]> {
  const now = tx.now.toISOString();
  const { rows } = await tx.db.execute(sql`
    SELECT g.agent_id AS "agentId", d.kind, greatest(0, floor(extract(epoch FROM ${now}::timestamptz - d.created_at) / 86400))::int AS back,
      count(*)::int AS count
    FROM ${deliveries} d LEFT JOIN ${grants} g ON g.company_id = d.company_id AND g.id = d.grant_id
    WHERE d.company_id = ${tx.company} AND d.created_at > ${now}::timestamptz - make_interval(days => ${days}::int)
      AND d.status <> 'cancelled' AND d.hold_epoch IS NOT NULL
    GROUP BY 1, 2, 3`);
  return rows as SendingDay[];
}
