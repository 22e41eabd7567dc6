import { and, asc, desc, eq, gt, inArray, lt, notInArray, sql } from "drizzle-orm";
import type { Page } from "#contract/cursor.ts";
import type { StoredDocument, Upload } from "#features/brain/documents/contract.ts";
import { brainUploadParts as parts, brainUploads as uploads } from "#features/brain/documents/tables.ts";
import { brainDocuments as documents, memories } from "#features/brain/tables.ts";
import type { Tx } from "#platform/context.ts";
import { pageOf, placeOf } from "#platform/db/cursor.ts";
import { pick, inCompany } from "#platform/db/columns.ts";

export type UploadRow = typeof uploads.$inferSelect;

const day = 86_400_000;
/** Bytes per row of `parts`. */
const partSize = 4 * 1024 * 1024;
const underWay: Upload["status"][] = ["waiting", "running"];

const isUpload = (tx: Tx, id: string) => inCompany(tx, uploads, eq(uploads.id, id));

export function toUpload(row: UploadRow): Upload {
  const { companyId, digest, createdBy, external, createdAt, finishedAt, ...shown } = row;
  return { ...shown, createdAt: createdAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null };
}

type NewUpload = Pick<UploadRow, "fileName" | "size" | "digest" | "createdBy"> & Partial<UploadRow>;

export async function addUpload(tx: Tx, row: NewUpload, content: Buffer | null): Promise<Upload> {
  // Uploads that ended are shown for a day.
  await tx.db
    .delete(uploads)
    .where(
      inCompany(
        tx,
        uploads,
        notInArray(uploads.status, underWay),
        lt(uploads.createdAt, new Date(tx.now.getTime() - day)),
      ),
    );
  const values = {
    status: "waiting" as const,
    step: "reading" as const,
    ...row,
    companyId: tx.company,
    createdAt: tx.now,
  };
  const [added] = await tx.db
    .insert(uploads)
    .values({ ...values, id: crypto.randomUUID() })
    .returning();
  if (!added) throw new Error("The upload was not written.");
  for (let at = 0; content && at * partSize < content.length; at += 1)
    await tx.db.insert(parts).values({
      companyId: tx.company,
      uploadId: added.id,
      position: at,
      content: content.subarray(at * partSize, (at + 1) * partSize),
    });
  return toUpload(added);
}

export async function contentOf(tx: Tx, uploadId: string): Promise<Buffer> {
  const rows = await tx.db
    .select({ content: parts.content })
    .from(parts)
    .where(inCompany(tx, parts, eq(parts.uploadId, uploadId)))
    .orderBy(asc(parts.position));
  return Buffer.concat(rows.map(({ content }) => content));
}

export async function findUpload(tx: Tx, id: string): Promise<UploadRow | null> {
  const [row] = await tx.db.select().from(uploads).where(isUpload(tx, id));
  return row ?? null;
}

/** An upload of the same bytes that waits or runs. */
export async function sameUnderWay(tx: Tx, digest: string): Promise<Upload | null> {
  const [row] = await tx.db
    .select()
    .from(uploads)
    .where(inCompany(tx, uploads, eq(uploads.digest, digest), inArray(uploads.status, underWay)))
    .limit(1);
  return row ? toUpload(row) : null;
}

export const countUnderWay = (tx: Tx): Promise<number> =>
  tx.db.$count(uploads, inCompany(tx, uploads, inArray(uploads.status, underWay)));

export async function newestUploads(tx: Tx): Promise<Upload[]> {
  const rows = await tx.db
    .select()
    .from(uploads)
    .where(inCompany(tx, uploads, gt(uploads.createdAt, new Date(tx.now.getTime() - day))))
    .orderBy(desc(uploads.createdAt), desc(uploads.id))
    .limit(20);
  return rows.map(toUpload);
}

/** Changes an upload that waits or runs; null if it ended meanwhile. */
export async function changeUpload(tx: Tx, id: string, change: Partial<UploadRow>): Promise<UploadRow | null> {
  const [row] = await tx.db
    .update(uploads)
    .set(change)
    .where(and(isUpload(tx, id), inArray(uploads.status, underWay)))
    .returning();
  if (row && change.finishedAt) await tx.db.delete(parts).where(inCompany(tx, parts, eq(parts.uploadId, id)));
  return row ?? null;
}

const shown = {
  ...pick(documents, "id title"),
  kind: documents.mediaType,
  ...pick(documents, "bytes pages"),
  note: documents.problem,
  passages: sql<number>`(SELECT count(*)::int FROM ${memories} m
    WHERE m.company_id = ${documents}.company_id AND m.document_id = ${documents}.id)`,
  ...pick(documents, "createdAt source url"),
};
const toDocument = (row: Omit<StoredDocument, "createdAt"> & { createdAt: Date }): StoredDocument => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

