import { sql } from "drizzle-orm";
import { viewsOf } from "#features/records/fields/views.ts";
import { inView } from "#features/records/list/store.ts";
import { overdueViews } from "#features/records/overdue/views.ts";
import { id } from "#features/records/store.ts";
import type { Tx } from "#platform/context.ts";

/** Above this many rows of one view the count ends. */
const mostCounted = 1_000;

export type OverdueRows = { one: string; many: string; count: number; isMore?: boolean; href: string };

export async function overdueRecords(tx: Tx, today: string): Promise<OverdueRows[]> {
  const counts = overdueViews.map(({ kind, view }, at) => {
    const conditions = (viewsOf[kind].find(({ id }) => id === view)?.all ?? []).flatMap((one) =>
      inView(kind, one, today),
    );
    return sql`SELECT ${at}::int AS at, count(*)::int AS count FROM (SELECT 1 FROM ${id(kind)} r
      WHERE r.company_id = ${tx.company}::uuid AND ${sql.join(conditions, sql` AND `)} LIMIT ${mostCounted}) o`;
  });
  const { rows } = await tx.db.execute<{ at: number; count: number }>(sql.join(counts, sql` UNION ALL `));
  return overdueViews.flatMap(({ kind, view, one, many }, at) => {
    const count = rows.find((row) => row.at === at)?.count ?? 0;
    return count > 0
      ? [{ one, many, count, href: `/records/${kind}?view=${view}`, ...(count >= mostCounted && { isMore: true }) }]
      : [];
  });
}
