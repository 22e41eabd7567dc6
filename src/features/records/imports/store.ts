import { and, asc, count, desc, eq, getTableColumns, inArray, lt, ne, notInArray, or, sql } from "drizzle-orm";
import {
  importChanges as changes,
  importParts as parts,
  importRefusals as refusals,
  imports,
  type ImportStatus,
} from "#features/records/imports/tables.ts";
import type { Tx } from "#platform/context.ts";

export type ImportRow = typeof imports.$inferSelect;
export type { ImportStatus } from "#features/records/imports/tables.ts";

const withId = (tx: Tx, id: string) => and(eq(imports.companyId, tx.company), eq(imports.id, id));
const partsOf = (tx: Tx, id: string) => and(eq(parts.companyId, tx.company), eq(parts.importId, id));

/** States in which a file waits for a person. */
const unstarted: readonly ImportStatus[] = ["receiving", "looking", "looked"];

export async function add(
  tx: Tx,
  row: Pick<ImportRow, "fileName" | "size" | "entrance" | "target" | "createdBy"> & Partial<ImportRow>,
): Promise<ImportRow> {
  const [added] = await tx.db
    .insert(imports)
    .values({ status: "receiving", ...row, companyId: tx.company, id: crypto.randomUUID(), createdAt: tx.now })
    .returning();
  if (!added) throw new Error("The import was not written.");
  return added;
}

const day = 86_400_000;

/** Deletes a person's unstarted files except the newest `keep`, and anyone's after a day. */
export async function deleteUnstarted(tx: Tx, userId: string, keep: number): Promise<void> {
  const open = and(eq(imports.companyId, tx.company), inArray(imports.status, [...unstarted]));
  const theirs = and(open, eq(imports.createdBy, userId));
  const newestOnes = tx.db
    .select({ id: imports.id })
    .from(imports)
    .where(theirs)
    .orderBy(desc(imports.createdAt))
    .limit(keep);
  const gone = await tx.db
    .delete(imports)
    .where(
      or(
        and(theirs, notInArray(imports.id, newestOnes)),
        and(open, lt(imports.createdAt, new Date(tx.now.getTime() - day))),
      ),
    )
    .returning({ id: imports.id });
  for (const { id } of gone) await removeParts(tx, id);
}

/** Deletes a file that was not started; returns whether it was there. */
export async function discard(tx: Tx, id: string): Promise<boolean> {
  const gone = await tx.db
    .delete(imports)
    .where(and(withId(tx, id), inArray(imports.status, [...unstarted])))
    .returning({ id: imports.id });
  await removeParts(tx, id);
  return gone.length > 0;
}

export async function addPart(tx: Tx, importId: string, position: number, content: Buffer): Promise<void> {
  await tx.db
    .insert(parts)
    .values({ companyId: tx.company, importId, position, content })
    .onConflictDoUpdate({
      target: [parts.companyId, parts.importId, parts.position],
      set: { content: sql`excluded.content` },
    });
}

/** The bytes received so far. */
export async function received(tx: Tx, importId: string): Promise<number> {
  const [row] = await tx.db
    .select({ size: sql<number>`coalesce(sum(octet_length(${parts.content})), 0)::int` })
    .from(parts)
    .where(partsOf(tx, importId));
  return row?.size ?? 0;
}

/** A range of bytes of a chunk; null if the chunk is gone. */
export async function bytesOf(
  tx: Tx,
  importId: string,
  position: number,
  from: number,
  size: number,
): Promise<Buffer | null> {
  const [row] = await tx.db
    .select({ content: sql<Buffer>`substring(${parts.content} FROM ${from + 1}::int FOR ${size}::int)` })
    .from(parts)
    .where(and(partsOf(tx, importId), eq(parts.position, position)));
  return row?.content ?? null;
}

export async function removeParts(tx: Tx, importId: string): Promise<void> {
  await tx.db.delete(parts).where(partsOf(tx, importId));
}

export async function find(tx: Tx, id: string): Promise<ImportRow | null> {
  const [row] = await tx.db.select().from(imports).where(withId(tx, id));
  return row ?? null;
}