const ready = (tx: Tx) => inCompany(tx, documents, eq(documents.status, "ready"));
const pageSize = 50;

export async function list(tx: Tx, cursor: string | undefined): Promise<Page<StoredDocument[]>> {
  const asked = { company: tx.company, list: "brain_documents" };
  const from = cursor ? placeOf(cursor, asked, ["instant", "id"]) : null;
  const rows = await tx.db
    .select({ ...shown, at: sql<string>`${documents.createdAt}::text` })
    .from(documents)
    .where(
      and(
        ready(tx),
        from ? sql`(${documents.createdAt}, ${documents.id}) < (${from[0]}::timestamptz, ${from[1]}::uuid)` : undefined,
      ),
    )
    .orderBy(desc(documents.createdAt), desc(documents.id))
    .limit(pageSize + 1);
  const page = pageOf(rows, pageSize, asked, (row) => [row.at, row.id]);
  return { ...page, rows: page.rows.map(({ at: _, ...row }) => toDocument(row)) };
}

export async function find(tx: Tx, id: string): Promise<StoredDocument | null> {
  const [row] = await tx.db
    .select(shown)
    .from(documents)
    .where(and(ready(tx), eq(documents.id, id)));
  return row ? toDocument(row) : null;
}

export async function findByDigest(
  tx: Tx,
  digest: string,
): Promise<{ id: string; title: string; note: string | null; isReady: boolean } | null> {
  const [row] = await tx.db
    .select({
      ...pick(documents, "id title"),
      note: documents.problem,
      isReady: sql<boolean>`${documents.status} = 'ready'`,
    })
    .from(documents)
    .where(inCompany(tx, documents, eq(documents.digest, digest)));
  return row ?? null;
}

type External = NonNullable<UploadRow["external"]>;
const isExternal = (tx: Tx, source: string) => inCompany(tx, documents, eq(documents.source, source));

export async function externalIds(tx: Tx, source: string): Promise<string[]> {
  const rows = await tx.db.select({ id: documents.externalId }).from(documents).where(isExternal(tx, source));
  return rows.flatMap(({ id }) => id ?? []);
}

export async function findExternal(tx: Tx, source: string, externalId: string) {
  const [row] = await tx.db
    .select(pick(documents, "id digest title url"))
    .from(documents)
    .where(and(isExternal(tx, source), eq(documents.externalId, externalId)));
  return row ?? null;
}

/** Says where a document comes from, and what it is called there. */
export async function setExternal(tx: Tx, documentId: string, { source, id, title, url }: External): Promise<void> {
  await tx.db
    .update(documents)
    .set({ source, externalId: id, title, url })
    .where(inCompany(tx, documents, eq(documents.id, documentId)));
}

/** The uploads of a service that wait or run. */
export const externalUnderWay = (tx: Tx, source: string): Promise<UploadRow[]> =>
  tx.db
    .select()
    .from(uploads)
    .where(
      inCompany(tx, uploads, inArray(uploads.status, underWay), sql`${uploads.external} ->> 'source' = ${source}`),
    );

export type NewDocument = Omit<typeof documents.$inferInsert, "companyId" | "createdAt" | "status">;

/** Adds a document whose passages follow. */
export async function add(tx: Tx, row: NewDocument): Promise<void> {
  await tx.db
    .insert(documents)
    .values({ ...row, companyId: tx.company, createdAt: tx.now, status: "processing" })
    .onConflictDoNothing();
}

export async function finish(tx: Tx, id: string): Promise<void> {
  await tx.db
    .update(documents)
    .set({ status: "ready" })
    .where(inCompany(tx, documents, eq(documents.id, id)));
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.db.delete(documents).where(inCompany(tx, documents, eq(documents.id, id)));
}

export async function passageIds(tx: Tx, documentId: string, from: number, most: number): Promise<string[]> {
  const rows = await tx.db
    .select({ id: memories.id })
    .from(memories)
    .where(inCompany(tx, memories, eq(memories.documentId, documentId), sql`${memories.position} >= ${from}`))
    .orderBy(asc(memories.position), asc(memories.id))
    .limit(most);
  return rows.map(({ id }) => id);
}

export async function positionOf(tx: Tx, documentId: string, passageId: string): Promise<number | null> {
  const [row] = await tx.db
    .select({ position: memories.position })
    .from(memories)
    .where(inCompany(tx, memories, eq(memories.documentId, documentId), eq(memories.id, passageId)));
  return row?.position ?? null;
}
