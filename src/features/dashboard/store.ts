import { and, eq, gte, sql } from "drizzle-orm";
import { dashboardDays, dashboardPages, dashboardTotals } from "#features/dashboard/tables.ts";
import type { Tx } from "#platform/context.ts";
import { company, prepared } from "#platform/db/prepared.ts";
import { version as program } from "#platform/version.ts";
import { pick } from "#platform/db/columns.ts";

export type Day = { day: string; proposed: number; settled: number; due: number; onTime: number };

const daysSince = prepared<Day, { since: string }>((db) =>
  db
    .select(pick(dashboardDays, "day proposed settled due onTime"))
    .from(dashboardDays)
    .where(and(eq(dashboardDays.companyId, company), gte(dashboardDays.day, sql.placeholder("since")))),
);
const allTotals = prepared<{ waiting: number; settled: number }>((db) =>
  db
    .select({ waiting: dashboardTotals.waiting, settled: dashboardTotals.settled })
    .from(dashboardTotals)
    .where(eq(dashboardTotals.companyId, company)),
);

/** Counts per day since a day; days without events are omitted. */
export const days = (tx: Tx, since: string): Promise<Day[]> => daysSince(tx, { since });

/** Pending decisions except tests, and all decisions ever settled by people, including tests. */
export async function totals(tx: Tx): Promise<{ waiting: number; settled: number }> {
  const [row] = await allTotals(tx, {});
  return row ?? { waiting: 0, settled: 0 };
}

/** Caches the page until a row of the company changes or its day ends. */
export async function keepPage(tx: Tx, page: { version: string; day: string; gzip: Buffer }): Promise<void> {
  const row = { ...page, program };
  await tx.db
    .insert(dashboardPages)
    .values({ ...row, companyId: tx.company })
    .onConflictDoUpdate({ target: dashboardPages.companyId, set: row });
}
