import { and, asc, count, desc, eq, inArray, lt, notInArray, or, sql } from "drizzle-orm";
import type { RecordImport } from "#features/records/imports/contract.ts";
import { recordImportParts as parts, recordImports as imports } from "#features/records/imports/tables.ts";
import type { Tx } from "#platform/context.ts";

export type ImportRow = typeof imports.$inferSelect;

const withId = (tx: Tx, id: string) => and(eq(imports.companyId, tx.company), eq(imports.id, id));
const partsOf = (tx: Tx, id: string) => and(eq(parts.companyId, tx.company), eq(parts.importId, id));

export async function add(
  tx: Tx,
  row: Pick<ImportRow, "kind" | "fileName" | "size" | "createdBy">,
): Promise<RecordImport> {
  const [added] = await tx.db
    .insert(imports)
    .values({ ...row, companyId: tx.company, id: crypto.randomUUID(), status: "receiving", createdAt: tx.now })
    .returning();
  if (!added) throw new Error("The import was not written.");
  return toImport(added);
}

const day = 86_400_000;

/** Deletes a person's unstarted imports except the newest `keep`, and anyone's after a day. */
export async function deleteUnstarted(tx: Tx, userId: string, keep: number): Promise<void> {
  const unstarted = and(eq(imports.companyId, tx.company), eq(imports.status, "receiving"));
  const theirs = and(unstarted, eq(imports.createdBy, userId));
  const newest = tx.db
    .select({ id: imports.id })
    .from(imports)
    .where(theirs)
    .orderBy(desc(imports.createdAt))
    .limit(keep);
  const gone = await tx.db
    .delete(imports)
    .where(
      or(
        and(theirs, notInArray(imports.id, newest)),
        and(unstarted, lt(imports.createdAt, new Date(tx.now.getTime() - day))),
      ),
    )
    .returning({ id: imports.id });
  for (const { id } of gone) await removeParts(tx, id);
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

/** Uploaded chunks and their sizes, in order. */
export function partSizes(tx: Tx, importId: string): Promise<{ position: number; size: number }[]> {
  return tx.db
    .select({ position: parts.position, size: sql<number>`octet_length(${parts.content})` })
    .from(parts)
    .where(partsOf(tx, importId))
    .orderBy(asc(parts.position));
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

export async function find(tx: Tx, id: string): Promise<RecordImport | null> {
  const [row] = await tx.db.select().from(imports).where(withId(tx, id));
  return row ? toImport(row) : null;
}

/** Not shown to users: who started the import, and the currency of amounts without one. */
export async function behind(tx: Tx, id: string): Promise<Pick<ImportRow, "createdBy" | "currency"> | null> {
  const { createdBy, currency } = imports;
  const [row] = await tx.db.select({ createdBy, currency }).from(imports).where(withId(tx, id));
  return row ?? null;
}

export async function newest(tx: Tx): Promise<RecordImport[]> {
  const rows = await tx.db
    .select()
    .from(imports)
    .where(and(eq(imports.companyId, tx.company), sql`${imports.status} <> 'receiving'`))
    .orderBy(desc(imports.createdAt))
    .limit(20);
  return rows.map(toImport);
}

/** Imports of the company that are queued or running. */
export async function underWay(tx: Tx): Promise<number> {
  const [row] = await tx.db
    .select({ amount: count() })
    .from(imports)
    .where(and(eq(imports.companyId, tx.company), inArray(imports.status, ["waiting", "running"])));
  return row?.amount ?? 0;
}

/** Updates an import if it is in one of these states (and at this position, if given); returns whether it did. */
export async function update(
  tx: Tx,
  id: string,
  from: readonly RecordImport["status"][],
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

function toImport(row: ImportRow): RecordImport {
  const { companyId, createdBy, createdAt, finishedAt, currency, ...shown } = row;
  return { ...shown, createdAt: createdAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null };
}
