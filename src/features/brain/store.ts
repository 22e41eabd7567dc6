import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  getTableColumns,
  isNull,
  lt,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { includesRole } from "#contract/roles.ts";
import type { Page } from "#contract/cursor.ts";
import type { Mark, Memory, MemoryType, Passage } from "#features/brain/contract.ts";
import { brainDocuments, brainState, memories } from "#features/brain/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";
import { pageOf, placeOf } from "#platform/db/cursor.ts";

type Row = typeof memories.$inferSelect;
export type NewMemory = Omit<typeof memories.$inferInsert, "companyId" | "createdAt" | "search" | "version"> & {
  /** The text it is found by. */
  searched: string;
};

const ofCompany = (tx: Tx) => inCompany(tx, memories);

/** What people wrote to each other; members and above read it. Viewers read agents' answers, so agents don't. */
const forMembers = ["email", "slack"];
const shown = (tx: Tx) =>
  tx.actor.kind === "user" && includesRole(tx.actor.role, "member")
    ? ofCompany(tx)
    : and(ofCompany(tx), notInArray(memories.sourceType, forMembers));

/** Transactions that changed passages: what they read may still be rolled back. */
const changing = new WeakSet<object>();
export const isChanging = (tx: Tx): boolean => changing.has(tx.db);

/** Increments the company's version; the passages changed in this transaction are stored with it. */
export async function raiseVersion(tx: Tx, isDeletion = false): Promise<number> {
  changing.add(tx.db);
  const next = sql`${brainState.version} + 1`;
  const [row] = await tx.db
    .insert(brainState)
    .values({ companyId: tx.company, version: 1, deletedAt: isDeletion ? 1 : 0 })
    .onConflictDoUpdate({
      target: brainState.companyId,
      set: { version: next, ...(isDeletion && { deletedAt: next }) },
    })
    .returning({ version: brainState.version });
  return row?.version ?? 1;
}

const vectorOf = (language: SQL | string, content: SQL | string): SQL =>
  sql`to_tsvector(${language}::regconfig, ${content})`;

/** Rows per INSERT statement. */
const batchSize = 100;

export async function add(tx: Tx, rows: readonly NewMemory[], version: number): Promise<void> {
  for (let at = 0; at < rows.length; at += batchSize)
    await tx.db.insert(memories).values(
      rows.slice(at, at + batchSize).map(({ searched, ...row }) => ({
        ...row,
        companyId: tx.company,
        createdAt: tx.now,
        version,
        search: vectorOf(row.language ?? "english", searched),
      })) as never,
    );
}

/** Replaces a passage's text and place; its vector, mark and doubt belonged to the former text. */
export async function replace(
  tx: Tx,
  id: string,
  { searched, ...row }: Omit<NewMemory, "id">,
  version: number,
): Promise<void> {
  await tx.db
    .update(memories)
    .set({
      ...row,
      search: vectorOf(row.language ?? "english", searched) as never,
      version,
      embedding: null,
      code: null,
      embedder: null,
      doubtedAt: null,
      mark: null,
      markedBy: null,
      markedAt: null,
      markReason: null,
    })
    .where(and(ofCompany(tx), eq(memories.id, id)));
}

type KnownRow = Pick<Row, "id" | "key" | "content" | "position" | "happenedAt">;
/** The passages of a source that have one of these keys. */
export async function ofKeys(tx: Tx, sourceType: string, keys: readonly string[]): Promise<KnownRow[]> {
  const { id, key, content, position, happenedAt } = memories;
  const found: KnownRow[] = [];
  for (let at = 0; at < keys.length; at += 1_000)
    found.push(
      ...(await tx.db
        .select({ id, key, content, position, happenedAt })
        .from(memories)
        .where(
          and(
            ofCompany(tx),
            eq(memories.sourceType, sourceType),
            inArray(memories.key, keys.slice(at, at + 1_000) as string[]),
          ),
        )),
    );
  return found;
}

/** The next free position of each stream that has passages. */
export async function nextPositions(tx: Tx, streams: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.db
    .select({ stream: memories.stream, next: sql<number>`max(${memories.position}) + 1` })
    .from(memories)
    .where(and(ofCompany(tx), inArray(memories.stream, [...streams])))
    .groupBy(memories.stream);
  return new Map(rows.map(({ stream, next }) => [stream, next]));
}

const toMemory = ({ id, contentType, importance, content, tags, createdAt }: PassageRow): Memory => ({
  id,
  contentType,
  importance,
  content,
  tags,
  createdAt: createdAt.toISOString(),
});

