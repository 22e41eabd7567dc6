import type { Letter } from "#contract/letter.ts";
import type { Tx } from "#platform/context.ts";
import { type MailState, add, countSince, dropSettled } from "#platform/mail/store.ts";
import { stateLifeMs, usualLifeMs } from "#platform/mail/rules.ts";
import type { MailKind } from "#platform/mail/tables.ts";

export const mailJob = { name: "mail-send" };

/** Binds a sealed mail to its row. */
export const mailPlace = (company: string, id: string): string => `mail:${company}:${id}`;

const hourMs = 3_600_000;

/** What somebody may make the installation send to others; notices of the product itself have no limit. */
const limits: Record<MailKind, { company: number; recipient: number } | null> = {
  invitation: { company: 200, recipient: 5 },
  password: null,
  notice: null,
};

type Mail = {
  kind: MailKind;
  to: string;
  letter: Letter;
  /** The row it is about. */
  about: string;
  /** When it is no longer worth sending; a day later if not said. */
  expiresAt?: Date;
};

/**
 * Writes a mail and queues its sending, in the transaction of its cause. Returns false where the installation sends no
 * mail, or the company sent too many: 200 invitations a day, five an hour to one address.
 */
export async function sendMail(tx: Tx, { kind, to, letter, about, expiresAt }: Mail): Promise<boolean> {
  const { installation, secrets, now, company } = tx;
  if (!installation.sendsMail) return false;
  const recipient = secrets.sign(`mail:${to.normalize("NFKC").toLowerCase()}`).slice(0, 32);
  const limit = limits[kind];
  const before = (ms: number): Date => new Date(now.getTime() - ms);
  if (limit && (await countSince(tx, kind, before(24 * hourMs))) >= limit.company) return false;
  if (limit && (await countSince(tx, kind, before(hourMs), recipient)) >= limit.recipient) return false;
  await dropSettled(tx, before(stateLifeMs));
  const id = crypto.randomUUID();
  const usual = new Date(now.getTime() + usualLifeMs);
  await add(tx, {
    id,
    kind,
    about,
    recipient,
    sealed: secrets.seal(Buffer.from(JSON.stringify({ to, letter })), mailPlace(company, id)),
    createdAt: now,
    expiresAt: expiresAt && expiresAt < usual ? expiresAt : usual,
  });
  await tx.jobs.send(tx.db, mailJob, company, { id });
  return true;
}

/** What people are told about a mail: on its way, gone, or not delivered. */
export function describeState(state: MailState | undefined): "waiting" | "sent" | "failed" | null {
  if (!state) return null;
  if (state.status === "sent" || state.status === "unknown") return "sent";
  return state.status === "failed" ? "failed" : "waiting";
}
