import { notFound } from "#contract/errors.ts";
import * as due from "#features/decisions/due/store.ts";
import type { NotificationView } from "#features/notifications/contract.ts";
import { refreshAll } from "#features/notifications/notices/service.ts";
import { pendingDecisionKinds, waitingKinds } from "#features/notifications/rules.ts";
import * as store from "#features/notifications/store.ts";
import * as taskDues from "#features/tasks/due/store.ts";
import { type Ctx, person, type Tx } from "#platform/context.ts";
import { write } from "#platform/db/transaction.ts";

type ListQuery = { view?: NotificationView | undefined; cursor?: string | undefined };

/** A page of the person's notifications; `needsYou` marks those whose subject still waits for them. */
export async function list(tx: Tx, { view, cursor }: ListQuery) {
  const { id: userId } = person(tx);
  const waiting = await listWaiting(tx, userId);
  const page =
    view === "needs-you" ? { rows: waiting, nextCursor: null } : await store.list(tx, userId, { view, cursor });
  const unread = await store.findUnread(tx, userId);
  const open = new Set(waiting.map(({ subject }) => subject));
  return {
    items: page.rows.map(({ id, kind, title, detail, href, role, createdAt, readAt, subject }) => ({
      id,
      kind,
      title,
      detail,
      href,
      role,
      at: createdAt.toISOString(),
      read: readAt !== null,
      needsYou: waitingKinds.includes(kind) && open.has(subject),
    })),
    unread: unread.count,
    needsYou: waiting.length,
    newestUnreadAt: unread.newest?.toISOString() ?? null,
    nextCursor: page.nextCursor,
  };
}

/** The newest notification about each thing that waits for this person. */
async function listWaiting(tx: Tx, userId: string): Promise<store.NotificationRow[]> {
  const rows = await store.newestBySubject(tx, userId, waitingKinds);
  const subjects = (of: (row: store.NotificationRow) => boolean) => rows.filter(of).map(({ subject }) => subject);
  const [pending, unresolved, open] = await Promise.all([
    due.pendingAmong(
      tx,
      subjects(({ kind }) => pendingDecisionKinds.includes(kind)),
    ),
    due.unresolvedAmong(
      tx,
      subjects(({ kind }) => kind === "forecast"),
    ),
    taskDues.openAmong(
      tx,
      subjects(({ kind }) => kind === "task"),
      userId,
    ),
  ]);
  return rows.filter(({ subject }) => pending.has(subject) || unresolved.has(subject) || open.has(subject));
}

export const countUnread = async (tx: Tx): Promise<{ unread: number }> => ({
  unread: await store.countUnread(tx, person(tx).id),
});

/** Read marks are private, so the journal does not record them; the person's other tabs are notified. */
export function markRead(ctx: Ctx, id: string): Promise<{ unread: number }> {
  return write(ctx, async (tx) => {
    if (!(await store.markRead(tx, person(tx).id, id))) throw notFound();
    await refreshAll(tx);
    return countUnread(tx);
  });
}

export function markAllRead(ctx: Ctx, until: string): Promise<{ unread: number }> {
  return write(ctx, async (tx) => {
    await store.markAllRead(tx, person(tx).id, new Date(until));
    await refreshAll(tx);
    return countUnread(tx);
  });
}
