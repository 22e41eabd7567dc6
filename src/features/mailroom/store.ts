import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  ilike,
  inArray,
  isNotNull,
  lt,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { AgentRoleId } from "#contract/roles.ts";
import { type LetterState, waitingStates } from "#features/mailroom/contract.ts";
import type { Answered } from "#features/mailroom/letters/limits.ts";
import { letters, mailboxes } from "#features/mailroom/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export type MailboxRow = typeof mailboxes.$inferSelect;
export type LetterRow = typeof letters.$inferSelect;

const box = (tx: Tx, id: string) => inCompany(tx, mailboxes, eq(mailboxes.id, id));

export const listMailboxes = (tx: Tx): Promise<MailboxRow[]> =>
  tx.db.select().from(mailboxes).where(inCompany(tx, mailboxes)).orderBy(asc(mailboxes.connectedAt));

export async function findMailbox(tx: Tx, id: string): Promise<MailboxRow | null> {
  const [row] = await tx.db.select().from(mailboxes).where(box(tx, id));
  return row ?? null;
}

export async function addMailbox(tx: Tx, row: Omit<typeof mailboxes.$inferInsert, "companyId">): Promise<boolean> {
  const { rowCount } = await tx.db
    .insert(mailboxes)
    .values({ ...row, companyId: tx.company })
    .onConflictDoNothing();
  return rowCount === 1;
}

export async function changeMailbox(tx: Tx, id: string, to: Partial<MailboxRow>): Promise<void> {
  await tx.db.update(mailboxes).set(to).where(box(tx, id));
}

export async function removeMailbox(tx: Tx, id: string): Promise<void> {
  await tx.db.delete(letters).where(inCompany(tx, letters, eq(letters.mailboxId, id)));
  await tx.db.delete(mailboxes).where(box(tx, id));
}

const inMs = (ms: number) => sql`now() + ${ms}::int * interval '1 millisecond'`;

/** Gives the mailbox to one pass; false: another works on it. */
export async function lease(tx: Tx, id: string, token: string, ms: number): Promise<boolean> {
  const isFree = sql`(${mailboxes.leaseUntil} IS NULL OR ${mailboxes.leaseUntil} <= now())`;
  const { rowCount } = await tx.db
    .update(mailboxes)
    .set({ leaseToken: token, leaseUntil: inMs(ms) as never })
    .where(and(box(tx, id), isFree));
  return rowCount === 1;
}

/** Changes the mailbox while the pass still has it; false: it lost it. */
export async function asHolder(
  tx: Tx,
  id: string,
  token: string,
  { leaseMs, ...to }: Partial<MailboxRow> & { leaseMs: number | null },
): Promise<boolean> {
  const until = leaseMs === null ? { leaseToken: null, leaseUntil: null } : { leaseUntil: inMs(leaseMs) as never };
  const { rowCount } = await tx.db
    .update(mailboxes)
    .set({ ...to, ...until })
    .where(and(box(tx, id), eq(mailboxes.leaseToken, token)));
  return rowCount === 1;
}

export async function isLeased(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx.db
    .select({ isHeld: sql<boolean>`coalesce(${mailboxes.leaseUntil} > now(), false)` })
    .from(mailboxes)
    .where(box(tx, id));
  return row?.isHeld ?? false;
}

const newer = alias(letters, "newer");
const one = (tx: Tx, id: string) => inCompany(tx, letters, eq(letters.id, id));
const ofBox = (tx: Tx, mailboxId: string) => inCompany(tx, letters, eq(letters.mailboxId, mailboxId));

/** Adds what a poll found; returns how many are new. */
export async function addLetters(
  tx: Tx,
  found: readonly Pick<LetterRow, "mailboxId" | "providerId" | "thread" | "labels" | "at">[],
): Promise<number> {
  if (found.length === 0) return 0;
  const rows = found.map((row) => ({ ...row, companyId: tx.company, id: crypto.randomUUID(), state: "seen" as const }));
  const { rowCount } = await tx.db.insert(letters).values(rows).onConflictDoNothing();
  return rowCount ?? 0;
}

