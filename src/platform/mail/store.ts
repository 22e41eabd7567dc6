import { and, count, desc, eq, gt, inArray, lt } from "drizzle-orm";
import type { Tx } from "#platform/context.ts";
import type { Db } from "#platform/db/database.ts";
import type { MailFailure } from "#platform/mail/outcome.ts";
import { type MailKind, type MailStatus, outgoingMails } from "#platform/mail/tables.ts";

export async function add(tx: Tx, row: Omit<typeof outgoingMails.$inferInsert, "companyId">): Promise<void> {
  await tx.db.insert(outgoingMails).values({ ...row, companyId: tx.company });
}

/** How many mails of a kind the company wrote since, to anyone or to one recipient. */
export async function countSince(tx: Tx, kind: MailKind, since: Date, recipient?: string): Promise<number> {
  const [row] = await tx.db
    .select({ mails: count() })
    .from(outgoingMails)
    .where(
      and(
        eq(outgoingMails.companyId, tx.company),
        gt(outgoingMails.createdAt, since),
        eq(outgoingMails.kind, kind),
        recipient === undefined ? undefined : eq(outgoingMails.recipient, recipient),
      ),
    );
  return row?.mails ?? 0;
}

export async function dropSettled(tx: Tx, before: Date): Promise<void> {
  await tx.db
    .delete(outgoingMails)
    .where(and(eq(outgoingMails.companyId, tx.company), lt(outgoingMails.settledAt, before)));
}

export type MailState = { status: MailStatus; failure: MailFailure | null };

/** The newest mail about each of these rows. */
export async function statesOf(tx: Tx, about: readonly string[]): Promise<Map<string, MailState>> {
  if (about.length === 0) return new Map();
  const rows = await tx.db
    .selectDistinctOn([outgoingMails.about], {
      about: outgoingMails.about,
      status: outgoingMails.status,
      failure: outgoingMails.failure,
    })
    .from(outgoingMails)
    .where(and(eq(outgoingMails.companyId, tx.company), inArray(outgoingMails.about, [...about])))
    .orderBy(outgoingMails.about, desc(outgoingMails.createdAt));
  return new Map(rows.map(({ about: id, ...state }) => [id, state]));
}

/** Removes the waiting mails about a row, because their content is outdated. */
export async function withdraw(tx: Tx, about: string): Promise<void> {
  await tx.db
    .delete(outgoingMails)
    .where(
      and(eq(outgoingMails.companyId, tx.company), eq(outgoingMails.about, about), eq(outgoingMails.status, "waiting")),
    );
}

export type Claimed = {
  sealed: Buffer;
  attempts: number;
  doubts: number;
  createdAt: Date;
  isExpired: boolean;
};

/**
 * Leases a waiting mail, or one whose sender was lost, with an unknown outcome. Null when there is nothing to send; a
 * number of milliseconds when another sender has it.
 */
export async function claim(
  db: Db,
  { company, id, token, leaseMs }: { company: string; id: string; token: string; leaseMs: number },
): Promise<Claimed | number | null> {
  const { rows } = await db.$client.query({ text: claiming }, [company, id, token, leaseMs]);
  const [row] = rows as (Claimed & { sealed: Buffer | null })[];
  if (row) return row.sealed ? row : null;
  const { rows: held } = await db.$client.query({ text: leaseLeft }, [company, id]);
  return (held[0] as { ms: number } | undefined)?.ms ?? null;
}

/** Leases go by the database's clock. */
const claiming = `
  UPDATE outgoing_mails SET status = 'sending', lease_token = $3, attempts = attempts + 1,
    lease_until = now() + $4::int * interval '1 millisecond', doubts = doubts + (status = 'sending')::int
  WHERE company_id = $1 AND id = $2 AND (status = 'waiting' OR (status = 'sending' AND lease_until <= now()))
  RETURNING sealed, attempts, doubts, created_at AS "createdAt", expires_at <= now() AS "isExpired"`;
const leaseLeft = `
  SELECT ceil(extract(epoch FROM lease_until - now()) * 1000)::int AS ms FROM outgoing_mails
  WHERE company_id = $1 AND id = $2 AND status = 'sending'`;

const held = (company: string, id: string, token: string) =>
  and(eq(outgoingMails.companyId, company), eq(outgoingMails.id, id), eq(outgoingMails.leaseToken, token));

/** Puts a leased mail back; returns false when the lease was lost. */
export async function release(
  db: Db,
  { company, id, token }: { company: string; id: string; token: string },
  to: Partial<Pick<typeof outgoingMails.$inferInsert, "attempts" | "doubts" | "failure">>,
): Promise<boolean> {
  const rows = await db
    .update(outgoingMails)
    .set({ ...to, status: "waiting", leaseToken: null, leaseUntil: null })
    .where(held(company, id, token))
    .returning({ id: outgoingMails.id });
  return rows.length > 0;
}

/** Settles a leased mail and deletes its content. */
export async function settle(
  db: Db,
  { company, id, token }: { company: string; id: string; token: string },
  to: { status: "sent" | "failed" | "unknown"; failure: MailFailure | null; at: Date },
): Promise<boolean> {
  const { at, ...state } = to;
  const rows = await db
    .update(outgoingMails)
    .set({ ...state, settledAt: at, sealed: null, leaseToken: null, leaseUntil: null })
    .where(held(company, id, token))
    .returning({ id: outgoingMails.id });
  return rows.length > 0;
}

/** Settles a mail whose job was given up, whether it is leased or not. */
export async function giveUp(db: Db, company: string, id: string, at: Date): Promise<boolean> {
  const rows = await db
    .update(outgoingMails)
    .set({ status: "failed", failure: "internal", settledAt: at, sealed: null, leaseToken: null, leaseUntil: null })
    .where(
      and(
        eq(outgoingMails.companyId, company),
        eq(outgoingMails.id, id),
        inArray(outgoingMails.status, ["waiting", "sending"]),
      ),
    )
    .returning({ id: outgoingMails.id });
  return rows.length > 0;
}
