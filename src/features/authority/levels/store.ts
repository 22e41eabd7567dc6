import { and, desc, eq } from "drizzle-orm";
import type { EarnedLevel } from "#features/authority/levels/contract.ts";
import { authorityLevelChanges, authorityLevels } from "#features/authority/levels/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import { company, given, prepared } from "#platform/db/prepared.ts";

export type LevelRow = typeof authorityLevels.$inferSelect;
export type ChangeRow = typeof authorityLevelChanges.$inferSelect;

const isOne = and(
  eq(authorityLevels.companyId, company),
  eq(authorityLevels.agentId, given("agentId")),
  eq(authorityLevels.decisionType, given("decisionType")),
);
type One = { agentId: string; decisionType: string };
const byType = prepared<LevelRow, One>((db) => db.select().from(authorityLevels).where(isOne));

/** Null before anything was earned, lost or looked at. */
export async function find(tx: Tx, agentId: string, decisionType: string): Promise<LevelRow | null> {
  const [row] = await byType(tx, { agentId, decisionType });
  return row ?? null;
}

export function ofAgent(tx: Tx, agentId: string): Promise<LevelRow[]> {
  return tx.db
    .select()
    .from(authorityLevels)
    .where(inCompany(tx, authorityLevels, eq(authorityLevels.agentId, agentId)))
    .orderBy(authorityLevels.decisionType);
}

export async function put(
  tx: Tx,
  agentId: string,
  decisionType: string,
  change: { level?: EarnedLevel | null; lookedAt?: number },
): Promise<void> {
  await tx.db
    .insert(authorityLevels)
    .values({ companyId: tx.company, agentId, decisionType, ...change })
    .onConflictDoUpdate({
      target: [authorityLevels.companyId, authorityLevels.agentId, authorityLevels.decisionType],
      set: change,
    });
}

export async function addChange(tx: Tx, row: Omit<ChangeRow, "companyId" | "id" | "at">): Promise<void> {
  await tx.db
    .insert(authorityLevelChanges)
    .values({ ...row, companyId: tx.company, id: crypto.randomUUID(), at: tx.now });
}

/** Newest first. */
export function changesOf(tx: Tx, agentId: string, decisionType?: string): Promise<ChangeRow[]> {
  const { companyId, agentId: agent, decisionType: type, at, id } = authorityLevelChanges;
  return tx.db
    .select()
    .from(authorityLevelChanges)
    .where(
      and(
        eq(companyId, tx.company),
        eq(agent, agentId),
        decisionType === undefined ? undefined : eq(type, decisionType),
      ),
    )
    .orderBy(desc(at), desc(id))
    .limit(200);
}
