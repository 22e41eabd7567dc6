import { and, between, desc, eq, gte, lte, sql } from "drizzle-orm";
import type { Origin } from "#contract/origins.ts";
import {
  type Bill,
  type Creditor,
  type Due,
  type Month,
  nameless,
  type Part,
  type Spent,
} from "#features/records/payables/rows.ts";
import {
  isBilled,
  isDue,
  isInvoice,
  isOverdue,
  isOwed,
  isPaid,
  isWithin,
  owedAmount,
} from "#features/records/states/store.ts";
import { invoices } from "#features/records/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

type Days = { from: string; to: string };

const payables = (tx: Tx) => inCompany(tx, invoices, eq(invoices.direction, "payable"));
const isOpen = (tx: Tx) => and(payables(tx), isOwed);
const currencyOf = (own: string) => sql<string>`coalesce(${invoices.currency}, ${own})`;
const sumWhere = (condition: ReturnType<typeof sql>) =>
  sql<number>`coalesce(sum(${invoices.amount}) FILTER (WHERE ${condition}), 0)::float8`;
const owedWhere = (condition: ReturnType<typeof sql>) =>
  sql<number>`coalesce(sum(${owedAmount}) FILTER (WHERE ${condition}), 0)::float8`;
const owed = sql<number>`sum(${owedAmount})::float8`;
const counts = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;
const origins = sql<Origin[]>`array_agg(DISTINCT ${invoices.origin})`;

/** Open bills on a day by currency (`own` if a row has none), optionally of one vendor. */
export function dueByCurrency(tx: Tx, today: string, own: string, vendorId: string | null): Promise<Due[]> {
  const within = (days: number) => owedWhere(sql`${isDue} AND ${isWithin(invoices.dueOn, days, today)}`);
  return tx.db
    .select({
      currency: currencyOf(own),
      invoices: counts(isDue),
      amount: owed,
      credits: owedWhere(sql`${owedAmount} < 0`),
      creditNotes: counts(sql`${owedAmount} < 0`),
      overdueInvoices: counts(isOverdue(today)),
      overdue: owedWhere(isOverdue(today)),
      within7: within(7),
      within30: within(30),
      origins,
    })
    .from(invoices)
    .where(and(isOpen(tx), vendorId ? eq(invoices.vendorId, vendorId) : undefined))
    .groupBy(sql`1`);
}

export function creditors(tx: Tx, today: string, own: string): Promise<Creditor[]> {
  const overdue = owedWhere(isOverdue(today));
  return tx.db
    .select({
      vendorId: invoices.vendorId,
      name: sql<string>`coalesce(min(${invoices.vendorName}), ${nameless})`,
      amount: owed,
      invoices: counts(isDue),
      overdue,
      firstDueOn: sql<string | null>`(min(${invoices.dueOn}) FILTER (WHERE ${isDue}))::text`,
    })
    .from(invoices)
    .where(and(isOpen(tx), sql`${currencyOf(own)} = ${own}`))
    .groupBy(invoices.vendorId, sql`coalesce(${invoices.vendorId}::text, ${invoices.vendorName})`)
    .having(sql`${counts(isDue)} > 0`)
    .orderBy(desc(owed), desc(overdue))
    .limit(10);
}

const issued = (tx: Tx, { from, to }: Days) => and(payables(tx), between(invoices.issuedOn, from, to), isBilled);

export function spent(tx: Tx, now: Days, before: Days, own: string, vendorId: string | null): Promise<Spent[]> {
  const isNow = sql`${invoices.issuedOn} >= ${now.from}::date`;
  return tx.db
    .select({
      currency: currencyOf(own),
      invoices: counts(sql`${isInvoice} AND ${isNow}`),
      amount: sumWhere(isNow),
      before: sumWhere(sql`NOT ${isNow}`),
      origins,
    })
    .from(invoices)
    .where(and(issued(tx, { from: before.from, to: now.to }), vendorId ? eq(invoices.vendorId, vendorId) : undefined))
    .groupBy(sql`1`);
}

