import { and, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { type LetterState, waitingStates } from "#features/mailroom/contract.ts";
import { openActs } from "#features/mailroom/drafts/rules.ts";
import type { LetterRow, MailboxRow } from "#features/mailroom/store.ts";
import { type Composed, letters } from "#features/mailroom/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

const most = { watched: 2_000, worked: 50 };

const one = (tx: Tx, id: string) => inCompany(tx, letters, eq(letters.id, id));
const ofBox = (tx: Tx, { id }: Pick<MailboxRow, "id">) => inCompany(tx, letters, eq(letters.mailboxId, id));
/** What may have left already is the outbox's. */
const waits = and(
  inArray(letters.state, [...waitingStates]),
  or(isNull(letters.reason), ne(letters.reason, "unknown")),
);
const isTheirs = and(eq(letters.state, "by_person"), inArray(letters.reason, [...openActs]));

const watchedColumns = {
  id: letters.id,
  draftId: letters.draftId,
  draftVersion: letters.draftVersion,
  thread: letters.thread,
  messageId: letters.messageId,
};

/** Letters whose draft lies in the mailbox. */
export const watched = (tx: Tx, box: MailboxRow) =>
  tx.db
    .select(watchedColumns)
    .from(letters)
    .where(and(ofBox(tx, box), or(waits, isTheirs), isNotNull(letters.draftId)))
    .limit(most.watched);

/** Waiting letters whose draft does not lie in the mailbox as it is now. */
export const toLay = (tx: Tx, box: MailboxRow): Promise<LetterRow[]> =>
  tx.db
    .select()
    .from(letters)
    .where(
      and(
        ofBox(tx, box),
        waits,
        isNotNull(letters.draft),
        ne(letters.sender, ""),
        or(
          isNull(letters.draftId),
          isNotNull(letters.replaced),
          sql`${letters.composed} ->> 'text' IS DISTINCT FROM ${letters.draft}`,
          sql`${letters.composed} ->> 'disclosure' IS DISTINCT FROM ${box.disclosure}`,
        ),
      ),
    )
    .orderBy(letters.at)
    .limit(most.worked);

/** Letters that no one answers any more, with a draft of ours in the mailbox. */
export const toRemove = (tx: Tx, box: MailboxRow): Promise<LetterRow[]> =>
  tx.db
    .select()
    .from(letters)
    .where(
      and(
        ofBox(tx, box),
        inArray(letters.state, ["discarded", "skipped"]),
        or(isNotNull(letters.draftId), isNotNull(letters.replaced)),
      ),
    )
    .limit(most.worked);

const label = sql`CASE WHEN ${letters.state} = 'sent' THEN 'sent' ELSE ${letters.role} END`;

/** Letters of the last week that are not marked in the mailbox as they stand here. */
export const toMark = (tx: Tx, box: MailboxRow) =>
  tx.db
    .select({ id: letters.id, providerId: letters.providerId, label: sql<string>`${label}` })
    .from(letters)
    .where(
      and(
        ofBox(tx, box),
        or(
          and(inArray(letters.state, ["drafted", "held", "sent"]), isNotNull(letters.role)),
          // What is left to a person entirely stays as it came.
          and(eq(letters.state, "needs_human"), isNotNull(letters.draft)),
        ),
        gt(letters.at, new Date(tx.now.getTime() - 7 * 86_400_000)),
        sql`${letters.marked} IS DISTINCT FROM ${label}`,
      ),
    )
    .limit(most.worked);

export async function change(
  tx: Tx,
  id: string,
  from: readonly LetterState[],
  to: Partial<LetterRow>,
  { marker, draftId }: { marker?: string; draftId?: string } = {},
): Promise<boolean> {
  const { rowCount } = await tx.db
    .update(letters)
    .set(to)
    .where(
      and(
        one(tx, id),
        inArray(letters.state, [...from]),
        marker === undefined ? undefined : sql`${letters.composed} ->> 'marker' = ${marker}`,
        draftId === undefined ? undefined : eq(letters.draftId, draftId),
      ),
    );
  return rowCount === 1;
}

/** Stores the draft of a composed answer; returns the one that counts, null if the answer is another by now. */
export async function keepDraft(
  tx: Tx,
  id: string,
  { marker }: Pick<Composed, "marker">,
  draftId: string,
): Promise<string | null> {
  const [row] = await tx.db
    .update(letters)
    .set({ draftId: sql`coalesce(${letters.draftId}, ${draftId})` })
    .where(and(one(tx, id), sql`${letters.composed} ->> 'marker' = ${marker}`))
    .returning({ draftId: letters.draftId });
  return row?.draftId ?? null;
}

export async function marked(tx: Tx, id: string, as: string): Promise<void> {
  await tx.db.update(letters).set({ marked: as }).where(one(tx, id));
}
