import type { z } from "zod";
import type pg from "pg";
import type { Platform, Tx } from "#platform/context.ts";
import { batch } from "#platform/db/transaction.ts";
import { type DeliveryKind, installation } from "#platform/outbox/delivery.ts";
import { defaultLifeMs, stateLifeMs } from "#platform/outbox/rules.ts";
import * as store from "#platform/outbox/store.ts";

/** Announces a company with a delivery that is due now; "" announces one that is due soon. */
export const outboxChannel = "boardroom_outbox";
const outboxNotice = (company: string) => ({ text: "SELECT pg_notify($1, $2)", values: [outboxChannel, company] });

/** Wakes the outbox for the company once the transaction commits. */
export async function announceDue({ db, company }: Tx, isDueNow = true): Promise<void> {
  const { values, ...notice } = outboxNotice(isDueNow ? company : "");
  await db.$client.query(notice, values);
}

/** Binds a sealed payload to its row. */
export const placeOf = (kind: string, company: string, id: string): string => `${kind}:${company}:${id}`;

export type DeliveryOptions = {
  /** Unique within the kind: writing it again changes nothing. */
  intent: string;
  /** What it carries, without personal details. */
  label?: string;
  /** How long it can be cancelled before it is sent. */
  holdMs?: number;
  /** The permission of an external effect, stored in this transaction or before. */
  grant?: string;
  /** Deliveries with the same key go one after the other. */
  order?: string;
  about?: string;
  recipient?: string;
  /** When it is no longer worth sending, if that is before the end of its kind's life. */
  expiresAt?: Date;
};

type From = { company: string; now: Date; secrets: Platform["secrets"] };

function rowOf<Payload extends z.ZodType>(
  { company, now, secrets }: From,
  kind: DeliveryKind<Payload>,
  given: z.input<Payload>,
  { intent, label = "", holdMs = 0, grant, order, about, recipient, expiresAt }: DeliveryOptions,
): store.NewDelivery {
  const payload = kind.payload.parse(given);
  const id = crypto.randomUUID();
  const latest = new Date(now.getTime() + (kind.lifeMs ?? defaultLifeMs) + holdMs);
  return {
    id,
    kind: kind.kind,
    label,
    intent,
    orderKey: order ?? null,
    destination: kind.destination(payload),
    about: about ?? null,
    recipient: recipient ?? null,
    sealed: secrets.seal(Buffer.from(JSON.stringify(payload)), placeOf(kind.kind, company, id)),
    grantId: grant ?? null,
    isHeld: kind.isHeld ?? true,
    holdMs,
    createdAt: now,
    expiresAt: expiresAt && expiresAt < latest ? expiresAt : latest,
  };
}

/**
 * Writes a delivery in the transaction of its cause; it is sent after the commit. Returns its id, or null if the intent
 * is known.
 */
export async function enqueue<Payload extends z.ZodType>(
  tx: Tx,
  kind: DeliveryKind<Payload>,
  payload: z.input<Payload>,
  options: DeliveryOptions,
): Promise<string | null> {
  const row = rowOf(tx, kind, payload, options);
  const query = (text: string, values: unknown[]) => tx.db.$client.query({ text }, values);
  const [isNew] = await batch(
    tx,
    () => store.add(query, tx.company, row, tx.outbox.epoch),
    () => announceDue(tx, row.holdMs === 0),
  );
  return isNew ? row.id : null;
}

/** Writes a delivery of the installation itself, in a transaction of the tables' owner. */
export async function enqueueForInstallation<Payload extends z.ZodType>(
  owner: pg.Client,
  { secrets, now }: Omit<From, "company">,
  kind: DeliveryKind<Payload>,
  payload: z.input<Payload>,
  options: DeliveryOptions,
): Promise<void> {
  const row = rowOf({ company: installation, secrets, now }, kind, payload, options);
  // No company's retention reaches these.
  await owner.query("DELETE FROM deliveries WHERE company_id = $1 AND settled_at < $2", [
    installation,
    new Date(now.getTime() - stateLifeMs),
  ]);
  await store.add((text, values) => owner.query(text, values), installation, { ...row, isHeld: false }, "NULL::int");
  await owner.query(outboxNotice(installation));
}