/** Adds a letter that an executive began. */
export async function addBegun(
  tx: Tx,
  row: Omit<typeof letters.$inferInsert, "companyId"> & { id: string },
): Promise<LetterRow> {
  const [added] = await tx.db
    .insert(letters)
    .values({ ...row, companyId: tx.company })
    .returning();
  if (!added) throw new Error("The letter was not written.");
  return added;
}

/** Names the thread that a letter began, once it left. */
export async function keepThread(tx: Tx, id: string, thread: string): Promise<void> {
  await tx.db.update(letters).set({ thread }).where(one(tx, id));
}

export const knownIds = async (tx: Tx, mailboxId: string, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    ids.length === 0
      ? []
      : (
          await tx.db
            .select({ id: letters.providerId })
            .from(letters)
            .where(and(ofBox(tx, mailboxId), inArray(letters.providerId, [...ids]), ne(letters.state, "seen")))
        ).map(({ id }) => id),
  );

/** Whether another copy of a letter was worked on: copied, moved away and back, or listed under a new id. */
export async function arrivedBefore(tx: Tx, { mailboxId, id, messageId, sender }: LetterRow): Promise<boolean> {
  if (messageId === null) return false;
  const isSame = and(eq(letters.messageId, messageId), eq(letters.sender, sender));
  const [row] = await tx.db
    .select({ id: letters.id })
    .from(letters)
    .where(and(ofBox(tx, mailboxId), isSame, ne(letters.id, id), ne(letters.state, "seen")))
    .limit(1);
  return row !== undefined;
}

/** Letters nobody has worked on, those that failed last, oldest first. */
export const unread = (tx: Tx, mailboxId: string, most: number): Promise<LetterRow[]> =>
  tx.db
    .select()
    .from(letters)
    .where(and(ofBox(tx, mailboxId), eq(letters.state, "seen")))
    .orderBy(asc(letters.attempts), asc(letters.at), asc(letters.id))
    .limit(most);

export async function findLetter(tx: Tx, id: string): Promise<LetterRow | null> {
  const [row] = await tx.db.select().from(letters).where(one(tx, id));
  return row ?? null;
}

export async function findByDelivery(tx: Tx, deliveryId: string): Promise<LetterRow | null> {
  const of = inCompany(tx, letters, eq(letters.deliveryId, deliveryId));
  const [row] = await tx.db.select().from(letters).where(of);
  return row ?? null;
}

/** Changes a letter in one of these states; false: it is in none. */
export async function changeLetter(
  tx: Tx,
  id: string,
  from: readonly LetterState[],
  to: Partial<LetterRow>,
): Promise<boolean> {
  const { rowCount } = await tx.db
    .update(letters)
    .set(to)
    .where(and(one(tx, id), inArray(letters.state, [...from])));
  return rowCount === 1;
}

const pattern = (search: string) => `%${search.replaceAll(/[\\%_]/g, (found) => `\\${found}`)}%`;

export function page(
  tx: Tx,
  {
    state,
    search,
    before,
  }: { state?: LetterState | undefined; search?: string | undefined; before?: string | undefined },
  most: number,
): Promise<LetterRow[]> {
  const wanted: (SQL | undefined)[] = [inCompany(tx, letters)];
  if (state) wanted.push(eq(letters.state, state));
  if (before) wanted.push(lt(letters.at, new Date(before)));
  if (search)
    wanted.push(or(...[letters.sender, letters.senderName, letters.subject].map((one) => ilike(one, pattern(search)))));
  return tx.db
    .select()
    .from(letters)
    .where(and(...wanted))
    .orderBy(desc(letters.at), desc(letters.id))
    .limit(most);
}

export const threadOf = (tx: Tx, { mailboxId, thread }: LetterRow): Promise<LetterRow[]> =>
  thread === null
    ? Promise.resolve([])
    : tx.db
        .select()
        .from(letters)
        .where(and(ofBox(tx, mailboxId), eq(letters.thread, thread)))
        .orderBy(asc(letters.at))
        .limit(100);

export const heldOf = (tx: Tx, mailboxId: string): Promise<LetterRow[]> =>
  tx.db
    .select()
    .from(letters)
    .where(and(ofBox(tx, mailboxId), eq(letters.state, "held")));

export async function pendingReviews(tx: Tx): Promise<number> {
  const [row] = await tx.db
    .select({ count: count() })
    .from(letters)
    .where(inCompany(tx, letters, inArray(letters.state, [...waitingStates])));
  return row?.count ?? 0;
}

