import { and, asc, count, desc, eq, inArray, sql } from "drizzle-orm";
import { webhookMessages as messages, webhooks } from "#features/webhooks/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import { deliveries } from "#platform/outbox/tables.ts";

export type WebhookRow = typeof webhooks.$inferSelect;
export type MessageRow = typeof messages.$inferSelect;

const own = (tx: Tx) => inCompany(tx, webhooks);
const withId = (tx: Tx, id: string) => and(own(tx), eq(webhooks.id, id));
const ofWebhook = (tx: Tx, id: string) => inCompany(tx, messages, eq(messages.webhookId, id));

/** Whether a webhook follows a journal entry of company $1. */
export const isFollowed =
  "EXISTS (SELECT FROM webhooks w WHERE w.company_id = $1::uuid AND w.is_on AND entry.action = ANY (w.events))";

export const list = (tx: Tx): Promise<WebhookRow[]> =>
  tx.db.select().from(webhooks).where(own(tx)).orderBy(asc(webhooks.createdAt));

/** Those that are on and follow one of these types. */
export const following = (tx: Tx, types: readonly string[]): Promise<WebhookRow[]> =>
  tx.db
    .select()
    .from(webhooks)
    .where(and(own(tx), eq(webhooks.isOn, true), sql`${webhooks.events} && ${sql.param([...types])}::text[]`))
    .orderBy(asc(webhooks.createdAt));

export async function find(tx: Tx, id: string): Promise<WebhookRow | null> {
  const [row] = await tx.db.select().from(webhooks).where(withId(tx, id));
  return row ?? null;
}

export async function add(
  tx: Tx,
  row: Pick<WebhookRow, "id" | "name" | "host" | "address" | "events" | "secret">,
): Promise<void> {
  await tx.db.insert(webhooks).values({ ...row, companyId: tx.company, isOn: true, createdAt: tx.now });
}

export async function change(tx: Tx, id: string, set: Partial<WebhookRow>): Promise<void> {
  await tx.db.update(webhooks).set(set).where(withId(tx, id));
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.db.delete(messages).where(ofWebhook(tx, id));
  await tx.db.delete(webhooks).where(withId(tx, id));
}

/** Deletes previous secrets that are good no longer. */
export async function dropOldSecrets(tx: Tx): Promise<void> {
  await tx.db
    .update(webhooks)
    .set({ oldSecret: null, oldUntil: null })
    .where(and(own(tx), sql`${webhooks.oldUntil} <= ${tx.now.toISOString()}::timestamptz`));
}

export async function addMessage(tx: Tx, row: Omit<MessageRow, "companyId" | "attempts" | "createdAt">): Promise<void> {
  await tx.db.insert(messages).values({ ...row, companyId: tx.company, createdAt: tx.now });
}

export async function findMessage(tx: Tx, webhookId: string, id: string): Promise<MessageRow | null> {
  const [row] = await tx.db
    .select()
    .from(messages)
    .where(and(ofWebhook(tx, webhookId), eq(messages.id, id)));
  return row ?? null;
}

/** Whether anything was sent to a webhook within so many milliseconds. */
export async function wasTried(tx: Tx, webhookId: string, withinMs: number): Promise<boolean> {
  const since = new Date(tx.now.getTime() - withinMs).toISOString();
  const [row] = await tx.db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(ofWebhook(tx, webhookId), sql`(${messages.attempts} -> -1 ->> 'at')::timestamptz > ${since}::timestamptz`),
    )
    .limit(1);
  return row !== undefined;
}

export async function changeMessage(tx: Tx, { id, webhookId }: MessageRow, set: Partial<MessageRow>): Promise<void> {
  await tx.db
    .update(messages)
    .set(set)
    .where(and(ofWebhook(tx, webhookId), eq(messages.id, id)));
}

/** The newest messages with the state of their deliveries. */
export function newest(tx: Tx, webhookId: string, most: number) {
  return tx.db
    .select({ message: messages, status: deliveries.status, dueAt: deliveries.dueAt })
    .from(messages)
    .leftJoin(deliveries, and(eq(deliveries.companyId, messages.companyId), eq(deliveries.id, messages.deliveryId)))
    .where(ofWebhook(tx, webhookId))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(most);
}

/** What became of the delivery of a message. */
export async function statusOf(tx: Tx, { deliveryId }: MessageRow) {
  if (deliveryId === null) return null;
  const [row] = await tx.db
    .select({ status: deliveries.status })
    .from(deliveries)
    .where(inCompany(tx, deliveries, eq(deliveries.id, deliveryId)));
  return row?.status ?? null;
}

/** Cancels what a webhook has not delivered. */
export async function cancelAll(tx: Tx, webhookId: string): Promise<void> {
  const open = inArray(deliveries.status, ["held", "failed", "unknown"]);
  await tx.db
    .update(deliveries)
    .set({ status: "cancelled", sealed: null, dueAt: null, settledAt: tx.now })
    .where(inCompany(tx, deliveries, eq(deliveries.about, webhookId), open));
}

export async function countAll(tx: Tx): Promise<number> {
  const [row] = await tx.db.select({ amount: count() }).from(webhooks).where(own(tx));
  return row?.amount ?? 0;
}
