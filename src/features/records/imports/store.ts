import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  lt,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import {
  importChanges as changes,
  importParts as parts,
  importRefusals as refusals,
  imports,
  type ImportStatus,
} from "#features/records/imports/tables.ts";
import type { RecordKind } from "#features/records/contract.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export type ImportRow = typeof imports.$inferSelect;
export type { ImportStatus } from "#features/records/imports/tables.ts";

const withId = (tx: Tx, id: string) => inCompany(tx, imports, eq(imports.id, id));
const partsOf = (tx: Tx, id: string) => inCompany(tx, parts, eq(parts.importId, id));

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

/**
 * Deletes a person's unstarted files of one entrance except the newest `keep`, and those made for other sheets of workbooks
 * except the newest `keepSheets`; anyone's after a day.
 */
export async function deleteUnstarted(
  tx: Tx,
  userId: string,
  { entrance, keep, keepSheets = 0 }: { entrance: ImportRow["entrance"]; keep: number; keepSheets?: number },
): Promise<void> {
  const open = inCompany(tx, imports, inArray(imports.status, [...unstarted]));
  const theirs = and(open, eq(imports.createdBy, userId), eq(imports.entrance, entrance));
  const isSheet = sql`${imports.choices} ? 'isSheet'`;
  const beyond = (which: SQL | undefined, most: number) => {
    const newest = tx.db.select({ id: imports.id }).from(imports).where(which);
    return and(which, notInArray(imports.id, newest.orderBy(desc(imports.createdAt)).limit(most)));
  };
  const gone = await tx.db
    .delete(imports)
    .where(
      or(
        beyond(and(theirs, not(isSheet)), keep),
        beyond(and(theirs, isSheet), keepSheets),
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

/** Another import of the same bytes. */
export async function addCopy(
  tx: Tx,
  { id, size, entrance, createdBy }: ImportRow,
  change: Pick<ImportRow, "fileName" | "choices" | "status">,
): Promise<ImportRow> {
  const added = await add(tx, { size, entrance, createdBy, target: null, ...change });
  await tx.db.execute(sql`
    INSERT INTO ${parts} (company_id, import_id, position, content)
    SELECT company_id, ${added.id}::uuid, position, content FROM ${parts}
    WHERE company_id = ${tx.company}::uuid AND import_id = ${id}::uuid`);
  return added;
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

const {
  profile: _profile,
  facts: _facts,
  preview: _preview,
  plan: _plan,
  choices: _choices,
  ...light
} = getTableColumns(imports);
export type LightRow = Omit<ImportRow, "profile" | "facts" | "preview" | "plan" | "choices"> & { isReady: boolean };

/** Whether a file can be started as it stands: what it holds is known, and no question about it is open. */
const isReady = sql<boolean>`coalesce(${imports.status} = 'looked' AND ${imports.preview} ->> 'missing' IS NULL
  AND ${imports.preview} ->> 'target' IS NOT NULL
  AND NOT jsonb_path_exists(${imports.preview}, '$.questions[*].items[*] ? (@.answer == null)'), false)`;

/** The last 100 imports without what was found in them, newest first. */
export async function newest(tx: Tx): Promise<LightRow[]> {
  return tx.db
    .select({ ...light, isReady })
    .from(imports)
    .where(inCompany(tx, imports))
    .orderBy(desc(imports.createdAt))
    .limit(100);
}

export async function othersRunning(tx: Tx, id: string): Promise<number> {
  const [row] = await tx.db
    .select({ amount: count() })
    .from(imports)
    .where(inCompany(tx, imports, eq(imports.status, "running"), ne(imports.id, id)));
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
): Promise<boolean> {
  const same = sql`${imports.choices} = ${JSON.stringify(choices)}::jsonb`;
  const rows = await tx.db
    .update(imports)
    .set(change)
    .where(and(withId(tx, id), eq(imports.status, "looking"), same))
    .returning({ id: imports.id });
  return rows.length > 0;
}

export async function addRefusals(tx: Tx, importId: string, position: number, lines: string): Promise<void> {
  await tx.db.insert(refusals).values({ companyId: tx.company, importId, position, lines });
}

/** The refused lines, in the order of the file. */
export async function refusalsOf(tx: Tx, importId: string): Promise<string> {
  const rows = await tx.db
    .select({ lines: refusals.lines })
    .from(refusals)
    .where(inCompany(tx, refusals, eq(refusals.importId, importId)))
    .orderBy(asc(refusals.position));
  return rows.map(({ lines }) => lines).join("");
}

const changesOf = (tx: Tx, importId: string) => inCompany(tx, changes, eq(changes.importId, importId));

export type Change = Pick<typeof changes.$inferSelect, "kind" | "key" | "before">;

/** Keeps rows as they were; what an earlier batch of the import kept stays. */
export async function addChanges(tx: Tx, importId: string, rows: readonly Change[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.db
    .insert(changes)
    .values(rows.map((row) => ({ ...row, companyId: tx.company, importId })))
    .onConflictDoNothing();
}

/** The next kept rows of a kind, which are then kept no longer. */
export async function takeChanges(tx: Tx, importId: string, kind: string, most: number): Promise<Change[]> {
  const { key, before } = changes;
  const ofKind = and(changesOf(tx, importId), eq(changes.kind, kind));
  const next = tx.db.select({ key }).from(changes).where(ofKind).limit(most);
  return tx.db
    .delete(changes)
    .where(and(ofKind, inArray(key, next)))
    .returning({ kind: changes.kind, key, before });
}

type Written = { importId: string; kind: RecordKind; startedAt: Date };
const tableNamed = (kind: RecordKind) => sql.raw(`"${toSnakeCase(kind)}"`);

/**
 * Keeps the rows of these external ids as they are before an import changes them; returns a function that forgets
 * those it did not change.
 */
export async function keepBefore(
  tx: Tx,
  kind: RecordKind,
  { importId, source, ids }: { importId: string; source: string; ids: readonly string[] },
): Promise<() => Promise<void>> {
  const { rows } = await tx.db.execute<{ key: string }>(sql`
    INSERT INTO import_changes (company_id, import_id, kind, key, before)
    SELECT t.company_id, ${importId}::uuid, ${kind}, t.id::text, to_jsonb(t) FROM ${tableNamed(kind)} t
    WHERE t.company_id = ${tx.company}::uuid AND t.source = ${source} AND t.import_id IS DISTINCT FROM ${importId}::uuid
      AND t.external_id = ANY(${sql.param([...ids])}::text[])
    ON CONFLICT DO NOTHING RETURNING key`);
  const keys = rows.map(({ key }) => key);
  return async () => {
    if (keys.length === 0) return;
    await tx.db.execute(sql`
      DELETE FROM import_changes c USING ${tableNamed(kind)} t
      WHERE c.company_id = ${tx.company}::uuid AND c.import_id = ${importId}::uuid AND c.kind = ${kind}
        AND c.key = ANY(${sql.param(keys)}::text[]) AND t.company_id = c.company_id AND t.id::text = c.key
        AND to_jsonb(t) = c.before`);
  };
}

/** The next rows an import added that nobody changed since. */
export async function addedRows(tx: Tx, { importId, kind, startedAt }: Written, most: number): Promise<string[]> {
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    SELECT id FROM ${tableNamed(kind)} WHERE company_id = ${tx.company}::uuid AND import_id = ${importId}::uuid
      AND updated_at <= ${startedAt.toISOString()}::timestamptz LIMIT ${most}`);
  return rows.map(({ id }) => id);
}

export async function deleteRows(tx: Tx, kind: RecordKind, ids: readonly string[]): Promise<void> {
  await tx.db.execute(sql`
    DELETE FROM ${tableNamed(kind)} WHERE company_id = ${tx.company}::uuid AND id = ANY(${`{${ids.join(",")}}`}::uuid[])`);
}

/** Puts rows back as they were, except those changed since; returns the ids of those that are back. */
export async function putBack(
  tx: Tx,
  { kind, startedAt }: Written,
  columns: readonly string[],
  before: readonly object[],
): Promise<string[]> {
  const set = sql.raw(columns.map((name) => `"${name}" = w."${name}"`).join(", "));
  const { rows } = await tx.db.execute<{ id: string }>(sql`
    UPDATE ${tableNamed(kind)} t SET ${set}
    FROM jsonb_populate_recordset(NULL::${tableNamed(kind)}, ${JSON.stringify(before)}::jsonb) AS w
    WHERE t.company_id = ${tx.company}::uuid AND t.id = w.id AND t.updated_at <= ${startedAt.toISOString()}::timestamptz
    RETURNING t.id`);
  return rows.map(({ id }) => id);
}

/** Forgets what imports that can no longer be undone kept. */
export async function forgetChanges(tx: Tx, importId: string): Promise<void> {
  await tx.db.delete(changes).where(changesOf(tx, importId));
}

/** Whether files are being imported or put back. */
export async function isImporting(tx: Tx): Promise<boolean> {
  const busy = inArray(imports.status, ["waiting", "running", "undoing"]);
  const rows = await tx.db
    .select({ id: imports.id })
    .from(imports)
    .where(inCompany(tx, imports, busy))
    .limit(1);
  return rows.length > 0;
}