/** Words with digits, which responders count up, marks of answers, and what stands between words. */
const passing = String.raw`\S*\d\S*|\m(re|aw|sv|antw|r|rif|ref|tr|fwd?|wg)\s*:|[[:punct:][:space:]]+`;
/** What stays of a subject from letter to letter. */
const shape = (subject: SQL): SQL => sql`regexp_replace(lower(${subject}), ${passing}, '', 'g')`;

/** How many answers went out or are on their way, for the limits. */
export async function countsFor(
  tx: Tx,
  { mailboxId, thread, sender, subject, digest, id }: LetterRow,
): Promise<Answered> {
  const ago = (ms: number) => gte(letters.sentAt, new Date(tx.now.getTime() - ms));
  const domain = sender.split("@")[1] ?? "";
  const of = (condition: SQL | undefined) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;
  const [day, hour] = [ago(86_400_000), ago(3_600_000)];
  const inThread = thread === null ? sql`false` : eq(letters.thread, thread);
  const [row] = await tx.db
    .select({
      toLetter: of(eq(letters.id, id)),
      inThread: of(inThread),
      toSenderToday: of(and(eq(letters.sender, sender), day)),
      toDomainThisHour: of(and(eq(sql`split_part(${letters.sender}, '@', 2)`, domain), hour)),
      sameSubjectThisHour: of(and(sql`${shape(sql`${letters.subject}`)} = ${shape(sql`${subject}::text`)}`, hour)),
      sameBodyThisHour: of(and(eq(letters.digest, digest ?? ""), hour)),
      fromMailboxToday: of(day),
    })
    .from(letters)
    .where(and(ofBox(tx, mailboxId), isNotNull(letters.sentAt), or(inThread, eq(letters.id, id), day)));
  const none = {
    toLetter: 0,
    inThread: 0,
    toSenderToday: 0,
    toDomainThisHour: 0,
    sameSubjectThisHour: 0,
    sameBodyThisHour: 0,
  };
  // Each letter here is a person's word; automatic ones are skipped before.
  return { ...none, fromMailboxToday: 0, ...row, inRow: 0 };
}

/** The newest decisions about other letters of the same sender. */
export async function decisionsWith(tx: Tx, { id: own, sender }: LetterRow): Promise<string[]> {
  const rows = await tx.db
    .select({ id: letters.decisionId })
    .from(letters)
    .where(inCompany(tx, letters, eq(letters.sender, sender), ne(letters.id, own), isNotNull(letters.decisionId)))
    .orderBy(desc(letters.at))
    .limit(5);
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}

export type ThreadFilter = {
  state?: LetterState | "waiting" | undefined;
  role?: AgentRoleId | undefined;
  search?: string | undefined;
  before?: string | undefined;
};

/** The newest letter that fits of each thread, with how many letters the thread has. */
export async function threads(
  tx: Tx,
  { state, role, search, before }: ThreadFilter,
  most: number,
): Promise<(LetterRow & { letters: number })[]> {
  const states = state === "waiting" ? waitingStates : state && [state];
  const fits = (of: typeof letters | typeof newer): SQL | undefined =>
    and(
      states && inArray(of.state, [...states]),
      role && eq(of.role, role),
      search ? or(...[of.sender, of.senderName, of.subject].map((one) => ilike(one, pattern(search)))) : undefined,
    );
  const isSame = and(
    eq(newer.companyId, letters.companyId),
    eq(newer.mailboxId, letters.mailboxId),
    eq(newer.thread, letters.thread),
  );
  const isNewer = sql`(${newer.at}, ${newer.id}) > (${letters.at}, ${letters.id})`;
  const hasNewer = tx.db
    .select({ id: newer.id })
    .from(newer)
    .where(and(isSame, isNewer, fits(newer)));
  const size = tx.db.select({ count: count() }).from(newer).where(isSame);
  return tx.db
    .select({ ...getTableColumns(letters), letters: sql<number>`greatest((${size})::int, 1)` })
    .from(letters)
    .where(
      inCompany(tx, letters, before ? lt(letters.at, new Date(before)) : undefined, fits(letters), notExists(hasNewer)),
    )
    .orderBy(desc(letters.at), desc(letters.id))
    .limit(most);
}
