import { and, eq, sql } from "drizzle-orm";
import type { Remembered } from "#features/imports/planning/choices.ts";
import { importAnswers as answers } from "#features/imports/tables.ts";
import type { Tx } from "#platform/context.ts";

/** What people answered about earlier files of a source. */
export async function remembered(tx: Tx, source: string): Promise<Remembered> {
  const { question, item, answer } = answers;
  const rows = await tx.db
    .select({ question, item, answer })
    .from(answers)
    .where(and(eq(answers.companyId, tx.company), eq(answers.source, source)))
    .limit(5_000);
  return new Map(rows.map((row) => [`${row.question}\n${row.item}`, row.answer]));
}

export type Answer = { question: string; item: string; answer: string };

export async function remember(tx: Tx, source: string, given: readonly Answer[]): Promise<void> {
  if (given.length === 0) return;
  const last = new Map(given.map((one) => [`${one.question}\n${one.item}`, one]));
  await tx.db
    .insert(answers)
    .values([...last.values()].map((row) => ({ ...row, companyId: tx.company, source, answeredAt: tx.now })))
    .onConflictDoUpdate({
      target: [answers.companyId, answers.source, answers.question, answers.item],
      set: { answer: sql`excluded.answer`, answeredAt: sql`excluded.answered_at` },
    });
}
