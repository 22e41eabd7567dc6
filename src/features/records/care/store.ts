import { and, asc, between, desc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Origin } from "#contract/origins.ts";
import { type Kept, type Newcomer, type Signals, signs } from "#features/records/care/rows.ts";
import {
  isKept,
  isOfAnyKind,
  isOngoing,
  isOverdue,
  isPast,
  isPaying,
  isUnresolved,
  owedAmount,
} from "#features/records/states/store.ts";
import { customers, invoices, subscriptions, tickets } from "#features/records/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

const maxScored = 100;

const count = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;

function sources(tx: Tx, today: string, currency: string) {
  const care = tx.db
    .select({
      customerId: tickets.customerId,
      open: sql<number>`count(*)::int`.as("open"),
      overdue: count(isPast(tickets.dueOn, today)).as("overdue"),
    })
    .from(tickets)
    .where(inCompany(tx, tickets, isOfAnyKind, isUnresolved, isNotNull(tickets.customerId)))
    .groupBy(tickets.customerId)
    .as("care");
  const overdue = tx.db
    .select({
      customerId: invoices.customerId,
      invoices: sql<number>`count(*)::int`.as("late_invoices"),
      amount: sql<number>`(sum(${owedAmount})
        FILTER (WHERE coalesce(${invoices.currency}, ${currency}) = ${currency}))::float8`.as("late_amount"),
      oldest: sql<string>`min(${invoices.dueOn})::text`.as("oldest"),
    })
    .from(invoices)
    .where(
      inCompany(tx, invoices, eq(invoices.direction, "receivable"), isOverdue(today), isNotNull(invoices.customerId)),
    )
    .groupBy(invoices.customerId)
    .as("late");
  const plans = tx.db
    .select({
      customerId: subscriptions.customerId,
      yearly:
        sql<number>`(sum(${subscriptions.amount} * CASE ${subscriptions.interval} WHEN 'month' THEN 12 WHEN 'year' THEN 1 END)
        FILTER (WHERE ${isPaying}
          AND coalesce(${subscriptions.currency}, ${currency}) = ${currency}))::float8`.as("yearly"),
      next: sql<
        string | null
      >`(min(${subscriptions.renewsOn}) FILTER (WHERE ${subscriptions.renewsOn} >= ${today}::date))::text`.as("next"),
    })
    .from(subscriptions)
    .where(
      inCompany(
        tx,
        subscriptions,
        isOngoing,
        inArray(subscriptions.kind, ["plan", "service"]),
        isNull(subscriptions.vendorName),
        isNull(subscriptions.vendorId),
        isNotNull(subscriptions.customerId),
      ),
    )
    .groupBy(subscriptions.customerId)
    .as("plans");
  return { care, overdue, plans };
}

/**
 * Customers with warning signs on a day, those with the most first, at most 100, with their total; or one customer,
 * with or without signs.
 */
export async function signals(
  tx: Tx,
  today: string,
  currency: string,
  customerId: string | null,
): Promise<{ rows: Signals[]; troubled: number }> {
  const { care, overdue, plans } = sources(tx, today, currency);
  const points = sql`(
      (coalesce(${customers.usage30} < ${signs.usage}::float8 * ${customers.usagePrior30} OR (${customers.usage30} = 0 AND ${customers.usagePrior30} = 0), false))::int
    + (coalesce(${customers.lastContactOn} < ${today}::date - ${signs.quietDays}::int, false))::int
    + (coalesce(${care.overdue} > 0 OR ${care.open} >= ${signs.openTickets}::int, false))::int
    + (coalesce(${customers.satisfaction} < ${signs.satisfaction}::int, false))::int
    + (${overdue.customerId} IS NOT NULL)::int)`;
  const rows = await tx.db
    .select({
      id: customers.id,
      name: customers.name,
      status: customers.status,
      ownerName: customers.ownerName,
      lastContactOn: customers.lastContactOn,
      usage30: customers.usage30,
      usagePrior30: customers.usagePrior30,
      satisfaction: customers.satisfaction,
      openTickets: sql<number>`coalesce(${care.open}, 0)`,
      overdueTickets: sql<number>`coalesce(${care.overdue}, 0)`,
      overdueInvoices: sql<number>`coalesce(${overdue.invoices}, 0)`,
      overdueAmount: sql<number>`coalesce(${overdue.amount}, 0)`,
      oldestOverdueOn: overdue.oldest,
      yearlyValue: plans.yearly,
      nextRenewalOn: plans.next,
      origin: customers.origin,
      troubled: sql<number>`(count(*) OVER ())::int`,
    })
    .from(customers)
    .leftJoin(care, eq(care.customerId, customers.id))
    .leftJoin(overdue, eq(overdue.customerId, customers.id))
    .leftJoin(plans, eq(plans.customerId, customers.id))
    .where(inCompany(tx, customers, customerId ? eq(customers.id, customerId) : and(isKept, sql`${points} > 0`)))
    .orderBy(sql`${points} DESC`, sql`${plans.yearly} DESC NULLS LAST`, customers.id)
    .limit(maxScored);
  return { rows: rows.map(({ troubled: _, ...row }) => row), troubled: rows[0]?.troubled ?? 0 };
}

/** How many customers there are, active or paused, and how many left. */
export async function counts(tx: Tx): Promise<{ customers: number; churned: number }> {
  const [row] = await tx.db
    .select({
      customers: count(sql`${isKept}`),
      churned: count(sql`${customers.status} = 'churned'`),
    })
    .from(customers)
    .where(inCompany(tx, customers));
  return { customers: row?.customers ?? 0, churned: row?.churned ?? 0 };
}

/** Customers by status, and how many began between two days. */
export async function kept(tx: Tx, from: string, to: string): Promise<Kept> {
  const [row] = await tx.db
    .select({
      all: sql<number>`count(*)::int`,
      active: count(sql`${customers.status} = 'active'`),
      paused: count(sql`${customers.status} = 'paused'`),
      churned: count(sql`${customers.status} = 'churned'`),
      dated: count(sql`${customers.since} IS NOT NULL`),
      fresh: count(sql`${customers.since} BETWEEN ${from}::date AND ${to}::date`),
      origins: sql<Origin[] | null>`array_agg(DISTINCT ${customers.origin})`,
    })
    .from(customers)
    .where(inCompany(tx, customers));
  const none = { all: 0, active: 0, paused: 0, churned: 0, dated: 0, fresh: 0, origins: [] };
  return row ? { ...row, origins: row.origins ?? [] } : none;
}

const newcomer = {
  id: customers.id,
  name: customers.name,
  since: sql<string>`${customers.since}::text`,
  status: customers.status,
};

/** Customers in any status that began between two days, newest first; at most five. */
export function newest(tx: Tx, from: string, to: string): Promise<Newcomer[]> {
  return tx.db
    .select(newcomer)
    .from(customers)
    .where(inCompany(tx, customers, between(customers.since, from, to)))
    .orderBy(desc(customers.since), asc(customers.id))
    .limit(5);
}

/** The oldest active customer; null if no first day is known. */
export async function oldest(tx: Tx): Promise<Newcomer | null> {
  const [row] = await tx.db
    .select(newcomer)
    .from(customers)
    .where(inCompany(tx, customers, eq(customers.status, "active"), isNotNull(customers.since)))
    .orderBy(asc(customers.since), asc(customers.id))
    .limit(1);
  return row ?? null;
}
