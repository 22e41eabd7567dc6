import { desc, eq } from "drizzle-orm";
import { defaultRules, ruledTiers, type RuledTier, type TierRule } from "#features/identity/promotions/rules.ts";
import { promotionHistory, promotionRules } from "#features/identity/promotions/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export type RuleRow = TierRule & { tier: RuledTier; version: number; changedBy: string | null; createdAt: Date | null };
export type HistoryRow = typeof promotionHistory.$inferSelect;

/** The newest version of every tier's rules. */
export async function rules(tx: Tx): Promise<RuleRow[]> {
  const rows = await tx.db
    .selectDistinctOn([promotionRules.tier])
    .from(promotionRules)
    .where(inCompany(tx, promotionRules))
    .orderBy(promotionRules.tier, desc(promotionRules.version));
  return ruledTiers.map(
    (tier) =>
      rows.find((row) => row.tier === tier) ?? {
        tier,
        version: 1,
        ...defaultRules[tier],
        changedBy: null,
        createdAt: null,
      },
  );
}

/** False if another change added the same version first. */
export async function addRule(
  tx: Tx,
  row: TierRule & { tier: RuledTier; version: number; changedBy: string },
): Promise<boolean> {
  const rows = await tx.db
    .insert(promotionRules)
    .values({ ...row, companyId: tx.company, createdAt: tx.now })
    .onConflictDoNothing()
    .returning({ version: promotionRules.version });
  return rows.length > 0;
}

export async function addEntry(
  tx: Tx,
  row: Omit<typeof promotionHistory.$inferInsert, "companyId" | "id" | "createdAt">,
): Promise<void> {
  await tx.db
    .insert(promotionHistory)
    .values({ ...row, companyId: tx.company, id: crypto.randomUUID(), createdAt: tx.now });
}

/** The newest 100 entries. */
export function history(tx: Tx, agentId: string): Promise<HistoryRow[]> {
  return tx.db
    .select()
    .from(promotionHistory)
    .where(inCompany(tx, promotionHistory, eq(promotionHistory.agentId, agentId)))
    .orderBy(desc(promotionHistory.createdAt), promotionHistory.id)
    .limit(100);
}
