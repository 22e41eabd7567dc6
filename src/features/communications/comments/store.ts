import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { agentsAs } from "#features/agents/store.ts";
import type { Comment } from "#features/communications/comments/contract.ts";
import { comments } from "#features/communications/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

export type NewComment = Omit<typeof comments.$inferInsert, "companyId" | "createdAt">;

export async function add(tx: Tx, row: NewComment): Promise<void> {
  await tx.db.insert(comments).values({ ...row, companyId: tx.company, createdAt: tx.now });
}

export const maxComments = 500;
const author = agentsAs("author");

/** Oldest first. */
export async function list(tx: Tx, subject: Comment["subject"], subjectId: string): Promise<Comment[]> {
  const rows = await tx.db
    .select({ row: comments, role: author.role })
    .from(comments)
    .leftJoin(author, and(eq(author.companyId, comments.companyId), eq(author.id, comments.agentId)))
    .where(inCompany(tx, comments, eq(comments.subject, subject), eq(comments.subjectId, subjectId)))
    .orderBy(asc(comments.createdAt), asc(comments.id))
    .limit(maxComments);
  return rows.map(({ row, role }) => ({
    id: row.id,
    subject: row.subject,
    subjectId: row.subjectId,
    authorName: row.authorName,
    agent: row.agentId && role ? { id: row.agentId, role } : null,
    text: row.text,
    origin: row.origin,
    runId: row.runId,
    createdAt: row.createdAt.toISOString(),
  }));
}

export async function find(tx: Tx, id: string): Promise<typeof comments.$inferSelect | null> {
  const [row] = await tx.db
    .select()
    .from(comments)
    .where(inCompany(tx, comments, eq(comments.id, id)));
  return row ?? null;
}

export function ofRun(tx: Tx, subjectId: string, runId: string): Promise<{ id: string; text: string }[]> {
  return tx.db
    .select({ id: comments.id, text: comments.text })
    .from(comments)
    .where(
      inCompany(
        tx,
        comments,
        eq(comments.subjectId, subjectId),
        eq(comments.runId, runId),
        isNotNull(comments.agentId),
      ),
    )
    .orderBy(asc(comments.createdAt), asc(comments.id));
}

export async function countComments(tx: Tx, subjectId: string): Promise<number> {
  const [row] = await tx.db
    .select({ count: sql<number>`count(*)::int` })
    .from(comments)
    .where(inCompany(tx, comments, eq(comments.subjectId, subjectId)));
  return row?.count ?? 0;
}

export function ofAuthor(tx: Tx, authorId: string): Promise<{ id: string; text: string }[]> {
  return tx.db
    .select({ id: comments.id, text: comments.text })
    .from(comments)
    .where(inCompany(tx, comments, eq(comments.authorId, authorId)));
}
