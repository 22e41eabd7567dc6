import { and, desc, eq, sql } from "drizzle-orm";
import type { Origin } from "#contract/origins.ts";
import type { Debtor, Open } from "#features/records/receivables/rows.ts";
import { invoices } from "#features/records/tables.ts";
import type { Tx } from "#platform/context.ts";

const isOpen = (tx: Tx) =>
  and(eq(invoices.companyId, tx.company), eq(invoices.direction, "receivable"), eq(invoices.status, "open"));

/** What customers owe on a day, of each currency; of one customer where one is given. */
export async function openByCurrency(tx: Tx, today: string, customerId: string | null): Promise<Open[]> {
  const late = sql`(${today}::date - ${invoices.dueOn})`;
  const within = (from: number, to: number) =>
    sql<number>`coalesce(sum(${invoices.amount}) FILTER (WHERE ${late} BETWEEN ${from}::int AND ${to}::int), 0)::float8`;
  const rows = await tx.db
    .select({
      currency: invoices.currency,
      invoices: sql<number>`count(*)::int`,
      amount: sql<number>`sum(${invoices.amount})::float8`,
      overdueInvoices: sql<number>`(count(*) FILTER (WHERE ${late} > 0))::int`,
      overdue: sql<number>`coalesce(sum(${invoices.amount}) FILTER (WHERE ${late} > 0), 0)::float8`,
      current: within(-100_000, 0),
      to30: within(1, 30),
      to60: within(31, 60),
      to90: within(61, 90),
      over90: within(91, 100_000),
      origins: sql<Origin[]>`array_agg(DISTINCT ${invoices.origin})`,
    })
    .from(invoices)
    .where(and(isOpen(tx), customerId ? eq(invoices.customerId, customerId) : undefined))
    .groupBy(invoices.currency);
  return rows.map(({ current, to30, to60, to90, over90, ...row }) => ({
    ...row,
    buckets: [current, to30, to60, to90, over90],
  }));
}

/** Who owes most that is overdue on a day, in one currency; at most ten. */
export function debtors(tx: Tx, today: string, currency: string, ownCurrency: boolean): Promise<Debtor[]> {
  const amount = sql<number>`sum(${invoices.amount})::float8`;
  const inCurrency = ownCurrency
    ? sql`coalesce(${invoices.currency}, ${currency}) = ${currency}`
    : sql`${invoices.currency} = ${currency}`;
  return tx.db
    .select({
      customerId: invoices.customerId,
      name: sql<string>`coalesce(min(${invoices.customerName}), 'a customer without a name')`,
      amount,
      invoices: sql<number>`count(*)::int`,
      oldestDueOn: sql<string>`min(${invoices.dueOn})::text`,
    })
    .from(invoices)
    .where(and(isOpen(tx), inCurrency, sql`${invoices.dueOn} < ${today}::date`))
    .groupBy(invoices.customerId, sql`coalesce(${invoices.customerId}::text, ${invoices.customerName})`)
    .orderBy(desc(amount))
    .limit(10);
}
