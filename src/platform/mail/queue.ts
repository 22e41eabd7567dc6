import type { Letter } from "#contract/letter.ts";
import type { Tx } from "#platform/context.ts";
import { mailDelivery } from "#platform/mail/delivery.ts";
import { countSince } from "#platform/mail/store.ts";
import { enqueue } from "#platform/outbox/enqueue.ts";
import type { DeliveryStatus } from "#platform/outbox/tables.ts";

const hourMs = 3_600_000;

export type MailKind = "invitation" | "password" | "notice" | "address" | "brief" | "approval";

/** How many mails users may trigger, per company and day and per recipient and hour; null: no limit. */
const limits: Record<MailKind, { company: number; recipient: number } | null> = {
  invitation: { company: 200, recipient: 5 },
  password: null,
  notice: null,
  address: { company: 200, recipient: 5 },
  brief: null,
  approval: null,
};

type Mail = {
  kind: MailKind;
  to: string;
  letter: Letter;
  /** The row it is about. */
  about: string;
  /** When it is no longer worth sending; by default, and at most, a day later. */
  expiresAt?: Date;
};

/**
 * Writes a mail to the outbox, in the transaction of its cause. Returns false where the installation sends no mail, or
 * the company sent too many: 200 invitations a day, five an hour to one address.
 */
export async function sendMail(tx: Tx, { kind, to, letter, about, expiresAt }: Mail): Promise<boolean> {
  const { installation, secrets, now } = tx;
  if (!installation.sendsMail) return false;
  const recipient = secrets.sign(`mail:${to.normalize("NFKC").toLowerCase()}`).slice(0, 32);
  const limit = limits[kind];
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  if (limit && (await countSince(tx, kind, ago(24 * hourMs))) >= limit.company) return false;
  if (limit && (await countSince(tx, kind, ago(hourMs), recipient)) >= limit.recipient) return false;
  const options = { intent: crypto.randomUUID(), label: kind, about, recipient, ...(expiresAt && { expiresAt }) };
  await enqueue(tx, mailDelivery, { to, letter }, options);
  return true;
}

/** The state of a mail as people see it: not sent yet, sent, or not delivered. */
export function describeState(status: DeliveryStatus | undefined): "waiting" | "sent" | "failed" | null {
  if (!status) return null;
  if (status === "sent" || status === "unknown") return "sent";
  return status === "failed" || status === "cancelled" ? "failed" : "waiting";
}
