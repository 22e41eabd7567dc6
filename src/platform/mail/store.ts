import { and, count, desc, eq, gt, inArray } from "drizzle-orm";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import { mailDelivery } from "#platform/mail/delivery.ts";
import { deliveries, type DeliveryStatus } from "#platform/outbox/tables.ts";

const ownMails = (tx: Tx) => inCompany(tx, deliveries, eq(deliveries.kind, mailDelivery.kind));

/** How many mails of a kind the company wrote since, to anyone or to one recipient. */
export async function countSince(tx: Tx, kind: string, since: Date, recipient?: string): Promise<number> {
  const isTo = recipient === undefined ? undefined : eq(deliveries.recipient, recipient);
  const [row] = await tx.db
    .select({ mails: count() })
    .from(deliveries)
    .where(and(ownMails(tx), gt(deliveries.createdAt, since), eq(deliveries.label, kind), isTo));
  return row?.mails ?? 0;
}

/** Whether a mail of a kind about a row has been sent to anyone. */
export const isSent = async (tx: Tx, kind: string, about: string): Promise<boolean> =>
  (await tx.db.$count(
    deliveries,
    and(ownMails(tx), eq(deliveries.label, kind), eq(deliveries.about, about), eq(deliveries.status, "sent")),
  )) > 0;

export async function statesOf(tx: Tx, about: readonly string[]): Promise<Map<string, DeliveryStatus>> {
  if (about.length === 0) return new Map();
  const rows = await tx.db
    .selectDistinctOn([deliveries.about], { about: deliveries.about, status: deliveries.status })
    .from(deliveries)
    .where(and(ownMails(tx), inArray(deliveries.about, [...about])))
    .orderBy(deliveries.about, desc(deliveries.createdAt));
  return new Map(rows.map(({ about: id, status }) => [id ?? "", status]));
}

/** Removes the waiting mails about a row, because their content is outdated. */
export async function withdraw(tx: Tx, about: string): Promise<void> {
  await tx.db.delete(deliveries).where(and(ownMails(tx), eq(deliveries.about, about), eq(deliveries.status, "held")));
}
