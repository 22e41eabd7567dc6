import { and, asc, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { incomingHooks as hooks, incomingMessages as messages } from "#features/webhooks/incoming/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import type { Database } from "#platform/db/database.ts";

export type HookRow = typeof hooks.$inferSelect;
export type MessageRow = typeof messages.$inferSelect;

const own = (tx: Tx) => inCompany(tx, hooks);
const withId = (tx: Tx, id: string) => and(own(tx), eq(hooks.id, id));
const ofHook = (tx: Tx, hookId: string) => inCompany(tx, messages, eq(messages.hookId, hookId));

/** The address of a token, before its company is known; null if it is switched off. */
export async function findByToken(
  database: Database,
  tokenHash: Buffer,
): Promise<Pick<HookRow, "companyId" | "id" | "secret" | "oldSecret" | "oldUntil"> | null> {
  const [row] = await database.query<{
    company_id: string;
    id: string;
    secret: Buffer;
    old_secret: Buffer | null;
    old_until: Date | null;
  }>("SELECT * FROM hook_door($1)", [tokenHash]);
  if (!row) return null;
  return {
    companyId: row.company_id,
    id: row.id,
    secret: row.secret,
    oldSecret: row.old_secret,
    oldUntil: row.old_until,
  };
}

/** All addresses, and when each received its last message. */
export function list(tx: Tx): Promise<(HookRow & { lastAt: string | null })[]> {
  const lastAt = sql<
    string | null
  >`(SELECT to_char(max(m.received_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    FROM incoming_messages m WHERE m.company_id = ${tx.company}::uuid AND m.hook_id = ${hooks}.id)`;
  return tx.db
    .select({ row: hooks, lastAt })
    .from(hooks)
    .where(own(tx))
    .orderBy(asc(hooks.createdAt))
    .then((rows) => rows.map(({ row, lastAt: at }) => ({ ...row, lastAt: at })));
}

export async function find(tx: Tx, id: string): Promise<HookRow | null> {
  const [row] = await tx.db.select().from(hooks).where(withId(tx, id));
  return row ?? null;
}

export async function add(tx: Tx, row: Omit<HookRow, "companyId" | "oldSecret" | "oldUntil">): Promise<void> {
  await tx.db.insert(hooks).values({ ...row, companyId: tx.company });
}

export async function change(tx: Tx, id: string, set: Partial<HookRow>): Promise<void> {
  await tx.db.update(hooks).set(set).where(withId(tx, id));
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.db.delete(messages).where(ofHook(tx, id));
  await tx.db.delete(hooks).where(withId(tx, id));
}

/** Adds a message; returns null if it is new, otherwise the digest of the one with its id. */
export async function addMessage(
  tx: Tx,
  row: Pick<MessageRow, "hookId" | "messageId" | "digest" | "content" | "receivedAt">,
): Promise<Buffer | null> {
  const added = await tx.db
    .insert(messages)
    .values({ ...row, companyId: tx.company, id: crypto.randomUUID(), status: "waiting" })
    .onConflictDoNothing()
    .returning({ id: messages.id });
  if (added.length > 0) return null;
  const [known] = await tx.db
    .select({ digest: messages.digest })
    .from(messages)
    .where(and(ofHook(tx, row.hookId), eq(messages.messageId, row.messageId)));
  return known?.digest ?? null;
}

/** The oldest message that waits. */
export async function nextMessage(tx: Tx, hookId: string): Promise<MessageRow | null> {
  const [row] = await tx.db
    .select()
    .from(messages)
    .where(and(ofHook(tx, hookId), eq(messages.status, "waiting")))
    .orderBy(asc(messages.receivedAt), asc(messages.id))
    .limit(1);
  return row ?? null;
}

export async function finishMessage(tx: Tx, { id, hookId }: MessageRow, set: Partial<MessageRow>): Promise<void> {
  await tx.db
    .update(messages)
    .set({ ...set, content: null, doneAt: tx.now })
    .where(and(ofHook(tx, hookId), eq(messages.id, id)));
}

export const newestMessages = (tx: Tx, hookId: string, most: number): Promise<MessageRow[]> =>
  tx.db
    .select()
    .from(messages)
    .where(ofHook(tx, hookId))
    .orderBy(desc(messages.receivedAt), desc(messages.id))
    .limit(most);

/** Deletes what is older than a moment, the newest ones excepted. */
export async function dropOld(tx: Tx, hookId: string, before: Date, keep: number): Promise<void> {
  const old = tx.db
    .select({ id: messages.id })
    .from(messages)
    .where(ofHook(tx, hookId))
    .orderBy(desc(messages.receivedAt))
    .offset(keep);
  await tx.db
    .delete(messages)
    .where(and(ofHook(tx, hookId), lt(messages.receivedAt, before), inArray(messages.id, old)));
}

/** Deletes previous secrets that are good no longer. */
export async function dropOldSecrets(tx: Tx): Promise<void> {
  await tx.db
    .update(hooks)
    .set({ oldSecret: null, oldUntil: null })
    .where(and(own(tx), sql`${hooks.oldUntil} <= ${tx.now.toISOString()}::timestamptz`));
}
