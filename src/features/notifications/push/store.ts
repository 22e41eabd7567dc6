import { and, asc, eq, gte, inArray, isNull } from "drizzle-orm";
import type { NotificationRow } from "#features/notifications/store.ts";
import { notifications } from "#features/notifications/tables.ts";
import type { PushChoices } from "#features/notifications/push/contract.ts";
import { noChoices } from "#features/notifications/push/rules.ts";
import { noticeChoices, pushDevices } from "#features/notifications/push/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export type DeviceRow = typeof pushDevices.$inferSelect;

const own = (tx: Tx, userId: string) => inCompany(tx, pushDevices, eq(pushDevices.userId, userId));

export const list = (tx: Tx, userId: string): Promise<DeviceRow[]> =>
  tx.db.select().from(pushDevices).where(own(tx, userId)).orderBy(asc(pushDevices.addedAt), asc(pushDevices.id));

export async function find(tx: Tx, id: string, userId?: string): Promise<DeviceRow | null> {
  const [row] = await tx.db
    .select()
    .from(pushDevices)
    .where(
      inCompany(
        tx,
        pushDevices,
        eq(pushDevices.id, id),
        userId === undefined ? undefined : eq(pushDevices.userId, userId),
      ),
    );
  return row ?? null;
}

/** Adds a browser. One that is known keeps its row, and is whoever's signed in there last. */
export async function add(tx: Tx, row: Omit<DeviceRow, "companyId" | "lastSentAt">): Promise<DeviceRow> {
  const { id: _, ...set } = row;
  const [added] = await tx.db
    .insert(pushDevices)
    .values({ ...row, companyId: tx.company })
    .onConflictDoUpdate({ target: [pushDevices.companyId, pushDevices.endpointHash], set })
    .returning();
  if (!added) throw new Error("The device was not stored.");
  return added;
}

/** Returns whether it was there. */
export async function remove(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.db
    .delete(pushDevices)
    .where(inCompany(tx, pushDevices, eq(pushDevices.id, id)))
    .returning({ id: pushDevices.id });
  return rows.length > 0;
}

export async function markSent(tx: Tx, id: string): Promise<void> {
  await tx.db
    .update(pushDevices)
    .set({ lastSentAt: tx.now })
    .where(inCompany(tx, pushDevices, eq(pushDevices.id, id)));
}

type ChoiceRow = typeof noticeChoices.$inferSelect;
const toChoices = ({ about, quietFrom: from, quietTo: to, timeZone, brief, approvals }: ChoiceRow): PushChoices => ({
  about,
  brief,
  approvals,
  quiet: from && to && timeZone ? { from, to, timeZone } : null,
});

export async function choicesOf(tx: Tx, userId: string): Promise<PushChoices> {
  const [row] = await tx.db
    .select()
    .from(noticeChoices)
    .where(inCompany(tx, noticeChoices, eq(noticeChoices.userId, userId)));
  return row ? toChoices(row) : noChoices;
}

export async function choose(tx: Tx, userId: string, { about, quiet, brief, approvals }: PushChoices): Promise<void> {
  const set = {
    about,
    brief,
    approvals,
    quietFrom: quiet?.from ?? null,
    quietTo: quiet?.to ?? null,
    timeZone: quiet?.timeZone ?? null,
  };
  await tx.db
    .insert(noticeChoices)
    .values({ companyId: tx.company, userId, ...set })
    .onConflictDoUpdate({ target: [noticeChoices.companyId, noticeChoices.userId], set });
}

/** Who wants to have something mailed. */
export async function wantingMail(tx: Tx, what: "brief" | "approvals"): Promise<string[]> {
  const rows = await tx.db
    .select({ userId: noticeChoices.userId })
    .from(noticeChoices)
    .where(inCompany(tx, noticeChoices, eq(noticeChoices[what], true)));
  return rows.map(({ userId }) => userId);
}

/** The browsers of some people, each with what its person chose. */
export async function devicesOf(tx: Tx, people: readonly string[]): Promise<(DeviceRow & { choices: PushChoices })[]> {
  const rows = await tx.db
    .select({ device: pushDevices, choices: noticeChoices })
    .from(pushDevices)
    .leftJoin(
      noticeChoices,
      and(eq(noticeChoices.companyId, pushDevices.companyId), eq(noticeChoices.userId, pushDevices.userId)),
    )
    .where(inCompany(tx, pushDevices, inArray(pushDevices.userId, [...people])));
  return rows.map(({ device, choices }) => ({ ...device, choices: choices ? toChoices(choices) : noChoices }));
}

/** A person's unread notifications: one of them, or those since a moment; the newest first. */
export const unread = (
  tx: Tx,
  userId: string,
  which: { id: string } | { since: Date },
  most: number,
): Promise<NotificationRow[]> =>
  tx.db
    .select()
    .from(notifications)
    .where(
      inCompany(
        tx,
        notifications,
        eq(notifications.userId, userId),
        isNull(notifications.readAt),
        "id" in which ? eq(notifications.id, which.id) : gte(notifications.createdAt, which.since),
      ),
    )
    .orderBy(notifications.createdAt)
    .limit(most);