/** The memories that share most words with a text, the newest of equals first; without words, the newest. */
export async function find(tx: Tx, words: readonly string[], most: number): Promise<Memory[]> {
  const all = sql.param([...words]);
  const shared = sql<number>`(SELECT count(*) FROM unnest(${all}::text[]) AS w
    WHERE lower(${memories.content}) LIKE '%' || w || '%' OR w = ANY (${memories.tags}))`;
  const rows = await tx.db
    .select()
    .from(memories)
    .where(and(shown(tx), words.length > 0 ? gt(shared, 0) : undefined))
    .orderBy(...(words.length > 0 ? [desc(shared)] : []), desc(memories.createdAt), memories.id)
    .limit(most);
  return rows.map(toMemory);
}

export async function amount(tx: Tx, since?: Date): Promise<number> {
  const [row] = await tx.db
    .select({ amount: count() })
    .from(memories)
    .where(and(ofCompany(tx), since ? gt(memories.createdAt, since) : undefined));
  return row?.amount ?? 0;
}

/** The page that shows where a passage comes from. */
const hrefOf = ({ sourceType, sourceId, documentId, id }: PassageRow): string | null => {
  if (documentId) return `/brain-dashboard?document=${documentId}&passage=${id}`;
  if (!sourceId) return `/brain-dashboard?passage=${id}`;
  if (sourceType === "decision") return `/decisions/${sourceId}`;
  if (sourceType === "task") return `/?task=${sourceId}`;
  if (sourceType === "email") return `/mail?letter=${sourceId}`;
  if (sourceType === "run") return `/runs/${sourceId}`;
  return `/brain-dashboard?passage=${id}`;
};

const titles: Readonly<Record<string, string>> = {
  communication: "Message",
  comment: "Comment",
  decision: "Decision",
  task: "Task",
  run: "Run",
  person: "Note",
  plan: "Plan",
  email: "Email",
  slack: "Slack message",
};

const toPassage = (row: PassageRow, title: string | null): Passage => ({
  ...toMemory(row),
  sourceType: row.sourceType,
  sourceId: row.sourceId,
  href: hrefOf(row),
  origin: row.origin,
  place: {
    documentId: row.documentId,
    title: title ?? titles[row.sourceType] ?? row.sourceType,
    position: row.position,
    headingPath: row.headingPath,
    page: row.page,
    startOffset: row.startOffset,
    endOffset: row.endOffset,
  },
  happenedAt: row.happenedAt.toISOString(),
  mark: row.mark,
  isDoubtful: row.doubtedAt !== null,
  embedder: row.embedder,
});

const { embedding: _embedding, code: _code, search: _search, ...columns } = getTableColumns(memories);
const passages = (tx: Tx) =>
  tx.db
    .select({ row: columns, title: brainDocuments.title, at: sql<string>`${memories.createdAt}::text` })
    .from(memories)
    .leftJoin(
      brainDocuments,
      and(eq(brainDocuments.companyId, memories.companyId), eq(brainDocuments.id, memories.documentId)),
    );
type PassageRow = Omit<Row, "embedding" | "code" | "search">;
const toPassages = (found: readonly { row: PassageRow; title: string | null }[]): Passage[] =>
  found.map(({ row, title }) => toPassage(row, title));

