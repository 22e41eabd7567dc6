import { and, asc, count, desc, eq, getTableColumns, gt, inArray, ne, sql } from "drizzle-orm";
import type { Page } from "#contract/cursor.ts";
import type { PlanStatus } from "#features/plans/contract.ts";
import { planItems, plans } from "#features/plans/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import { pageOf, placeOf, valueOf } from "#platform/db/cursor.ts";

export type PlanRow = typeof plans.$inferSelect;
export type ItemRow = typeof planItems.$inferSelect;
export type NewItem = Omit<typeof planItems.$inferInsert, "companyId" | "planId" | "position">;

const shown = 20;
const isOne = (tx: Tx, id: string) => inCompany(tx, plans, eq(plans.id, id));

export async function find(tx: Tx, id: string): Promise<PlanRow | null> {
  const [row] = await tx.db.select().from(plans).where(isOne(tx, id));
  return row ?? null;
}

export async function lock(tx: Tx, id: string): Promise<PlanRow | null> {
  const [row] = await tx.db.select().from(plans).where(isOne(tx, id)).for("update");
  return row ?? null;
}

/** The newest plan of the same command that has tasks and was not discarded. */
export async function findRepeated(tx: Tx, promptKey: string, since: Date): Promise<string | null> {
  const [row] = await tx.db
    .select({ id: plans.id })
    .from(plans)
    .where(
      inCompany(
        tx,
        plans,
        eq(plans.promptKey, promptKey),
        gt(plans.createdAt, since),
        inArray(plans.status, ["proposed", "accepted"]),
      ),
    )
    .orderBy(desc(plans.createdAt))
    .limit(1);
  return row?.id ?? null;
}

/** Plans with tasks, the newest first. */
export async function list(tx: Tx, cursor: string | undefined): Promise<Page<PlanRow[]>> {
  const asked = { company: tx.company, list: "plans" };
  const [createdAt = "", id = ""] = cursor ? placeOf(cursor, asked, ["instant", "id"]) : [];
  const older = sql`(${plans.createdAt}, ${plans.id}) < (${valueOf("instant", createdAt)}, ${valueOf("id", id)})`;
  const found = await tx.db
    .select({ plan: getTableColumns(plans), exactly: sql<string>`${plans.createdAt}::text` })
    .from(plans)
    .where(
      inCompany(
        tx,
        plans,
        inArray(plans.status, ["proposed", "accepted", "discarded", "expired"]),
        cursor ? older : undefined,
      ),
    )
    .orderBy(desc(plans.createdAt), desc(plans.id))
    .limit(shown + 1);
  const { rows, nextCursor } = pageOf(found, shown, asked, ({ exactly, plan }) => [exactly, plan.id]);
  return { rows: rows.map(({ plan }) => plan), nextCursor };
}

/** How many plans wait to be accepted. */
export async function countWaiting(tx: Tx): Promise<number> {
  const [row] = await tx.db
    .select({ count: count() })
    .from(plans)
    .where(inCompany(tx, plans, eq(plans.status, "proposed")));
  return row?.count ?? 0;
}

export function itemsOf(tx: Tx, planIds: readonly string[]): Promise<ItemRow[]> {
  if (planIds.length === 0) return Promise.resolve([]);
  return tx.db
    .select()
    .from(planItems)
    .where(inCompany(tx, planItems, inArray(planItems.planId, [...planIds])))
    .orderBy(asc(planItems.position));
}

/** The items of other plans for the same task or initiative, those of accepted plans first. */
export function sharing(
  tx: Tx,
  { planId, taskId, initiativeId }: Pick<ItemRow, "planId" | "taskId" | "initiativeId">,
): Promise<(ItemRow & { status: PlanStatus })[]> {
  const same = taskId ? eq(planItems.taskId, taskId) : initiativeId ? eq(planItems.initiativeId, initiativeId) : null;
  if (!same) return Promise.resolve([]);
  return tx.db
    .select({ ...getTableColumns(planItems), status: plans.status })
    .from(planItems)
    .innerJoin(plans, and(eq(plans.companyId, planItems.companyId), eq(plans.id, planItems.planId)))
    .where(inCompany(tx, planItems, ne(planItems.planId, planId), same))
    .orderBy(asc(plans.status), asc(plans.createdAt), asc(plans.id));
}

export async function add(
  tx: Tx,
  row: Omit<PlanRow, "companyId" | "createdAt" | "acceptedAt" | "acceptedBy">,
  items: readonly NewItem[],
): Promise<void> {
  await tx.db.insert(plans).values({ ...row, companyId: tx.company, createdAt: tx.now });
  if (items.length === 0) return;
  await tx.db
    .insert(planItems)
    .values(items.map((item, position) => ({ ...item, position, companyId: tx.company, planId: row.id })));
}

export async function update(
  tx: Tx,
  id: string,
  change: Partial<Pick<PlanRow, "acceptedAt" | "acceptedBy" | "expiresAt">> & { status: PlanStatus },
): Promise<void> {
  await tx.db.update(plans).set(change).where(isOne(tx, id));
}

export async function updateItem(
  tx: Tx,
  id: string,
  change: Partial<Pick<ItemRow, "isDropped" | "isLinked" | "decisionId" | "taskId" | "content">>,
): Promise<void> {
  await tx.db
    .update(planItems)
    .set(change)
    .where(inCompany(tx, planItems, eq(planItems.id, id)));
}
