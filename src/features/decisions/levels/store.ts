import { eq, sql } from "drizzle-orm";
import { decisions } from "#features/decisions/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

const type = sql<string>`${decisions.context}->>'decisionType'`;

/** The steps up of an agent that wait for a person: decision ids by type. */
export async function pendingSteps(tx: Tx, agentId: string): Promise<Map<string, string>> {
  const rows = await tx.db
    .select({ id: decisions.id, type })
    .from(decisions)
    .where(
      inCompany(
        tx,
        decisions,
        eq(decisions.agentId, agentId),
        eq(decisions.status, "pending"),
        eq(decisions.decisionType, "authority_step"),
      ),
    );
  return new Map(rows.map(({ id, type: of }) => [of, id]));
}

export const pendingStep = async (tx: Tx, agentId: string, decisionType: string): Promise<string | null> =>
  (await pendingSteps(tx, agentId)).get(decisionType) ?? null;