/** These passages, in the order of their ids. */
export async function byIds(tx: Tx, ids: readonly string[]): Promise<Passage[]> {
  if (ids.length === 0) return [];
  const found = toPassages(await passages(tx).where(and(shown(tx), inArray(memories.id, [...ids]))));
  const byId = new Map(found.map((one) => [one.id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export type PassageFilter = {
  contentType?: MemoryType | undefined;
  documentId?: string | undefined;
  marked?: Mark | undefined;
  cursor?: string | undefined;
};
const pageSize = 50;

/** Newest first; passages of one document in reading order. */
export async function list(tx: Tx, { cursor, ...filter }: PassageFilter): Promise<Page<Passage[]>> {
  const asked = { company: tx.company, list: "memories", ...filter };
  const { contentType, documentId, marked } = filter;
  const isDocument = documentId !== undefined;
  const from = cursor ? placeOf(cursor, asked, [isDocument ? "int" : "instant", "id"]) : null;
  const after =
    from === null
      ? undefined
      : isDocument
        ? sql`(${memories.position}, ${memories.id}) > (${from[0]}::int, ${from[1]}::uuid)`
        : sql`(${memories.createdAt}, ${memories.id}) < (${from[0]}::timestamptz, ${from[1]}::uuid)`;
  const rows = await passages(tx)
    .where(
      and(
        shown(tx),
        contentType ? eq(memories.contentType, contentType) : undefined,
        documentId ? eq(memories.documentId, documentId) : undefined,
        marked ? eq(memories.mark, marked) : undefined,
        after,
      ),
    )
    .orderBy(
      ...(isDocument ? [asc(memories.position), asc(memories.id)] : [desc(memories.createdAt), desc(memories.id)]),
    )
    .limit(pageSize + 1);
  const page = pageOf(rows, pageSize, asked, ({ row, at }) => [isDocument ? String(row.position) : at, row.id]);
  return { ...page, rows: toPassages(page.rows) };
}

export async function neighbours(tx: Tx, id: string): Promise<{ before: Passage | null; after: Passage | null }> {
  const [own] = await tx.db
    .select({ stream: memories.stream, position: memories.position })
    .from(memories)
    .where(and(ofCompany(tx), eq(memories.id, id)));
  if (!own || own.stream === "") return { before: null, after: null };
  const inStream = and(shown(tx), eq(memories.stream, own.stream));
  const [before] = toPassages(
    await passages(tx)
      .where(and(inStream, lt(memories.position, own.position)))
      .orderBy(desc(memories.position))
      .limit(1),
  );
  const [after] = toPassages(
    await passages(tx)
      .where(and(inStream, gt(memories.position, own.position)))
      .orderBy(asc(memories.position))
      .limit(1),
  );
  return { before: before ?? null, after: after ?? null };
}

export async function setMark(
  tx: Tx,
  id: string,
  given: { mark: Mark | null; by: string; reason: string | null },
  version: number,
): Promise<boolean> {
  const rows = await tx.db
    .update(memories)
    .set({
      mark: given.mark,
      markedBy: given.mark ? given.by : null,
      markedAt: given.mark ? tx.now : null,
      markReason: given.mark ? given.reason : null,
      version,
    })
    .where(and(ofCompany(tx), eq(memories.id, id)))
    .returning({ id: memories.id });
  return rows.length > 0;
}

/**
 * Marks what was derived from these passages as doubtful, or clears that where none of its sources is marked or gone;
 * returns how many.
 */
export async function setDoubt(tx: Tx, ids: readonly string[], isDoubtful: boolean, version: number): Promise<number> {
  if (ids.length === 0) return 0;
  const given = sql.param([...ids]);
  const rows = await tx.db
    .update(memories)
    .set({ doubtedAt: isDoubtful ? tx.now : null, version })
    .where(
      and(
        ofCompany(tx),
        sql`${memories.derivedFrom} && ${given}::uuid[]`,
        isDoubtful
          ? undefined
          : sql`NOT EXISTS (SELECT FROM unnest(${memories.derivedFrom}) AS origin (id)
              LEFT JOIN memories AS m ON m.company_id = ${memories.companyId} AND m.id = origin.id
              WHERE m.id IS NULL OR m.mark IS NOT NULL)`,
      ),
    )
    .returning({ id: memories.id });
  return rows.length;
}

export async function remove(tx: Tx, ids: readonly string[]): Promise<number> {
  const rows = await tx.db
    .delete(memories)
    .where(and(ofCompany(tx), inArray(memories.id, [...ids])))
    .returning({ id: memories.id });
  return rows.length;
}

export async function ofDocument(tx: Tx, documentId: string): Promise<string[]> {
  const rows = await tx.db
    .select({ id: memories.id })
    .from(memories)
    .where(and(ofCompany(tx), eq(memories.documentId, documentId)));
  return rows.map(({ id }) => id);
}

export async function idsOfSource(tx: Tx, sourceType: string): Promise<string[]> {
  const rows = await tx.db
    .select({ id: memories.id })
    .from(memories)
    .where(and(ofCompany(tx), eq(memories.sourceType, sourceType)));
  return rows.map(({ id }) => id);
}

/** How many passages have no vector of this embedder. */
export async function waiting(tx: Tx, embedder: string): Promise<number> {
  const [row] = await tx.db
    .select({ amount: count() })
    .from(memories)
    .where(and(ofCompany(tx), or(isNull(memories.embedder), sql`${memories.embedder} <> ${embedder}`)));
  return row?.amount ?? 0;
}

export async function documents(tx: Tx): Promise<number> {
  const [row] = await tx.db.select({ amount: count() }).from(brainDocuments).where(inCompany(tx, brainDocuments));
  return row?.amount ?? 0;
}
