import { createHash } from "node:crypto";
import { and, desc, eq, gte, sql } from "drizzle-orm";
import { agentsAs } from "#features/agents/store.ts";
import { questions, routings } from "#features/conversations/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

type QuestionRow = typeof questions.$inferSelect;
const executive = agentsAs("executive");

export async function add(tx: Tx, row: Omit<QuestionRow, "companyId" | "askedAt">): Promise<void> {
  await tx.db.insert(questions).values({ ...row, companyId: tx.company, askedAt: tx.now });
}

/** The latest questions whose executive still exists, newest first; only one if a task is given. */
export async function list(tx: Tx, amount: number, taskId?: string) {
  return tx.db
    .select({ row: questions, agent: { id: executive.id, name: executive.name, role: executive.role } })
    .from(questions)
    .innerJoin(executive, and(eq(executive.companyId, questions.companyId), eq(executive.id, questions.agentId)))
    .where(inCompany(tx, questions, taskId ? eq(questions.taskId, taskId) : undefined))
    .orderBy(desc(questions.askedAt), desc(questions.taskId))
    .limit(amount);
}

/** A person's last question since a moment; null if there is none. */
export async function lastOf(tx: Tx, personId: string, since: Date): Promise<QuestionRow | null> {
  const own = inCompany(tx, questions, eq(questions.personId, personId), gte(questions.askedAt, since));
  const [row] = await tx.db.select().from(questions).where(own).orderBy(desc(questions.askedAt)).limit(1);
  return row ?? null;
}

/** A person's last questions, newest first. */
export const lastOnes = (tx: Tx, personId: string, amount: number): Promise<QuestionRow[]> =>
  tx.db
    .select()
    .from(questions)
    .where(inCompany(tx, questions, eq(questions.personId, personId)))
    .orderBy(desc(questions.askedAt))
    .limit(amount);

/** What a person typed is not kept: only whether the same words come again counts. */
const digestOf = ({ company }: Tx, words: string): string =>
  createHash("sha256").update(`${company} ${words}`).digest("base64url");

/** How the same significant words were understood before. */
export async function meanings(tx: Tx, words: string): Promise<Set<string>> {
  const rows = await tx.db
    .select({ meaning: routings.meaning })
    .from(routings)
    .where(inCompany(tx, routings, eq(routings.words, digestOf(tx, words))));
  return new Set(rows.map((row) => row.meaning));
}

/** Counts one more question with these words that was understood this way. */
export async function remember(tx: Tx, words: string, meaning: string): Promise<void> {
  await tx.db
    .insert(routings)
    .values({ companyId: tx.company, words: digestOf(tx, words), meaning, times: 1 })
    .onConflictDoUpdate({
      target: [routings.companyId, routings.words, routings.meaning],
      set: { times: sql`${routings.times} + 1` },
    });
}
