import { and, asc, desc, eq, gte, sql } from "drizzle-orm";
import type { RoleTier } from "#features/identity/promotions/contract.ts";
import type { Inputs } from "#features/identity/scores/rules.ts";
import { agentProfiles, agentScores, agentScoreWeeks } from "#features/identity/tables.ts";
import type { Tx } from "#platform/context.ts";
import { pick, inCompany } from "#platform/db/columns.ts";

export type ProfileRow = typeof agentProfiles.$inferSelect;
export type ScoreRow = typeof agentScores.$inferSelect;

const profileOf = (tx: Tx, agentId: string) => inCompany(tx, agentProfiles, eq(agentProfiles.agentId, agentId));
const scoreOf = (tx: Tx, agentId: string) => inCompany(tx, agentScores, eq(agentScores.agentId, agentId));

export function profiles(tx: Tx): Promise<ProfileRow[]> {
  return tx.db.select().from(agentProfiles).where(inCompany(tx, agentProfiles));
}

export async function findProfile(tx: Tx, agentId: string): Promise<ProfileRow | null> {
  const [row] = await tx.db.select().from(agentProfiles).where(profileOf(tx, agentId));
  return row ?? null;
}

/** False if it has one already. */
export async function addProfile(tx: Tx, agentId: string): Promise<boolean> {
  const rows = await tx.db
    .insert(agentProfiles)
    .values({ companyId: tx.company, agentId, createdAt: tx.now })
    .onConflictDoNothing()
    .returning({ agentId: agentProfiles.agentId });
  return rows.length > 0;
}

/** Moves an agent from one tier to another; false if it is no longer in the first. */
export async function moveTier(tx: Tx, agentId: string, from: RoleTier, to: RoleTier, isUp: boolean): Promise<boolean> {
  const rows = await tx.db
    .update(agentProfiles)
    .set({
      roleTier: to,
      ...(isUp && { promotionCount: sql`${agentProfiles.promotionCount} + 1`, lastPromotionAt: tx.now }),
    })
    .where(and(profileOf(tx, agentId), eq(agentProfiles.roleTier, from)))
    .returning({ agentId: agentProfiles.agentId });
  return rows.length > 0;
}

export function scores(tx: Tx): Promise<ScoreRow[]> {
  return tx.db.select().from(agentScores).where(inCompany(tx, agentScores));
}

export async function findScore(tx: Tx, agentId: string): Promise<ScoreRow | null> {
  const [row] = await tx.db.select().from(agentScores).where(scoreOf(tx, agentId));
  return row ?? null;
}

export async function putScore(tx: Tx, agentId: string, inputs: Inputs, reversals: number): Promise<void> {
  await tx.db
    .insert(agentScores)
    .values({ companyId: tx.company, agentId, inputs, reversals, updatedAt: tx.now })
    .onConflictDoUpdate({
      target: [agentScores.companyId, agentScores.agentId],
      set: { inputs, reversals: sql`${agentScores.reversals} + ${reversals}`, updatedAt: tx.now },
    });
}

export async function putWeek(tx: Tx, agentId: string, week: string, performance: number): Promise<void> {
  await tx.db
    .insert(agentScoreWeeks)
    .values({ companyId: tx.company, agentId, week, performance })
    .onConflictDoUpdate({
      target: [agentScoreWeeks.companyId, agentScoreWeeks.agentId, agentScoreWeeks.week],
      set: { performance },
    });
}

/** Weeks from `since` on, oldest first. */
export function weeks(
  tx: Tx,
  since: string,
  agentId?: string,
): Promise<{ agentId: string; week: string; performance: number }[]> {
  return tx.db
    .select(pick(agentScoreWeeks, "agentId week performance"))
    .from(agentScoreWeeks)
    .where(
      inCompany(
        tx,
        agentScoreWeeks,
        gte(agentScoreWeeks.week, since),
        agentId ? eq(agentScoreWeeks.agentId, agentId) : undefined,
      ),
    )
    .orderBy(asc(agentScoreWeeks.week), desc(agentScoreWeeks.agentId));
}
