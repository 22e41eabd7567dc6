import { and, desc, eq, getTableColumns, isNotNull, isNull, sql } from "drizzle-orm";
import { runs } from "#agency/run/tables.ts";
import type { Page } from "#contract/cursor.ts";
import { chatTurns } from "#features/chat/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import { pageOf, placeOf, valueOf } from "#platform/db/cursor.ts";

type TurnRow = typeof chatTurns.$inferSelect;

const columns = {
  turn: getTableColumns(chatTurns),
  run: { status: runs.status, sentence: runs.sentence, engine: runs.engine, state: runs.costState, usd: runs.costUsd },
  exactly: sql<string>`${chatTurns.sentAt}::text`,
};
const ofRun = and(eq(runs.companyId, chatTurns.companyId), eq(runs.id, chatTurns.runId));
const ofPerson = (tx: Tx, personId: string) => inCompany(tx, chatTurns, eq(chatTurns.personId, personId));
const byId = (tx: Tx, id: string) => inCompany(tx, chatTurns, eq(chatTurns.id, id));

export type FoundTurn = Awaited<ReturnType<typeof find>>;

/** Adds a pending message; returns false while another one is pending. */
export async function add(tx: Tx, row: Pick<TurnRow, "id" | "personId" | "message" | "runId">): Promise<boolean> {
  const added = await tx.db
    .insert(chatTurns)
    .values({ ...row, companyId: tx.company, sentAt: tx.now })
    .onConflictDoNothing()
    .returning({ id: chatTurns.id });
  return added.length > 0;
}

/** A person's turn with its run, or null. */
export async function find(tx: Tx, personId: string, id: string) {
  const [row] = await tx.db
    .select(columns)
    .from(chatTurns)
    .leftJoin(runs, ofRun)
    .where(and(ofPerson(tx, personId), eq(chatTurns.id, id)));
  return row ?? null;
}

/** Who sent the message of a turn. */
export async function personOf(tx: Tx, id: string): Promise<string | null> {
  const [row] = await tx.db.select({ personId: chatTurns.personId }).from(chatTurns).where(byId(tx, id));
  return row?.personId ?? null;
}

/** A person's pending message, or null. */
export async function findOpen(tx: Tx, personId: string) {
  const [row] = await tx.db
    .select(columns)
    .from(chatTurns)
    .leftJoin(runs, ofRun)
    .where(and(ofPerson(tx, personId), isNull(chatTurns.endedAt)));
  return row ?? null;
}

/** The latest topic of the conversation; null at its start. */
export async function lastTopic(tx: Tx, personId: string): Promise<unknown> {
  const [row] = await tx.db
    .select({ topic: chatTurns.topic })
    .from(chatTurns)
    .where(and(ofPerson(tx, personId), sql`${chatTurns.topic} IS NOT NULL`))
    .orderBy(desc(chatTurns.sentAt), desc(chatTurns.id))
    .limit(1);
  return row?.topic ?? null;
}

/** The last answered messages of a person, oldest first. */
export async function lastAnswered(tx: Tx, personId: string, most: number) {
  const rows = await tx.db
    .select({ message: chatTurns.message, response: chatTurns.response })
    .from(chatTurns)
    .where(and(ofPerson(tx, personId), isNotNull(chatTurns.response)))
    .orderBy(desc(chatTurns.sentAt), desc(chatTurns.id))
    .limit(most);
  return rows.toReversed();
}

/** Writes the answer of a turn or the reason there is none; returns false if it had already ended. */
export async function end(
  tx: Tx,
  id: string,
  ending: Partial<Pick<TurnRow, "response" | "type" | "reply" | "topic" | "sentence">>,
): Promise<boolean> {
  const ended = await tx.db
    .update(chatTurns)
    .set({ ...ending, endedAt: tx.now })
    .where(and(byId(tx, id), isNull(chatTurns.endedAt)))
    .returning({ id: chatTurns.id });
  return ended.length > 0;
}

const pageSize = 30;

/** A person's turns, newest first, optionally only those that contain the search words. */
export async function list(
  tx: Tx,
  personId: string,
  { q, cursor }: { q?: string | undefined; cursor?: string | undefined },
): Promise<Page<readonly NonNullable<FoundTurn>[]>> {
  const cursorKey = { company: tx.company, list: "chat", personId, q };
  const [sentAt = "", id = ""] = cursor ? placeOf(cursor, cursorKey, ["instant", "id"]) : [];
  const older = sql`(${chatTurns.sentAt}, ${chatTurns.id}) < (${valueOf("instant", sentAt)}, ${valueOf("id", id)})`;
  const contains = sql`strpos(lower(${chatTurns.message} || E'\n' || coalesce(${chatTurns.response}, '')), lower(${q}::text)) > 0`;
  const rows = await tx.db
    .select(columns)
    .from(chatTurns)
    .leftJoin(runs, ofRun)
    .where(and(ofPerson(tx, personId), cursor ? older : undefined, q ? contains : undefined))
    .orderBy(desc(chatTurns.sentAt), desc(chatTurns.id))
    .limit(pageSize + 1);
  return pageOf(rows, pageSize, cursorKey, ({ exactly, turn }) => [exactly, turn.id]);
}
