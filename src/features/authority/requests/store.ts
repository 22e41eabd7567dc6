import { and, asc, count, eq, gt, gte, min, or, sql } from "drizzle-orm";
import { authorizations } from "#features/authority/requests/tables.ts";
import { exposures } from "#features/authority/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inserting } from "#platform/db/inserting.ts";
import { pick, inCompany } from "#platform/db/columns.ts";

type Row = typeof authorizations.$inferSelect;

export const add = (tx: Tx, row: Omit<Row, "companyId" | "id" | "createdAt">): Promise<void> =>
  insert(tx, [{ ...row, id: crypto.randomUUID(), createdAt: tx.now }]);
const insert = inserting(authorizations);

/** First requests only: no tests, and no second checks before effects. */
const isCounted = (tx: Tx, from: Date) =>
  inCompany(
    tx,
    authorizations,
    gte(authorizations.createdAt, from),
    eq(authorizations.occasion, "asked"),
    eq(authorizations.isTest, false),
  );

export type PastRow = Pick<
  Row,
  "id" | "agentId" | "role" | "decisionId" | "decisionType" | "inputs" | "answer" | "createdAt"
> & { counterparty: string | null; purpose: string | null; releasedAt: Date | null };

/** Questions asked since a moment, oldest first, after `last`; with when their amount was released. */
export async function asked(
  tx: Tx,
  from: Date,
  last: Pick<Row, "createdAt" | "id"> | null,
  size: number,
): Promise<PastRow[]> {
  const { createdAt, id } = authorizations;
  return tx.db
    .select({
      id,
      ...pick(authorizations, "agentId role decisionId decisionType inputs answer"),
      createdAt,
      ...pick(exposures, "counterparty purpose"),
      releasedAt: sql<Date | null>`CASE WHEN ${exposures.state} = 'released' THEN ${exposures.closedAt} END`.mapWith(
        exposures.closedAt,
      ),
    })
    .from(authorizations)
    .leftJoin(
      exposures,
      and(eq(exposures.companyId, authorizations.companyId), eq(exposures.decisionId, authorizations.decisionId)),
    )
    .where(
      and(
        isCounted(tx, from),
        last ? or(gt(createdAt, last.createdAt), and(eq(createdAt, last.createdAt), gt(id, last.id))) : undefined,
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(size);
}

/** How many there are, and since when they are recorded. */
export async function extent(tx: Tx, from: Date): Promise<{ count: number; since: Date | null }> {
  const [[found], [first]] = await Promise.all([
    tx.db.select({ count: count() }).from(authorizations).where(isCounted(tx, from)),
    tx.db
      .select({ at: min(authorizations.createdAt) })
      .from(authorizations)
      .where(inCompany(tx, authorizations)),
  ]);
  return { count: found?.count ?? 0, since: first?.at ?? null };
}
