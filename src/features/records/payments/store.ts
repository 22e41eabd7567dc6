import { and, between, desc, eq, isNotNull, lte, or, sql } from "drizzle-orm";
import type { Origin } from "#contract/origins.ts";
import type { Payer, Payment, Received } from "#features/records/payments/rows.ts";
import { nameless } from "#features/records/receivables/rows.ts";
import { isBilled, isInvoice, isPaid } from "#features/records/states/store.ts";
import { invoices } from "#features/records/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

type Days = { from: string; to: string };

const currencyOf = (own: string) => sql<string>`coalesce(${invoices.currency}, ${own})`;
const toCustomers = (tx: Tx, customerId: string | null) =>
  inCompany(
    tx,
    invoices,
    eq(invoices.direction, "receivable"),
    customerId ? eq(invoices.customerId, customerId) : undefined,
  );
const paidIn = ({ from, to }: Days) => and(isPaid, between(invoices.paidOn, from, to));
const billedIn = ({ from, to }: Days) => and(isBilled, between(invoices.issuedOn, from, to));

/** Payments and billings in a period by currency (`own` if a row has none), optionally of one customer. */
export function inPeriod(tx: Tx, days: Days, own: string, customerId: string | null): Promise<Received[]> {
  const [paid, billed] = [paidIn(days), billedIn(days)];
  return tx.db
    .select({
      currency: currencyOf(own),
      payments: sql<number>`(count(*) FILTER (WHERE ${isInvoice} AND ${paid}))::int`,
      paid: sql<number>`coalesce(sum(${invoices.amount}) FILTER (WHERE ${paid}), 0)::float8`,
      bills: sql<number>`(count(*) FILTER (WHERE ${isInvoice} AND ${billed}))::int`,
      billed: sql<number>`coalesce(sum(${invoices.amount}) FILTER (WHERE ${billed}), 0)::float8`,
      origins: sql<Origin[]>`array_agg(DISTINCT ${invoices.origin})`,
    })
    .from(invoices)
    .where(and(toCustomers(tx, customerId), or(paid, billed)))
    .groupBy(sql`1`);
}

/** The customers who paid most in one currency; at most five. */
export function payers(tx: Tx, days: Days, own: string): Promise<Payer[]> {
  const paid = sql<number>`sum(${invoices.amount})::float8`;
  return tx.db
    .select({
      customerId: invoices.customerId,
      name: sql<string>`coalesce(min(${invoices.customerName}), ${nameless})`,
      payments: sql<number>`(count(*) FILTER (WHERE ${isInvoice}))::int`,
      paid,
    })
    .from(invoices)
    .where(and(toCustomers(tx, null), paidIn(days), sql`${currencyOf(own)} = ${own}`))
    .groupBy(invoices.customerId, sql`coalesce(${invoices.customerId}::text, ${invoices.customerName})`)
    .orderBy(desc(paid))
    .limit(5);
}

/** The newest payment up to a day, optionally of one customer. */
export async function last(tx: Tx, today: string, own: string, customerId: string | null): Promise<Payment | null> {
  const [row] = await tx.db
    .select({
      id: invoices.id,
      number: sql<string>`left(${invoices.number}, 60)`,
      name: sql<string>`coalesce(${invoices.customerName}, ${nameless})`,
      paidOn: sql<string>`${invoices.paidOn}::text`,
      amount: invoices.amount,
      currency: currencyOf(own),
    })
    .from(invoices)
    .where(and(toCustomers(tx, customerId), isPaid, isInvoice, isNotNull(invoices.paidOn), lte(invoices.paidOn, today)))
    .orderBy(desc(invoices.paidOn), desc(invoices.id))
    .limit(1);
  return row ?? null;
}
