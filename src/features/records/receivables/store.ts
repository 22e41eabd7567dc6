import { lastDays } from "#contract/spans.ts";
import { and, desc, eq, gte, lte, type SQL, sql } from "drizzle-orm";
import type { Origin } from "#contract/origins.ts";
import { type Billed, type DaysToPay, type Debtor, nameless, type Open } from "#features/records/receivables/rows.ts";
import { isBilled, isDue, isInvoice, isOverdue, isOwed, isPaid, owedAmount } from "#features/records/states/store.ts";
import { invoices } from "#features/records/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

const isOpen = (tx: Tx) => inCompany(tx, invoices, eq(invoices.direction, "receivable"), isOwed);
const sum = sql<number>`sum(${owedAmount})::float8`;
const sumWhere = (condition: SQL) => sql<number>`coalesce(sum(${owedAmount}) FILTER (WHERE ${condition}), 0)::float8`;
const counts = (condition: SQL) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;
const currencyOf = (own: string) => sql<string>`coalesce(${invoices.currency}, ${own})`;

/** Open invoices on a day by currency (`own` if a row has none), optionally of one customer. */
export async function openByCurrency(tx: Tx, today: string, own: string, customerId: string | null): Promise<Open[]> {
  // What has no due day is not overdue.
  const daysOverdue = sql`coalesce(${today}::date - ${invoices.dueOn}, 0)`;
  const within = (from: number, to: number) =>
    sumWhere(sql`${isDue} AND ${daysOverdue} BETWEEN ${from}::int AND ${to}::int`);
  const rows = await tx.db
    .select({
      currency: currencyOf(own),
      invoices: counts(isDue),
      amount: sum,
      credits: sumWhere(sql`${owedAmount} < 0`),
      creditNotes: counts(sql`${owedAmount} < 0`),
      overdueInvoices: counts(isOverdue(today)),
      overdue: sumWhere(isOverdue(today)),
      disputed: sumWhere(sql`${invoices.status} = 'disputed'`),
      current: within(-100_000, 0),
      to30: within(1, 30),
      to60: within(31, 60),
      to90: within(61, 90),
      over90: within(91, 100_000),
      origins: sql<Origin[]>`array_agg(DISTINCT ${invoices.origin})`,
    })
    .from(invoices)
    .where(and(isOpen(tx), customerId ? eq(invoices.customerId, customerId) : undefined))
    .groupBy(sql`1`);
  return rows.map(({ current, to30, to60, to90, over90, ...row }) => ({
    ...row,
    buckets: [current, to30, to60, to90, over90],
  }));
}

/**
 * Debtors in one currency: the ten most overdue on a day, then the largest debtor if it is not one of them.
 */
export async function debtors(tx: Tx, today: string, own: string): Promise<Debtor[]> {
  const mostOverdue = await debtorsBy(tx, today, own, { first: "overdue", most: 10 });
  const [biggest] = await debtorsBy(tx, today, own, { first: "amount", most: 1 });
  const isListed =
    !biggest || mostOverdue.some(({ customerId, name }) => customerId === biggest.customerId && name === biggest.name);
  return isListed ? mostOverdue : [...mostOverdue, biggest];
}

function debtorsBy(
  tx: Tx,
  today: string,
  own: string,
  { first, most }: { first: "overdue" | "amount"; most: number },
): Promise<Debtor[]> {
  const overdue = sumWhere(isOverdue(today));
  return (
    tx.db
      .select({
        customerId: invoices.customerId,
        name: sql<string>`coalesce(min(${invoices.customerName}), ${nameless})`,
        amount: sum,
        invoices: counts(isDue),
        overdue,
        oldestDueOn: sql<string | null>`(min(${invoices.dueOn}) FILTER (WHERE ${isOverdue(today)}))::text`,
      })
      .from(invoices)
      .where(and(isOpen(tx), sql`${currencyOf(own)} = ${own}`))
      .groupBy(invoices.customerId, sql`coalesce(${invoices.customerId}::text, ${invoices.customerName})`)
      // Who has but credit notes owes nothing.
      .having(sql`${counts(isDue)} > 0`)
      .orderBy(...(first === "overdue" ? [desc(overdue), desc(sum)] : [desc(sum), desc(overdue)]))
      .limit(most)
  );
}

/** Billed to customers in one currency in the days up to a day, less credit notes. */
export async function billed(tx: Tx, today: string, own: string, days: number): Promise<Billed> {
  const [row] = await tx.db
    .select({
      invoices: counts(isInvoice),
      amount: sql<number>`coalesce(sum(${invoices.amount}), 0)::float8`,
    })
    .from(invoices)
    .where(
      inCompany(
        tx,
        invoices,
        eq(invoices.direction, "receivable"),
        gte(invoices.issuedOn, lastDays(days, today).from),
        lte(invoices.issuedOn, today),
        isBilled,
        sql`${currencyOf(own)} = ${own}`,
      ),
    );
  return row ?? { invoices: 0, amount: 0 };
}

/** How long invoices paid in the last days took, optionally of one customer. */
export async function daysToPay(tx: Tx, today: string, days: number, customerId: string | null): Promise<DaysToPay> {
  const [row] = await tx.db
    .select({
      invoices: sql<number>`count(*)::int`,
      days: sql<number | null>`avg(${invoices.paidOn} - ${invoices.issuedOn})::float8`,
    })
    .from(invoices)
    .where(
      inCompany(
        tx,
        invoices,
        eq(invoices.direction, "receivable"),
        isPaid,
        isInvoice,
        customerId ? eq(invoices.customerId, customerId) : undefined,
        gte(invoices.paidOn, lastDays(days, today).from),
        lte(invoices.paidOn, today),
      ),
    );
  return row ?? { invoices: 0, days: null };
}
