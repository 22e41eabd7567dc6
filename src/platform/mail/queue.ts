import type { Letter } from "#contract/letter.ts";
import type { Tx } from "#platform/context.ts";
import { type MailState, add, countSince, dropSettled } from "#platform/mail/store.ts";
import { defaultLifeMs, stateLifeMs } from "#platform/mail/rules.ts";
import type { MailKind } from "#platform/mail/tables.ts";

export const mailJob = { name: "mail-send" };

/** Binds a sealed mail to its row. */
export const mailPlace = (company: string, id: string): string => `mail:${company}:${id}`;

const hourMs = 3_600_000;

/** How many mails users may trigger, per company and day and per recipient and hour; null: no limit. */
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
  /** When it is no longer worth sending; by default, and at most, a day later. */
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
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  if (limit && (await countSince(tx, kind, ago(24 * hourMs))) >= limit.company) return false;
  if (limit && (await countSince(tx, kind, ago(hourMs), recipient)) >= limit.recipient) return false;
  await dropSettled(tx, ago(stateLifeMs));
  const id = crypto.randomUUID();
  const latest = new Date(now.getTime() + defaultLifeMs);
  await add(tx, {
    id,
    kind,
    about,
    recipient,
    sealed: secrets.seal(Buffer.from(JSON.stringify({ to, letter })), mailPlace(company, id)),
    createdAt: now,
    expiresAt: expiresAt && expiresAt < latest ? expiresAt : latest,
  });
  await tx.jobs.send(tx.db, mailJob, company, { id });
  return true;
}

/** The state of a mail as people see it: not sent yet, sent, or not delivered. */
export function describeState(state: MailState | undefined): "waiting" | "sent" | "failed" | null {
  if (!state) return null;
  if (state.status === "sent" || state.status === "unknown") return "sent";
  return state.status === "failed" ? "failed" : "waiting";
}
