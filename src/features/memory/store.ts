import { and, count, desc, eq, gt, sql } from "drizzle-orm";
import type { Memory } from "#features/memory/contract.ts";
import { memories } from "#features/memory/tables.ts";
import type { Tx } from "#platform/context.ts";

export type NewMemory = Omit<typeof memories.$inferInsert, "companyId" | "createdAt">;

export async function add(tx: Tx, row: NewMemory): Promise<void> {
  await tx.db.insert(memories).values({ ...row, companyId: tx.company, createdAt: tx.now });
}

const toMemory = ({ id, contentType, importance, content, tags, createdAt }: typeof memories.$inferSelect): Memory => ({
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
    .where(and(eq(memories.companyId, tx.company), words.length > 0 ? gt(shared, 0) : undefined))
    .orderBy(...(words.length > 0 ? [desc(shared)] : []), desc(memories.createdAt), memories.id)
    .limit(most);
  return rows.map(toMemory);
}

export async function amount(tx: Tx, since?: Date): Promise<number> {
  const [row] = await tx.db
    .select({ amount: count() })
    .from(memories)
    .where(and(eq(memories.companyId, tx.company), since ? gt(memories.createdAt, since) : undefined));
  return row?.amount ?? 0;
}