const { profile: _profile, facts: _facts, preview: _preview, plan: _plan, choices: _choices, ...light } =
  getTableColumns(imports);
export type LightRow = Omit<ImportRow, "profile" | "facts" | "preview" | "plan" | "choices">;

/** The last 20 imports without what was found in them, newest first. */
export async function newest(tx: Tx, entrance?: ImportRow["entrance"]): Promise<LightRow[]> {
  return tx.db
    .select(light)
    .from(imports)
    .where(
      and(
        eq(imports.companyId, tx.company),
        entrance ? and(eq(imports.entrance, entrance), ne(imports.status, "receiving")) : undefined,
      ),
    )
    .orderBy(desc(imports.createdAt))
    .limit(20);
}

/** Other imports of the company that are running. */
export async function othersRunning(tx: Tx, id: string): Promise<number> {
  const [row] = await tx.db
    .select({ amount: count() })
    .from(imports)
    .where(and(eq(imports.companyId, tx.company), eq(imports.status, "running"), ne(imports.id, id)));
  return row?.amount ?? 0;
}

/** Updates an import if it is in one of these states (and at this position, if given); returns whether it did. */
export async function update(
  tx: Tx,
  id: string,
  from: readonly ImportStatus[],
  change: Partial<Omit<ImportRow, "companyId" | "id">>,
  readSoFar?: number,
): Promise<boolean> {
  const rows = await tx.db
    .update(imports)
    .set(change)
    .where(
      and(
        withId(tx, id),
        inArray(imports.status, [...from]),
        readSoFar === undefined ? undefined : eq(imports.read, readSoFar),
      ),
    )
    .returning({ id: imports.id });
  return rows.length > 0;
}

/** Stores what a look found, unless something else was chosen meanwhile. */
export async function updateIfUnchosen(
  tx: Tx,
  id: string,
  choices: object,
  change: Partial<Omit<ImportRow, "companyId" | "id">>,
): Promise<void> {
  const same = sql`${imports.choices} = ${JSON.stringify(choices)}::jsonb`;
  await tx.db
    .update(imports)
    .set(change)
    .where(and(withId(tx, id), eq(imports.status, "looking"), same));
}

export async function addRefusals(tx: Tx, importId: string, position: number, lines: string): Promise<void> {
  await tx.db.insert(refusals).values({ companyId: tx.company, importId, position, lines });
}

/** The refused lines, in the order of the file. */
export async function refusalsOf(tx: Tx, importId: string): Promise<string> {
  const rows = await tx.db
    .select({ lines: refusals.lines })
    .from(refusals)
    .where(and(eq(refusals.companyId, tx.company), eq(refusals.importId, importId)))
    .orderBy(asc(refusals.position));
  return rows.map(({ lines }) => lines).join("");
}

const changesOf = (tx: Tx, importId: string) => and(eq(changes.companyId, tx.company), eq(changes.importId, importId));

export type Change = Pick<typeof changes.$inferSelect, "kind" | "key" | "before">;

/** Keeps rows as they were; what an earlier batch of the import kept stays. */
export async function addChanges(tx: Tx, importId: string, rows: readonly Change[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.db
    .insert(changes)
    .values(rows.map((row) => ({ ...row, companyId: tx.company, importId })))
    .onConflictDoNothing();
}

/** The next kept rows, which are then kept no longer. */
export async function takeChanges(tx: Tx, importId: string, most: number): Promise<Change[]> {
  const { kind, key, before } = changes;
  const next = tx.db.select({ key: changes.key }).from(changes).where(changesOf(tx, importId)).limit(most);
  return tx.db
    .delete(changes)
    .where(and(changesOf(tx, importId), inArray(changes.key, next)))
    .returning({ kind, key, before });
}

/** Forgets what imports that can no longer be undone kept. */
export async function forgetChanges(tx: Tx, importId: string): Promise<void> {
  await tx.db.delete(changes).where(changesOf(tx, importId));
}
