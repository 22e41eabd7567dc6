import { nextDays } from "#contract/spans.ts";
import { and, eq, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Origin } from "#contract/origins.ts";
import type { Ended, Plan, Recurring, Window } from "#features/records/renewals/rows.ts";
import { isOngoing, isPast, isPaying, isWithin } from "#features/records/states/store.ts";
import { subscriptions } from "#features/records/tables.ts";
import type { Tx } from "#platform/context.ts";
import { inCompany } from "#platform/db/columns.ts";

const { amount, interval, renewsOn, cancelledOn, origin } = subscriptions;
const yearly = sql`(${amount} * CASE ${interval} WHEN 'month' THEN 12 WHEN 'year' THEN 1 END)`;
const inCurrency = (currency: string) => sql<string>`coalesce(${subscriptions.currency}, ${currency})`;
const origins = sql<Origin[]>`array_agg(DISTINCT ${origin})`;

/** Subscriptions of customers; the company's own have a vendor. */
const ofCustomers = (tx: Tx, customerId: string | null) =>
  inCompany(
    tx,
    subscriptions,
    inArray(subscriptions.kind, ["plan", "service"]),
    isNull(subscriptions.vendorName),
    isNull(subscriptions.vendorId),
    customerId ? eq(subscriptions.customerId, customerId) : undefined,
  );
const within = (today: string, days: number): SQL => isWithin(renewsOn, days, today);
const counts = (condition: SQL) => sql<number>`(count(*) FILTER (WHERE ${condition}))::int`;
const sums = (condition: SQL) => sql<number>`coalesce(sum(${yearly}) FILTER (WHERE ${condition}), 0)::float8`;

/** Plans that renew within 30, 60 and 90 days, by currency. */
export function windows(tx: Tx, today: string, currency: string, customerId: string | null): Promise<Window[]> {
  return tx.db
    .select({
      currency: inCurrency(currency),
      within30: counts(within(today, 30)),
      within60: counts(within(today, 60)),
      within90: counts(within(today, 90)),
      amount30: sums(within(today, 30)),
      amount60: sums(within(today, 60)),
      amount90: sums(within(today, 90)),
      lapsed: counts(isPast(renewsOn, today)),
      unpriced: counts(sql`${within(today, 90)} AND ${yearly} IS NULL`),
      origins,
    })
    .from(subscriptions)
    .where(and(ofCustomers(tx, customerId), isOngoing, lte(renewsOn, nextDays(90, today).to)))
    .groupBy(sql`1`);
}

/** Yearly revenue from active plans, by currency. */
export function recurring(tx: Tx, currency: string): Promise<Recurring[]> {
  return tx.db
    .select({
      currency: inCurrency(currency),
      plans: sql<number>`count(*)::int`,
      yearly: sql<number>`coalesce(sum(${yearly}), 0)::float8`,
      origins,
    })
    .from(subscriptions)
    .where(and(ofCustomers(tx, null), isPaying))
    .groupBy(sql`1`);
}

const plan = (currency: string, on: SQL) => ({
  id: subscriptions.id,
  name: subscriptions.name,
  customerId: subscriptions.customerId,
  customerName: subscriptions.customerName,
  on: sql<string>`${on}::text`,
  yearly: sql<number | null>`${yearly}::float8`,
  currency: inCurrency(currency),
  status: subscriptions.status,
});

export function next(tx: Tx, today: string, currency: string, customerId: string | null): Promise<Plan[]> {
  return tx.db
    .select(plan(currency, sql`${renewsOn}`))
    .from(subscriptions)
    .where(and(ofCustomers(tx, customerId), isOngoing, sql`${renewsOn} >= ${today}::date`))
    .orderBy(renewsOn, sql`${yearly} DESC NULLS LAST`, subscriptions.id)
    .limit(10);
}

export async function any(tx: Tx): Promise<boolean> {
  const rows = await tx.db.select({ one: sql`1` }).from(subscriptions).where(ofCustomers(tx, null)).limit(1);
  return rows.length > 0;
}

const endedBetween = (tx: Tx, from: string, to: string, customerId: string | null) =>
  and(
    ofCustomers(tx, customerId),
    eq(subscriptions.status, "cancelled"),
    sql`${cancelledOn} BETWEEN ${from}::date AND ${to}::date`,
  );

/** Plans cancelled between two days, by currency. */
export function ended(tx: Tx, from: string, to: string, currency: string, customerId: string | null): Promise<Ended[]> {
  return tx.db
    .select({
      currency: inCurrency(currency),
      plans: sql<number>`count(*)::int`,
      yearly: sql<number>`coalesce(sum(${yearly}), 0)::float8`,
      origins,
    })
    .from(subscriptions)
    .where(endedBetween(tx, from, to, customerId))
    .groupBy(sql`1`);
}

/** The largest plans cancelled between two days, at most 5. */
export function biggestEnded(
  tx: Tx,
  from: string,
  to: string,
  currency: string,
  customerId: string | null,
): Promise<Plan[]> {
  return tx.db
    .select(plan(currency, sql`${cancelledOn}`))
    .from(subscriptions)
    .where(endedBetween(tx, from, to, customerId))
    .orderBy(sql`${yearly} DESC NULLS LAST`, subscriptions.id)
    .limit(5);
}
