import { and, count, desc, eq, inArray, sql } from "drizzle-orm";
import { agentsAs } from "#features/agents/store.ts";
import type { Initiative, InitiativeStatus } from "#features/initiatives/contract.ts";
import { progressOf } from "#features/initiatives/rules.ts";
import { initiatives, initiativeTasks } from "#features/initiatives/tables.ts";
import * as tasks from "#features/tasks/store.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export type InitiativeRow = typeof initiatives.$inferSelect;
export type NewInitiative = Omit<typeof initiatives.$inferInsert, "companyId" | "createdAt" | "updatedAt">;

const owner = agentsAs("owner");
const most = 50;
const isOpen = sql<boolean>`${initiatives.status} IN ('pending', 'active', 'paused')`;

/** Open ones first, the newest first in each group; `ids` narrows to those. */
export async function list(tx: Tx, ids?: readonly string[]): Promise<Initiative[]> {
  if (ids?.length === 0) return [];
  const rows = await tx.db
    .select({ row: initiatives, owner: { id: owner.id, name: owner.name, role: owner.role } })
    .from(initiatives)
    .leftJoin(owner, and(eq(owner.companyId, initiatives.companyId), eq(owner.id, initiatives.ownerAgentId)))
    .where(inCompany(tx, initiatives, ids ? inArray(initiatives.id, [...ids]) : undefined))
    .orderBy(desc(isOpen), desc(initiatives.createdAt), initiatives.id)
    .limit(most);
  const links = await tasksOf(
    tx,
    rows.map(({ row }) => row.id),
  );
  const statuses = await tasks.statusesOf(
    tx,
    links.map(({ taskId }) => taskId),
  );
  return rows.map(({ row, owner: by }) => ({
    id: row.id,
    title: row.title,
    description: row.description,
    status: row.status,
    priority: row.priority,
    ...progressOf(
      links.flatMap(({ initiativeId, taskId }) => (initiativeId === row.id ? (statuses.get(taskId) ?? []) : [])),
    ),
    owner: by,
    startDate: row.startDate,
    targetDate: row.targetDate,
    createdAt: row.createdAt.toISOString(),
  }));
}

export async function countByStatus(tx: Tx): Promise<Map<InitiativeStatus, number>> {
  const rows = await tx.db
    .select({ status: initiatives.status, count: count() })
    .from(initiatives)
    .where(inCompany(tx, initiatives))
    .groupBy(initiatives.status);
  return new Map(rows.map((row) => [row.status, row.count]));
}

const tasksOf = (tx: Tx, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx.db
        .select({ initiativeId: initiativeTasks.initiativeId, taskId: initiativeTasks.taskId })
        .from(initiativeTasks)
        .where(inCompany(tx, initiativeTasks, inArray(initiativeTasks.initiativeId, [...ids])));

const byId = (tx: Tx, id: string) => inCompany(tx, initiatives, eq(initiatives.id, id));

export async function lock(tx: Tx, id: string): Promise<InitiativeRow | null> {
  const [row] = await tx.db.select().from(initiatives).where(byId(tx, id)).for("update");
  return row ?? null;
}

/** Open initiatives and their titles, the newest first. */
export function openTitles(tx: Tx): Promise<{ id: string; title: string }[]> {
  return tx.db
    .select({ id: initiatives.id, title: initiatives.title })
    .from(initiatives)
    .where(inCompany(tx, initiatives, isOpen))
    .orderBy(desc(initiatives.createdAt))
    .limit(500);
}

export async function add(tx: Tx, row: NewInitiative): Promise<InitiativeRow> {
  const [added] = await tx.db
    .insert(initiatives)
    .values({ ...row, companyId: tx.company, createdAt: tx.now, updatedAt: tx.now })
    .returning();
  if (!added) throw new Error("The initiative was not added.");
  return added;
}

export async function addTasks(tx: Tx, initiativeId: string, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return;
  await tx.db
    .insert(initiativeTasks)
    .values(taskIds.map((taskId) => ({ companyId: tx.company, initiativeId, taskId })))
    .onConflictDoNothing();
}

export async function removeTasks(tx: Tx, initiativeId: string, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return;
  await tx.db
    .delete(initiativeTasks)
    .where(
      inCompany(
        tx,
        initiativeTasks,
        eq(initiativeTasks.initiativeId, initiativeId),
        inArray(initiativeTasks.taskId, [...taskIds]),
      ),
    );
}

type Change = Partial<Omit<InitiativeRow, "companyId" | "id" | "createdAt" | "updatedAt">>;

export async function update(tx: Tx, id: string, change: Change): Promise<InitiativeRow> {
  const [row] = await tx.db
    .update(initiatives)
    .set({ ...change, updatedAt: tx.now })
    .where(byId(tx, id))
    .returning();
  if (!row) throw new Error("The initiative was not changed.");
  return row;
}