/** The largest vendors or categories by spend in one currency; at most ten. */
export function parts(tx: Tx, by: "vendor" | "category", now: Days, before: Days, own: string): Promise<Part[]> {
  const isNow = sql`${invoices.issuedOn} >= ${now.from}::date`;
  const amount = sumWhere(isNow);
  const id = by === "vendor" ? sql<string | null>`${invoices.vendorId}::text` : sql<string | null>`NULL::text`;
  const name = by === "vendor" ? invoices.vendorName : invoices.category;
  return tx.db
    .select({
      id,
      name: sql<string | null>`min(${name})`,
      invoices: counts(sql`${isInvoice} AND ${isNow}`),
      amount,
      before: sumWhere(sql`NOT ${isNow}`),
    })
    .from(invoices)
    .where(and(issued(tx, { from: before.from, to: now.to }), sql`${currencyOf(own)} = ${own}`))
    .groupBy(sql`1`, sql`coalesce(${id}, lower(${name}))`)
    .orderBy(desc(amount))
    .limit(10);
}

/** The newest bills of a period in one currency, with their origins. */
export async function newest(
  tx: Tx,
  { from, to }: Days,
  own: string,
  most: number,
): Promise<{ bills: Bill[]; origins: Origin[] }> {
  const rows = await tx.db
    .select({
      id: invoices.id,
      number: sql<string>`left(${invoices.number}, 60)`,
      vendor: sql<string | null>`left(${invoices.vendorName}, 60)`,
      category: sql<string | null>`left(${invoices.category}, 60)`,
      issuedOn: invoices.issuedOn,
      amount: invoices.amount,
      origin: invoices.origin,
    })
    .from(invoices)
    .where(and(issued(tx, { from, to }), isInvoice, sql`${currencyOf(own)} = ${own}`))
    .orderBy(desc(invoices.issuedOn))
    .limit(most);
  return {
    bills: rows.map(({ origin, ...bill }) => bill),
    origins: [...new Set(rows.map(({ origin }) => origin))],
  };
}

/**
 * Payments to vendors and from customers by month, in one currency, oldest first; months without payments are omitted.
 */
export function paidByMonth(tx: Tx, { from, to }: Days, own: string): Promise<(Month & { origins: Origin[] })[]> {
  const of = (direction: string) => sumWhere(sql`${invoices.direction} = ${direction}`);
  const month = sql<string>`to_char(${invoices.paidOn}, 'YYYY-MM')`;
  return tx.db
    .select({ month, paid: of("payable"), received: of("receivable"), origins })
    .from(invoices)
    .where(
      inCompany(
        tx,
        invoices,
        isPaid,
        gte(invoices.paidOn, from),
        lte(invoices.paidOn, to),
        sql`${currencyOf(own)} = ${own}`,
      ),
    )
    .groupBy(sql`1`)
    .orderBy(sql`1`);
}

/** Other currencies of bills issued in a period. */
export async function billedElsewhere(tx: Tx, days: Days, own: string): Promise<string[]> {
  const rows = await tx.db
    .selectDistinct({ currency: currencyOf(own) })
    .from(invoices)
    .where(and(issued(tx, days), sql`${currencyOf(own)} <> ${own}`));
  return rows.map(({ currency }) => currency);
}

/** Other currencies of payments in a period. */
export async function paidElsewhere(tx: Tx, { from, to }: Days, own: string): Promise<string[]> {
  const rows = await tx.db
    .selectDistinct({ currency: currencyOf(own) })
    .from(invoices)
    .where(
      inCompany(
        tx,
        invoices,
        isPaid,
        gte(invoices.paidOn, from),
        lte(invoices.paidOn, to),
        sql`${currencyOf(own)} <> ${own}`,
      ),
    );
  return rows.map(({ currency }) => currency);
}
