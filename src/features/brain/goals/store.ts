import { and, desc, eq, sql } from "drizzle-orm";
import type { Page } from "#contract/cursor.ts";
import type { Goal } from "#features/brain/goals/contract.ts";
import { brainGoals } from "#features/brain/goals/tables.ts";
import type { Tx } from "#platform/context.ts";
import { newestFirst } from "#platform/db/cursor.ts";

type Row = typeof brainGoals.$inferSelect;
const { companyId, createdAt, id: goalId } = brainGoals;

const toGoal = ({ companyId: _company, updatedAt: _updated, createdAt: at, ...row }: Row): Goal => ({
  ...row,
  progress: Math.round(row.progress * 10) / 10,
  createdAt: at.toISOString(),
});

export async function list(tx: Tx, cursor: string | undefined): Promise<Page<Goal[]>> {
  const newest = newestFirst({ company: tx.company, list: "brain_goals" }, createdAt, goalId, cursor);
  const rows = await tx.db
    .select({ row: brainGoals, at: newest.at })
    .from(brainGoals)
    .where(and(eq(companyId, tx.company), newest.older))
    .orderBy(...newest.order)
    .limit(newest.most);
  return newest.pageOf(rows, toGoal);
}

const isGoal = (tx: Tx, id: string) => and(eq(companyId, tx.company), eq(goalId, id));

export async function find(tx: Tx, id: string): Promise<Goal | null> {
  const [row] = await tx.db.select().from(brainGoals).where(isGoal(tx, id));
  return row ? toGoal(row) : null;
}

export async function put(tx: Tx, { createdAt: at, ...goal }: Goal): Promise<void> {
  const row = { ...goal, companyId: tx.company, createdAt: new Date(at), updatedAt: tx.now };
  await tx.db
    .insert(brainGoals)
    .values(row)
    .onConflictDoUpdate({ target: [companyId, goalId], set: row });
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.db.delete(brainGoals).where(isGoal(tx, id));
}

export async function amounts(tx: Tx): Promise<{ goals: number; activeGoals: number }> {
  const [row] = await tx.db
    .select({
      goals: sql<number>`count(*)::int`,
      activeGoals: sql<number>`count(*) FILTER (WHERE ${brainGoals.status} = 'active')::int`,
    })
    .from(brainGoals)
    .where(eq(companyId, tx.company));
  return row ?? { goals: 0, activeGoals: 0 };
}

/** An active goal that something blocks, the newest first. */
export async function blocked(tx: Tx): Promise<Goal | null> {
  const [row] = await tx.db
    .select()
    .from(brainGoals)
    .where(
      and(eq(companyId, tx.company), eq(brainGoals.status, "active"), sql`cardinality(${brainGoals.blockers}) > 0`),
    )
    .orderBy(desc(createdAt))
    .limit(1);
  return row ? toGoal(row) : null;
}
