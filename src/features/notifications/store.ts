import { and, desc, eq, inArray, isNull, lt, lte, max, sql } from "drizzle-orm";
import type { Page } from "#contract/cursor.ts";
import type { NotificationKind } from "#features/notifications/contract.ts";
import { notifications } from "#features/notifications/tables.ts";
import type { Tx } from "#platform/context.ts";
import { pick, inCompany } from "#platform/db/columns.ts";
import { newestFirst } from "#platform/db/cursor.ts";
import { company, given, prepared } from "#platform/db/prepared.ts";

export type NotificationRow = typeof notifications.$inferSelect;
export type NewNotification = Pick<
  NotificationRow,
  "userId" | "kind" | "subject" | "occasion" | "title" | "detail" | "href" | "role"
>;

export type AddedNotification = Pick<NotificationRow, "id" | "userId" | "kind">;

/** Adds notifications, skipping known occasions; returns those that were added. */
export async function add(tx: Tx, rows: readonly NewNotification[]): Promise<AddedNotification[]> {
  if (rows.length === 0) return [];
  return tx.db
    .insert(notifications)
    .values(rows.map((row) => ({ ...row, id: crypto.randomUUID(), companyId: tx.company, createdAt: tx.now })))
    .onConflictDoNothing()
    .returning(pick(notifications, "id userId kind"));
}

const own = (tx: Tx, userId: string) => inCompany(tx, notifications, eq(notifications.userId, userId));
const isUnread = isNull(notifications.readAt);

const unreadOf = prepared<{ count: number; newest: Date | null }, { userId: string }>((db) =>
  db
    .select({ count: sql<number>`count(*)::int`, newest: max(notifications.createdAt) })
    .from(notifications)
    .where(and(eq(notifications.companyId, company), eq(notifications.userId, given("userId")), isUnread)),
);

/** How many are unread, and when the newest of them was made. */
export async function findUnread(tx: Tx, userId: string): Promise<{ count: number; newest: Date | null }> {
  const [row] = await unreadOf(tx, { userId });
  return row ?? { count: 0, newest: null };
}

export const countUnread = async (tx: Tx, userId: string): Promise<number> => (await findUnread(tx, userId)).count;

/** One page, newest first. */
export async function list(
  tx: Tx,
  userId: string,
  query: { view?: string | undefined; cursor?: string | undefined },
): Promise<Page<readonly NotificationRow[]>> {
  const key = { company: tx.company, list: "notifications", userId, view: query.view };
  const newest = newestFirst(key, notifications.createdAt, notifications.id, query.cursor);
  const rows = await tx.db
    .select({ row: notifications, at: newest.at })
    .from(notifications)
    .where(and(own(tx, userId), newest.older))
    .orderBy(...newest.order)
    .limit(newest.most);
  return newest.pageOf(rows, (row) => row);
}

/** Limits the subjects read, before those that no longer wait are left out. */
const mostSubjects = 500;

/** The newest notification of these kinds about each subject, newest first. */
export async function newestBySubject(
  tx: Tx,
  userId: string,
  kinds: readonly NotificationKind[],
): Promise<NotificationRow[]> {
  const newest = tx.db
    .selectDistinctOn([notifications.subject])
    .from(notifications)
    .where(and(own(tx, userId), inArray(notifications.kind, [...kinds])))
    .orderBy(notifications.subject, desc(notifications.createdAt))
    .as("newest");
  return tx.db.select().from(newest).orderBy(desc(newest.createdAt)).limit(mostSubjects);
}

/** Marks a notification as read, keeping an earlier time; false if the person has none with this id. */
export async function markRead(tx: Tx, userId: string, id: string): Promise<boolean> {
  const rows = await tx.db
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, ${tx.now.toISOString()}::timestamptz)` })
    .where(and(own(tx, userId), eq(notifications.id, id)))
    .returning({ id: notifications.id });
  return rows.length > 0;
}

export async function markAllRead(tx: Tx, userId: string, until: Date): Promise<void> {
  await tx.db
    .update(notifications)
    .set({ readAt: tx.now })
    .where(and(own(tx, userId), isUnread, lte(notifications.createdAt, until)));
}

/** Marks everyone's notifications of these kinds about a subject as read; returns whether any was unread. */
export async function markSubjectRead(tx: Tx, kinds: readonly NotificationKind[], subject: string): Promise<boolean> {
  const rows = await tx.db
    .update(notifications)
    .set({ readAt: tx.now })
    .where(
      inCompany(
        tx,
        notifications,
        inArray(notifications.kind, [...kinds]),
        eq(notifications.subject, subject),
        isUnread,
      ),
    )
    .returning({ id: notifications.id });
  return rows.length > 0;
}

export async function removeOlderThan(tx: Tx, moment: Date): Promise<void> {
  await tx.db.delete(notifications).where(inCompany(tx, notifications, lt(notifications.createdAt, moment)));
}

/** Deletes the notifications about comments. */
export async function forgetComments(tx: Tx, comments: readonly string[]): Promise<void> {
  const occasions = comments.map((id) => `comment:${id}`);
  await tx.db.delete(notifications).where(inCompany(tx, notifications, inArray(notifications.occasion, occasions)));
}
