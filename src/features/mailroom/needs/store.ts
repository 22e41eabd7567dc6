import { desc, eq, inArray, ne, or, sql } from "drizzle-orm";
import { waitingStates } from "#features/mailroom/contract.ts";
import { restDays } from "#features/mailroom/beginning/store.ts";
import { letters } from "#features/mailroom/tables.ts";
import type { Tx } from "#platform/context.ts";
import { pick, inCompany } from "#platform/db/columns.ts";

const mostLines = 20;

/** Letters that wait for a person and for no decision, the newest first. */
export const waiting = (tx: Tx) =>
  tx.db
    .select({
      ...pick(letters, "id state at sender senderName subject role why reason begun"),
      hasDraft: sql<boolean>`${letters.draft} IS NOT NULL`,
    })
    .from(letters)
    .where(
      inCompany(
        tx,
        letters,
        inArray(letters.state, [...waitingStates]),
        or(sql`${letters.decisionId} IS NULL`, ne(letters.state, "needs_human")),
      ),
    )
    .orderBy(desc(letters.at))
    .limit(mostLines);

/** Who got a letter that an executive began, or for whom one waits, in the days in which nobody gets a second one. */
export async function begunLately(tx: Tx): Promise<Set<string>> {
  const since = new Date(tx.now.getTime() - restDays * 86_400_000).toISOString();
  const { rows } = await tx.db.execute<{ to: string }>(sql`
    SELECT DISTINCT (${letters.begun} ->> 'kind') || ' ' || ${letters.sender} AS to FROM ${letters}
    WHERE ${letters.companyId} = ${tx.company}::uuid AND ${letters.begun} IS NOT NULL
      AND ${inArray(letters.state, [...waitingStates, "held", "sent"])}
      AND coalesce(${letters.sentAt}, ${letters.at}) >= ${since}::timestamptz`);
  return new Set(rows.map(({ to }) => to));
}

/** How many letters left since a moment, by the executive who wrote them. */
export async function sentSince(tx: Tx, since: Date) {
  return tx.db
    .select({ role: letters.role, count: sql<number>`count(*)::int` })
    .from(letters)
    .where(
      inCompany(tx, letters, eq(letters.state, "sent"), sql`${letters.sentAt} >= ${since.toISOString()}::timestamptz`),
    )
    .groupBy(letters.role);
}
