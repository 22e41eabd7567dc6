import { asc, eq } from "drizzle-orm";
import type { Promised } from "#features/mailroom/promising/contract.ts";
import { mailPromises } from "#features/mailroom/promising/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

const of = (tx: Tx, letterId: string) => inCompany(tx, mailPromises, eq(mailPromises.letterId, letterId));

export const ofLetter = (tx: Tx, letterId: string): Promise<Promised[]> =>
  tx.db
    .select({ taskId: mailPromises.taskId, words: mailPromises.words, dueOn: mailPromises.dueOn })
    .from(mailPromises)
    .where(of(tx, letterId))
    .orderBy(asc(mailPromises.dueOn), asc(mailPromises.taskId));

export async function add(tx: Tx, letterId: string, rows: readonly Promised[]): Promise<void> {
  await tx.db.insert(mailPromises).values(rows.map((row) => ({ ...row, letterId, companyId: tx.company })));
}
